import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostMark, isRunning } from './atomic-file.ts';
import { namesIn } from './files.ts';

/** What a process keeps in the system's temporary files: `reading`: copies of databases, `window`: Chromium's own state. */
export type ProcessFolderKind = 'reading' | 'window';

/**
 * Makes a folder of the system's temporary files for this process, which its account alone may enter. The name tells the computer and
 * the number of the process, so that another one can tell whether it is still needed.
 */
export function makeProcessFolder(kind: ProcessFolderKind): string {
  return mkdtempSync(join(tmpdir(), `${prefixOf(kind)}${String(process.pid)}-`));
}

/** Removes what processes of this computer and account left that are gone; a link is neither followed nor removed. */
export function sweepProcessFolders(kind: ProcessFolderKind): void {
  const prefix = prefixOf(kind);
  for (const name of namesIn(tmpdir())) {
    const [, pid] = name.startsWith(prefix) ? (/^(\d+)-[^-]+$/.exec(name.slice(prefix.length)) ?? []) : [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const path = join(tmpdir(), name);
    if (isOwnFolder(path)) removeFolder(path);
  }
}

/** Removes such a folder, or leaves it to the next sweep where the system holds on to something in it. */
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
