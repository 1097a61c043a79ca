import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostMark, isRunning } from './atomic-file.ts';
import { namesIn } from './files.ts';

/** What a process keeps among the system's temporary files. `reading`: copies of databases; `window`: Chromium's own state. */
export type ProcessFolderKind = 'reading' | 'window';

/**
 * Creates a temporary folder for this process that only its account can access. The name contains the computer and the process number, so
 * that others can tell whether it is still needed.
 */
export function makeProcessFolder(kind: ProcessFolderKind): string {
  return mkdtempSync(join(tmpdir(), `${prefixOf(kind)}${String(process.pid)}-`));
}

/** Deletes leftovers of ended processes of this computer and account. Links are neither followed nor deleted. */
export function sweepProcessFolders(kind: ProcessFolderKind): void {
  const prefix = prefixOf(kind);
  for (const name of namesIn(tmpdir())) {
    const [, pid] = name.startsWith(prefix) ? (/^(\d+)-[^-]+$/.exec(name.slice(prefix.length)) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(tmpdir(), name);
    if (isOwnFolder(path)) removeFolder(path);
  }
}

/** Deletes such a folder, or leaves it to the next sweep if the system does not allow it now. */
export function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}

function prefixOf(kind: ProcessFolderKind): string {
  return `carrel-${kind}-${hostMark()}-`;
}

function isOwnFolder(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}
