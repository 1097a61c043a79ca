import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of the compiled shim, or why there is none on this machine. */
export type Shim = { readonly path: string } | { readonly why: string };

/** What the shim does to a process's files; see the top of shim.c for the syntax. */
export interface Fault {
  readonly stop?: string;
  readonly fail?: string;
  readonly room?: string;
  /** The file in which all events are logged. */
  readonly log?: string;
  /** Whether the log contains the bytes of each write. */
  readonly record?: true;
}

/** One call that reached the disk, in the order of the calls; `path` and `to` are absolute. */
export interface FileEvent {
  readonly number: number;
  readonly kind: string;
  readonly operation: string;
  /** Offset of a write, or the new length of a truncated file. */
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  /** The new name in a rename or link, otherwise empty. */
  readonly to: string;
  /** What was written, if recorded. */
  readonly bytes: Buffer | null;
}

/** Compiles the shim into a folder. */
export function compileShim(folder: string): Shim {
  if (process.platform !== 'linux') return { why: `standing between a process and its files needs Linux, and this is ${process.platform}` };
  const path = join(folder, 'shim.so');
  const made = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', path, join(import.meta.dirname, 'shim.c'), '-lpthread'], {
    encoding: 'utf8',
  });
  if (made.error !== undefined) return { why: 'there is no C compiler (cc) on this machine' };
  return made.status === 0 ? { path } : { why: `cc could not compile the shim: ${made.stderr.split('\n')[0] ?? ''}` };
}

/** The environment that loads the shim into a process, for the files below some folders. */
export function shimEnvironment(
  shim: { readonly path: string },
  below: readonly string[],
  { stop, fail, room, log, record }: Fault,
): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: shim.path,
    SHIM_BELOW: below.join(':'),
    ...(stop === undefined ? {} : { SHIM_STOP: stop }),
    ...(fail === undefined ? {} : { SHIM_FAIL: fail }),
    ...(room === undefined ? {} : { SHIM_ROOM: room }),
    ...(log === undefined ? {} : { SHIM_LOG: log }),
    ...(record === undefined ? {} : { SHIM_RECORD: '1' }),
  };
}

/** The events of a log. `recorded`: with the bytes of the writes. */
export function readEvents(log: string, recorded: boolean): readonly FileEvent[] {
  const content = readFileSync(log);
  const events: FileEvent[] = [];
  for (let at = 0; at < content.length;) {
    const line = content.indexOf('\n', at);
    const [number = '', kind = '', operation = '', offset = '', length = '', path = '', to = ''] = content
      .toString('utf8', at, line)
      .split('\t');
    at = line + 1;
    const size = recorded && operation === 'write' ? Number(length) : 0;
    const bytes = size > 0 ? content.subarray(at, at + size) : null;
    events.push({ number: Number(number), kind, operation, offset: Number(offset), length: Number(length), path, to, bytes });
    at += size;
  }
  return events;
}
