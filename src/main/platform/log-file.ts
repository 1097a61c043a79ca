import { closeSync, constants, existsSync, fchmodSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openFlag, readOrdinary } from '../../core/platform/files.ts';
import { logEventSchema, logLineSchema, type LogEvent, type LogLine } from '../../shared/log-event.ts';

/** Maximum size of a log file in bytes, and the number of earlier files that are kept. */
const FULL = 256 * 1024;
const EARLIER = 2;

export interface Log {
  /** Adds a line. Drops unknown events, and never throws if the log cannot be written. */
  add(event: LogEvent): void;
  /** Returns at most `most` lines, newest first. */
  read(most: number): LogLine[];
}

export function logFolder(dataDir: string): string {
  return join(dataDir, 'log');
}

/** The log of a data folder: codes, counts and names of calls, readable by its owner only. */
export function openLog(dataDir: string, now: () => Date = () => new Date()): Log {
  const folder = logFolder(dataDir);
  return {
    add: (event) => {
      const entry = logEventSchema.safeParse(event);
      if (!entry.success) return;
      try {
        append(folder, `${JSON.stringify({ at: now().toISOString(), entry: entry.data })}\n`);
      } catch {
        return;
      }
    },
    read: (most) =>
      Array.from({ length: EARLIER + 1 }, (_, age) => linesOf(nameOf(folder, age)).toReversed())
        .flat()
        .slice(0, most),
  };
}

/** Do not follow links, and do not block on a pipe without a reader. */
const appendingFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | openFlag('O_NOFOLLOW') | openFlag('O_NONBLOCK');

function append(folder: string, line: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(nameOf(folder, 0), appendingFlags, 0o600);
  try {
    if (!fstatSync(file).isFile()) return;
    if (process.platform !== 'win32') fchmodSync(file, 0o600);
    writeSync(file, line);
    if (fstatSync(file).size < FULL) return;
  } finally {
    closeSync(file);
  }
  rotate(folder);
}

function rotate(folder: string): void {
  rmSync(nameOf(folder, EARLIER), { force: true });
  for (let age = EARLIER - 1; age >= 0; age--) {
    if (existsSync(nameOf(folder, age))) renameSync(nameOf(folder, age), nameOf(folder, age + 1));
  }
}

/** Skips lines in an unknown shape. A file that cannot be read has no lines. */
function linesOf(path: string): LogLine[] {
  return textOf(path)
    .split('\n')
    .flatMap((line) => {
      const parsed = logLineSchema.safeParse(parse(line));
      return parsed.success ? [parsed.data] : [];
    });
}

function textOf(path: string): string {
  try {
    return readOrdinary(path, 2 * FULL);
  } catch {
    return '';
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function nameOf(folder: string, age: number): string {
  return join(folder, age === 0 ? 'carrel.log' : `carrel.${age}.log`);
}
