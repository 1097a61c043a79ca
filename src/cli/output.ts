import type { Writable } from 'node:stream';
import { printable, printableJson } from '../shared/printable.ts';

/** Where a command writes: text for people or JSON for programs on stdout, diagnostics on stderr. */
export interface Output {
  readonly json: boolean;
  /** Writes a line for people; nothing with --json. */
  say(line?: string): void;
  /** Writes a JSON line; nothing without --json. */
  event(event: Readonly<Record<string, unknown>>): void;
  /** Writes a line of diagnostics. */
  note(line: string): void;
  /** Writes a line that the next one replaces, only on a terminal; an empty text clears it. */
  progress(line: string): void;
  /** True once nothing more can be written to stdout. */
  readonly closed: boolean;
  /** Why writing to stdout failed although it may still have a reader (`ENOSPC`); null if all was written or the reader went away. */
  readonly lost: string | null;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Errors of a pipe without a reader; EOF is the one on Windows. */
const noReader: readonly (string | undefined)[] = ['EPIPE', 'EOF'];

/**
 * If the reader goes away (`| head`), output stops but the work is finished silently. A full disk also stops output, but the incomplete
 * file would look complete, so `lost` reports it.
 */
export function createOutput(json: boolean, { stdout, stderr }: Streams): Output {
  const state: { closed: boolean; lost: string | null; shown: number } = { closed: false, lost: null, shown: 0 };
  stdout.on('error', ({ code, name }: NodeJS.ErrnoException) => {
    if (!state.closed && !noReader.includes(code)) state.lost = code ?? name;
    state.closed = true;
  });
  stderr.on('error', () => undefined);
  const write = (text: string): void => {
    if (!state.closed) stdout.write(text);
  };
  const clear = (): void => {
    if (state.shown > 0) stderr.write(`\r${' '.repeat(state.shown)}\r`);
    state.shown = 0;
  };
  return {
    json,
    say: (line = '') => {
      clear();
      if (!json) write(`${shown(line)}\n`);
    },
    event: (event) => {
      if (json) write(`${printableJson(event)}\n`);
    },
    note: (line) => {
      clear();
      stderr.write(`${shown(line)}\n`);
    },
    progress: (line) => {
      if (json || stderr.isTTY !== true) return;
      clear();
      const text = shown(line);
      stderr.write(text);
      state.shown = text.length;
    },
    get closed() {
      return state.closed;
    },
    get lost() {
      return state.lost;
    },
    flush: async () => {
      clear();
      await drained(stdout);
      await drained(stderr);
    },
  };
}

/** Errors repeat text from files and names from the service, so control characters are replaced before a terminal can interpret them. */
function shown(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed) resolve();
    else
      stream.write('', () => {
        resolve();
      });
  });
}
