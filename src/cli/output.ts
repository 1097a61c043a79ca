import type { Writable } from 'node:stream';
import { printable } from '../shared/printable.ts';

/** Where a command writes: text for people or JSON for programs on stdout, diagnostics on stderr. */
export interface Output {
  readonly json: boolean;
  /** A line for people; nothing with --json. */
  say(line?: string): void;
  /** A JSON line; nothing without --json. */
  event(event: Readonly<Record<string, unknown>>): void;
  /** A line of diagnostics. */
  note(line: string): void;
  /** A line that the next one replaces, on a terminal only; an empty text clears it. */
  progress(line: string): void;
  /** True once nobody reads stdout any more. */
  readonly closed: boolean;
  /** Why stdout took no more although somebody may still read it (`ENOSPC`); null: it took all, or its reader went away. */
  readonly lost: string | null;
  /** Resolves when everything has left. */
  flush(): Promise<void>;
}

interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** What a pipe says whose reader went away; EOF is that of Windows. */
const noReader: readonly (string | undefined)[] = ['EPIPE', 'EOF'];

/**
 * A reader that goes away (`| head`) ends the output, not the work: what was begun is finished in silence. A file on a full disk ends it
 * too, but there what was written would pass for all of it: `lost` says so.
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
      if (json) write(`${JSON.stringify(event)}\n`);
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

/** Errors repeat what stands in files that others wrote and in names of the service: no terminal may take any of it for a command. */
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
