import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Bytes: some dozen entries of the audit trail with the journal that they need. */
const SIZE = 256 * 1024;

/** The file that keeps the room. */
export function reservePath(dir: string): string {
  return join(dir, 'reserve');
}

/** Keeps a little room on the disk, so that what a full disk did can still be noted, and exports elsewhere go on. Best effort. */
export function keepReserve(dir: string): void {
  const path = reservePath(dir);
  if (existsSync(path)) return;
  try {
    fill(path);
  } catch {
    giveUpReserve(dir);
  }
}

/** Gives the room back; true where there was any. */
export function giveUpReserve(dir: string): boolean {
  const there = existsSync(reservePath(dir));
  try {
    rmSync(reservePath(dir), { force: true });
    return there;
  } catch {
    return false;
  }
}

/** Random bytes, since a file system may keep zeros in no room at all. */
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
