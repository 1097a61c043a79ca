import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput } from '../../../src/cli/output.ts';

const [escape, csi, override] = ['\u001b', '\u009b', '\u202e'];

/** What was written to both streams, of which stderr is a terminal. */
function written(json: boolean, say: (out: ReturnType<typeof createOutput>) => void): { readonly stdout: string; readonly stderr: string } {
  const [stdout, stderr] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true })];
  say(createOutput(json, { stdout, stderr }));
  const textOf = (stream: PassThrough): string => String((stream.read() as Buffer | null) ?? '');
  return { stdout: textOf(stdout), stderr: textOf(stderr) };
}

test.each([
  ['an escape sequence', `${escape}[2Jgone`, '?[2Jgone'],
  ['an escape sequence that begins with a single character', `${csi}2Jgone`, '?2Jgone'],
  ['a write to the clipboard', `${escape}]52;c;Z29uZQ==\u0007`, '?]52;c;Z29uZQ==?'],
  ['text that overwrites a line', 'refused\rtaken', 'refused?taken'],
  ['text that reverses its direction', `a${override}b`, 'a?b'],
])('no terminal receives %s', (_, text, shown) => {
  const { stdout, stderr } = written(false, (out) => {
    out.say(text);
    out.note(text);
    out.progress(text);
  });
  expect(stdout).toBe(`${shown}\n`);
  expect(stderr).toBe(`${shown}\n${shown}`);
});

test('keeps line breaks and the letters of every script', () => {
  const text = 'first\nЦикл 1 – 日本 – é – א';
  expect(written(false, (out) => out.say(text)).stdout).toBe(`${text}\n`);
});

test('writes an event for a program unchanged, but with nothing in it that a terminal would obey', () => {
  const event = { message: `${escape}[2J${csi}2J${override}\u2028é` };
  const { stdout } = written(true, (out) => out.event(event));
  expect(JSON.parse(stdout)).toEqual(event);
  expect(stdout.trimEnd()).toMatch(/^[\x20-\x7eé]+$/);
});

test.each([
  ['a full disk', 'ENOSPC', 'ENOSPC'],
  ['a failing disk', 'EIO', 'EIO'],
  ['a reader that went away', 'EPIPE', null],
  ['a reader that went away on Windows', 'EOF', null],
])('%s closes the output, and counts as a loss unless the reader went away', async (_, code, lost) => {
  const stdout = new Writable({
    write: (_chunk, _encoding, done) => {
      done(Object.assign(new Error(code), { code }));
    },
  });
  const out = createOutput(false, { stdout, stderr: new PassThrough() });
  expect([out.closed, out.lost]).toEqual([false, null]);
  out.say('first');
  await out.flush();
  out.say('second');
  await out.flush();
  expect([out.closed, out.lost]).toEqual([true, lost]);
});
