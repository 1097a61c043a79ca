import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { scryptKey, scryptKeyInThread } from '../../../src/core/vault/scrypt.ts';

const passphrase = Buffer.from('four quiet desks', 'utf8');

test('a thread derives the same key, and leaves the passphrase it was asked with as it is', async () => {
  const salt = randomBytes(32);
  const key = await scryptKeyInThread({ passphrase, salt });
  expect(key).toHaveLength(32);
  expect(key).toEqual(await scryptKey({ passphrase, salt }));
  expect(passphrase.toString('utf8')).toBe('four quiet desks');
});

test('a thread that ends without a key, or cannot begin, is an error', async () => {
  const task = { passphrase, salt: randomBytes(32) };
  await expect(scryptKeyInThread(task, new URL('data:text/javascript,'))).rejects.toThrow('ended without one');
  await expect(scryptKeyInThread(task, new URL('data:text/javascript,throw new Error("broken")'))).rejects.toThrow('broken');
});
