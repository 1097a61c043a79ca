import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, isPresent } from './cache.ts';
import { runCommand } from './command.ts';
import { repositoryFolder } from './repository.ts';

const PACKAGE_FOLDER = join(repositoryFolder, 'node_modules', 'electron');
const RELEASE_HOST = 'https://github.com/electron/electron/releases/download/';
const CONNECT_TIMEOUT_MS = 15_000;
const INSTALL_TIMEOUT_MS = 15 * 60_000;
const TRY_AGAIN_AFTER_MS = 6 * 60 * 60_000;

export interface DeclaredElectron {
  readonly version: string;
  /** Absent if its binary is missing and cannot be downloaded. */
  readonly executable?: string;
}

/**
 * The declared `electron` package and its binary, downloaded by its own installer if possible. An unreachable release host is recorded
 * for some hours, so that later runs do not wait for it again.
 */
export async function findDeclaredElectron(): Promise<DeclaredElectron> {
  const version = await readDeclaredVersion();
  const present = await findInstalled(version);
  if (present !== undefined) return { version, executable: present };
  if (await failedLately(version)) return { version };
  try {
    await assertHostReachable(version);
    await runCommand(process.execPath, ['--use-env-proxy', join(PACKAGE_FOLDER, 'install.js')], {
      timeoutMs: INSTALL_TIMEOUT_MS,
    });
  } catch {
    await recordFailure(version);
    return { version };
  }
  const installed = await findInstalled(version);
  return installed === undefined ? { version } : { version, executable: installed };
}

async function readDeclaredVersion(): Promise<string> {
  const text = await readFile(join(PACKAGE_FOLDER, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function findInstalled(version: string): Promise<string | undefined> {
  const dist = join(PACKAGE_FOLDER, 'dist');
  const [found, name] = await Promise.all([
    readFile(join(dist, 'version'), 'utf8').catch(() => ''),
    readFile(join(PACKAGE_FOLDER, 'path.txt'), 'utf8').catch(() => ''),
  ]);
  if (name === '' || found.trim().replace(/^v/, '') !== version) return undefined;
  const executable = join(dist, name.trim());
  return (await isPresent(executable)) ? executable : undefined;
}

/** Requests the smallest file of the release, because the installer has no connection timeout. */
async function assertHostReachable(version: string): Promise<void> {
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? RELEASE_HOST;
  const address = new URL(`v${version}/SHASUMS256.txt`, mirror).href;
  const probe = 'const r = await fetch(process.argv[1]); if (!r.ok) throw new Error(String(r.status))';
  await runCommand(process.execPath, ['--use-env-proxy', '--input-type=module', '--eval', probe, address], {
    timeoutMs: CONNECT_TIMEOUT_MS,
  });
}

function failureNote(version: string): string {
  return join(cacheFolder(), `electron-${version}-unreachable`);
}

async function failedLately(version: string): Promise<boolean> {
  const text = await readFile(failureNote(version), 'utf8').catch(() => '');
  const since = Date.now() - Date.parse(text);
  return since >= 0 && since < TRY_AGAIN_AFTER_MS;
}

async function recordFailure(version: string): Promise<void> {
  await mkdir(cacheFolder(), { recursive: true, mode: 0o700 });
  await writeFile(failureNote(version), new Date().toISOString());
}
