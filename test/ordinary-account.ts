import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { carrel } from './cli/carrel.ts';

/** An account that permissions bind: this one, or nobody's where root runs the tests, whom they do not bind. `as`: its number there. */
export interface OrdinaryAccount {
  readonly as?: number;
}

const nobody = 65_534;

/** The account, or why this machine has none that can run the command line from here. */
export async function ordinaryAccount(dataDir: string): Promise<OrdinaryAccount | string> {
  if (process.getuid === undefined) return 'Windows has no permissions of this kind';
  if (process.getuid() !== 0) return {};
  const { code } = await carrel(['--help'], { dataDir, as: nobody });
  return code === 0 ? { as: nobody } : 'root runs this, and nobody else may read this checkout';
}

/** Gives a folder to the account and lets the way to it be entered; `writable`: whether the account may change it then. */
export function giveTo({ as }: OrdinaryAccount, folder: string, writable: boolean): void {
  if (as !== undefined) chmodSync(dirname(folder), 0o711);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }));
  for (const { path, isFolder } of [...paths, { path: folder, isFolder: true }]) {
    chmodSync(path, (isFolder ? 0o500 : 0o400) | (writable ? 0o200 : 0));
    if (as !== undefined) chownSync(path, as, as);
  }
}
