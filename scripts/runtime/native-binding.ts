import { cp, readFile, realpath, rm, mkdtemp, symlink, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { buildAtomically, cacheFolder, digestFile, digestRecipe, isPresent } from './cache.ts';
import { runCommand } from './command.ts';
import { repositoryFolder } from './repository.ts';

const MODULES = join(repositoryFolder, 'node_modules');
const PACKAGE = 'better-sqlite3-multiple-ciphers';
const HEADER = join(import.meta.dirname, 'napi-9-strings.h');
const FILE = 'better_sqlite3.node';
const COMPILE_TIMEOUT_MS = 15 * 60_000;

/**
 * The encrypted SQLite library compiled for Node-API 9, from the per-user cache. Compiles it there (about a minute; needs g++, make and
 * python3) if it is missing or differs from its digest.
 */
export async function findNativeBinding(): Promise<string> {
  const folder = await bindingFolder();
  if (!(await isIntact(folder))) {
    await rm(folder, { recursive: true, force: true });
    await buildAtomically(folder, compileBinding);
  }
  return join(folder, FILE);
}

/** Whether the next use has to compile first. */
export async function needsCompiler(): Promise<boolean> {
  return !(await isIntact(await bindingFolder()));
}

async function bindingFolder(): Promise<string> {
  const [header, description] = await Promise.all([readFile(HEADER, 'utf8'), readFile(join(MODULES, PACKAGE, 'package.json'), 'utf8')]);
  const { version } = JSON.parse(description) as { version: string };
  return join(cacheFolder(), `sqlite-${version}-napi9-${digestRecipe(header, description)}`);
}

async function isIntact(folder: string): Promise<boolean> {
  try {
    const expected = await readFile(join(folder, 'sha256'), 'utf8');
    return expected === (await digestFile(join(folder, FILE), 'sha256', 'hex'));
  } catch {
    return false;
  }
}

async function compileBinding(folder: string): Promise<void> {
  const source = await mkdtemp(join(tmpdir(), 'carrel-sqlite-'));
  try {
    await cp(join(MODULES, PACKAGE), source, { recursive: true });
    await cp(HEADER, join(source, 'napi-9-strings.h'));
    await mkdir(join(source, 'node_modules'), { recursive: true });
    await symlink(join(MODULES, 'node-addon-api'), join(source, 'node_modules', 'node-addon-api'));
    await compileIn(source);
    const file = join(folder, FILE);
    await cp(join(source, 'build', 'Release', FILE), file);
    await writeFile(join(folder, 'sha256'), await digestFile(file, 'sha256', 'hex'));
  } finally {
    await rm(source, { recursive: true, force: true });
  }
}

async function compileIn(source: string): Promise<void> {
  const headers = await findHeaders();
  const args = ['rebuild', '--release', '--force_build=1', '--jobs=max'];
  if (headers !== undefined) args.push(`--nodedir=${headers}`);
  await runCommand(process.execPath, [await findNodeGyp(), ...args], {
    cwd: source,
    timeoutMs: COMPILE_TIMEOUT_MS,
    env: {
      CXXFLAGS: `-include ${join(source, 'napi-9-strings.h')}`,
      // binding.gyp calls `node`: it must be the one that runs this.
      PATH: [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter),
    },
  });
}

/** The folder above `include/node`; undefined lets node-gyp download the headers. */
async function findHeaders(): Promise<string | undefined> {
  const configured = process.env.npm_config_nodedir;
  const besideNode = join(dirname(await realpath(process.execPath)), '..');
  for (const folder of [configured, besideNode, '/usr', '/usr/local']) {
    if (folder !== undefined && (await isPresent(join(folder, 'include', 'node', 'node_api.h')))) return folder;
  }
  return undefined;
}

/** The node-gyp that comes with every npm. */
async function findNodeGyp(): Promise<string> {
  const named = process.env.npm_config_node_gyp;
  if (named !== undefined && (await isPresent(named))) return named;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    // `npm` on the PATH links to <installation>/bin/npm-cli.js.
    const program = await realpath(join(folder, 'npm')).catch(() => undefined);
    if (program === undefined) continue;
    const script = join(dirname(program), '..', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
    if (await isPresent(script)) return script;
  }
  throw new Error('node-gyp, which is part of npm, was not found: run this through "npm run", or reinstall npm.');
}
