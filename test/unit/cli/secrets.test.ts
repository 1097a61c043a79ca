import { PassThrough, Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { secretVariables } from '../../../src/core/platform/secret-variables.ts';
import { readSecrets, takeEnvironmentSecrets } from '../../../src/cli/secrets.ts';

test.each(Object.values(secretVariables))('takes every secret out of the environment: %s', (name) => {
  const env: NodeJS.ProcessEnv = { PATH: '/bin', [name]: 'a secret' };
  expect(Object.values(takeEnvironmentSecrets(env)).filter((secret) => secret !== null)).toEqual(['a secret']);
  expect(env).toEqual({ PATH: '/bin' });
});

const both = { passphraseFromStdin: true, clientSecretFromStdin: true };
const none = takeEnvironmentSecrets({});
const never = new AbortController().signal;

test('does not read a byte order mark from a shell’s pipe as part of a secret', async () => {
  const stdin = Readable.from([Buffer.from('\uFEFFa phrase of words\r\nthe secret\r\n')]);
  expect(await readSecrets(none, both, { stdin, stderr: new PassThrough() }, never)).toMatchObject({
    passphrase: 'a phrase of words',
    clientSecret: 'the secret',
  });
});

describe('an input that stays open', () => {
  const phrase = Buffer.from('pässe phrase\n');
  const inTheMiddleOfALetter = 2;

  test('is read only up to the secrets asked for', async () => {
    const stdin = new PassThrough();
    const read = readSecrets(none, both, { stdin, stderr: new PassThrough() }, never);
    stdin.write(phrase.subarray(0, inTheMiddleOfALetter));
    stdin.write(phrase.subarray(inTheMiddleOfALetter));
    stdin.write('the secret\n');
    expect(await read).toMatchObject({ passphrase: 'pässe phrase', clientSecret: 'the secret' });
  });

  test('does not keep Ctrl-C waiting', async () => {
    const controller = new AbortController();
    const read = readSecrets(none, both, { stdin: new PassThrough(), stderr: new PassThrough() }, controller.signal);
    controller.abort();
    await expect(read).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });

  test('is refused if it holds more than secrets', async () => {
    const stdin = new PassThrough({ highWaterMark: 1024 * 1024 });
    stdin.write(Buffer.alloc(64 * 1024 + 1, 'x'));
    await expect(readSecrets(none, both, { stdin, stderr: new PassThrough() }, never)).rejects.toThrow(
      'There is more on stdin than secrets',
    );
  });
});

describe('a terminal', () => {
  /** What a person types, key by key, once each question is on the terminal; and what the terminal then shows. */
  function typing(answers: readonly string[]) {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: vi.fn() });
    const stderr = new PassThrough();
    const [left, shown] = [[...answers], [] as string[]];
    stderr.on('data', (chunk: Buffer) => {
      shown.push(String(chunk));
      if (String(chunk).endsWith(': ')) for (const key of left.shift() ?? '') stdin.write(key);
    });
    return { stdin, stderr, shown };
  }

  test('is asked for each secret, and shows the questions alone', async () => {
    const { stdin, stderr, shown } = typing(['corrext\u007f\u007fct horse\r', 'the secret\r']);
    expect(await readSecrets(none, both, { stdin, stderr }, never)).toMatchObject({
      passphrase: 'correct horse',
      clientSecret: 'the secret',
    });
    expect(shown.join('')).toBe('Passphrase: \nClient secret: \n');
    expect(stdin.setRawMode.mock.calls.flat()).toEqual([true, false]);
  });

  test('does not offer one secret again as the next one', async () => {
    const { stdin, stderr } = typing(['a phrase of words\r', '\u001b[Athe secret\r']);
    expect(await readSecrets(none, both, { stdin, stderr }, never)).toMatchObject({ clientSecret: 'the secret' });
  });

  test('ignores Ctrl-Z', async () => {
    const { stdin, stderr } = typing(['half \u001aof it\r', 'the secret\r']);
    // Without its guard, readline would stop this process.
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    onTestFinished(() => kill.mockRestore());
    expect(await readSecrets(none, both, { stdin, stderr }, never)).toMatchObject({ passphrase: 'half of it' });
    expect(kill).not.toHaveBeenCalled();
  });

  test('gets its own processing back when cancelled', async () => {
    const controller = new AbortController();
    const { stdin, stderr } = typing([]);
    const read = readSecrets(none, both, { stdin, stderr }, controller.signal);
    controller.abort();
    await expect(read).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(stdin.setRawMode).toHaveBeenLastCalledWith(false);
  });

  test('is told what is missing after an empty line', async () => {
    const { stdin, stderr } = typing(['\r', '\r']);
    await expect(readSecrets(none, both, { stdin, stderr }, never)).rejects.toThrow('The passphrase was expected on stdin');
  });
});
