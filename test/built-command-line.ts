import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { resolveConfig } from 'electron-vite';
import { build, mergeConfig, type Rolldown } from 'vite';
import { repositoryFolder } from '../scripts/runtime/repository.ts';
import { builtProgramVariable } from './compiled-code.ts';

const kept = join(repositoryFolder, 'node_modules', '.cache', 'command-line');
const DAY = 86_400_000;

/**
 * Before the first test: bundles the command line as the application's build does, and tells the tests where it lies. As hundreds of
 * modules it takes longer to start than most commands take to run.
 */
export async function setup(): Promise<void> {
  // Who changes the sources between tests names them instead.
  if (process.env[builtProgramVariable] !== undefined) return;
  const files = await bundle();
  const hash = createHash('sha256');
  for (const { name, code } of files) hash.update(`${name}\0${code}\0`);
  const folder = join(kept, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) utimesSync(folder, new Date(), new Date());
  else write(folder, files);
  removeOld(folder);
  process.env[builtProgramVariable] = join(folder, 'cli.js');
}

interface BuiltFile {
  readonly name: string;
  readonly code: string;
}

async function bundle(): Promise<readonly BuiltFile[]> {
  const { config } = await resolveConfig({ root: repositoryFolder, logLevel: 'error' }, 'build', 'production');
  const declared = config?.main;
  if (declared === undefined) throw new Error('electron.vite.config.ts declares no main.');
  const { output } = (await build(mergeConfig(declared, { build: { write: false } }))) as Rolldown.RolldownOutput;
  const built = output.map((file) => ({ name: file.fileName, code: file.type === 'chunk' ? file.code : String(file.source) }));
  // As that of the application says: without it Node reads each file twice to learn what it is.
  return [...built, { name: 'package.json', code: '{ "type": "module" }' }];
}

/** Whole or not at all: another run may look for it meanwhile. */
function write(folder: string, files: readonly BuiltFile[]): void {
  mkdirSync(kept, { recursive: true });
  const making = mkdtempSync(join(kept, 'new-'));
  for (const { name, code } of files) writeFileSync(join(making, name), code);
  // Some tests start it as another account.
  chmodSync(making, 0o755);
  try {
    renameSync(making, folder);
  } catch (error: unknown) {
    rmSync(making, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
}

/** What no run has used for a day. */
function removeOld(used: string): void {
  for (const name of readdirSync(kept)) {
    const path = join(kept, name);
    if (path !== used && Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true });
  }
}
