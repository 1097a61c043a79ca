import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the processes of a test run keep the keys that they derived from passphrases. */
const folderVariable = 'CARREL_TEST_KEYS';

/** Before the first test: a folder for this run alone; afterwards it is removed. */
export function setup(): (() => void) | undefined {
  if (process.env[folderVariable] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'carrel-keys-'));
  process.env[folderVariable] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

/** For processes that open vaults: of all that they do, deriving one key again and again takes the longest. */
export function withScryptCache(): Readonly<Record<string, string>> {
  const folder = process.env[folderVariable];
  return folder === undefined
    ? {}
    : { NODE_OPTIONS: `--import=${new URL('./scrypt-cache.js', import.meta.url).href}`, [folderVariable]: folder };
}
