import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { scryptKey, scryptKeyInThread } from '../../../src/core/vault/keys/scrypt.ts';

const passphrase = Buffer.from('four quiet desks', 'utf8');

test('derives the same key in a thread and leaves the given passphrase intact', async () => {
  const salt = randomBytes(32);
  const key = await scryptKeyInThread({ passphrase, salt });
  expect(key).toHaveLength(32);
  expect(key).toEqual(await scryptKey({ passphrase, salt }));
  expect(passphrase.toString('utf8')).toBe('four quiet desks');
});

test('fails if the thread ends without a key or cannot start', async () => {
  const task = { passphrase, salt: randomBytes(32) };
  await expect(scryptKeyInThread(task, new URL('data:text/javascript,'))).rejects.toThrow('ended without a key');
  await expect(scryptKeyInThread(task, new URL('data:text/javascript,throw new Error("broken")'))).rejects.toThrow('broken');
});
