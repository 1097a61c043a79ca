import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchForFailures } from '../../../src/main/shell/failure.ts';

const shown = vi.hoisted((): { boxes: string[]; exits: number[] } => ({ boxes: [], exits: [] }));
vi.mock('electron', () => ({
  app: { isPackaged: true, exit: (code: number) => shown.exits.push(code) },
  dialog: { showErrorBox: (_title: string, message: string) => shown.boxes.push(message) },
}));

type Listener = (...args: unknown[]) => void;

interface Emitter {
  listeners(name: string): unknown[];
  removeAllListeners(name: string): unknown;
  on(name: string, listener: Listener): unknown;
}

const watched: readonly (readonly [Emitter, string])[] = [
  [process, 'uncaughtException'],
  [process, 'unhandledRejection'],
  [process.stderr, 'error'],
];
let before: (readonly Listener[])[];

beforeEach(() => {
  before = watched.map(([emitter, name]) => emitter.listeners(name) as Listener[]);
  for (const [emitter, name] of watched) emitter.removeAllListeners(name);
  watchForFailures();
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [index, [emitter, name]] of watched.entries()) {
    emitter.removeAllListeners(name);
    for (const listener of before[index] ?? []) emitter.on(name, listener);
  }
});

test('messages that nobody can read any more do not end Carrel', () => {
  process.stderr.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  expect(shown).toEqual({ boxes: [], exits: [] });
});

test('a background task that fails is reported, and an uncaught error ends Carrel with a message', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  process.emit('unhandledRejection', new Error('a'), Promise.resolve());
  expect(written.mock.calls.flat().join('')).toContain('A background task failed');
  expect(shown.exits).toEqual([]);
  process.emit('uncaughtException', new Error('b'));
  expect(shown.exits).toEqual([22]);
  expect(shown.boxes[0]).toContain('Something unexpected went wrong');
});
