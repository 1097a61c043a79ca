import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes: room for about a dozen audit entries with their journal. */
const SIZE = 256 * 1024;

/** The file that reserves disk space. */
export function reservePath(dir: string): string {
  return join(dir, 'reserve');
}

/** Reserves a little disk space, so that the effects of a full disk can still be recorded and exports elsewhere continue. Best effort. */
export function keepReserve(dir: string): void {
  const path = reservePath(dir);
  if (existsSync(path)) return;
  try {
    fill(path);
  } catch {
    giveUpReserve(dir);
  }
}

/** Releases the reserved space. Returns true if there was any. */
export function giveUpReserve(dir: string): boolean {
  const there = existsSync(reservePath(dir));
  try {
    rmSync(reservePath(dir), { force: true });
    return there;
  } catch {
    return false;
  }
}

/** Random bytes, because a file system may store zeros without using space. */
function fill(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    const bytes = randomBytes(SIZE);
    for (let at = 0; at < SIZE;) at += writeSync(file, bytes, at);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
