import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasKeyFile, keyFilePath, readKeyFile, writeKeyFile, type WrappedKeys } from '../../../src/core/vault/keys/key-file.ts';
import { sweepUnfinished } from '../../../src/core/platform/files.ts';
import { temporaryFolders } from './folder.ts';

function bytes(length: number): string {
  return randomBytes(length).toString('base64');
}

const keys: WrappedKeys = {
  passphrase: { tag: bytes(16), sealed: bytes(32), nonce: bytes(12), salt: bytes(32), kdf: 'scrypt', n: 131_072, r: 8, p: 1 },
  keyStore: { backend: 'keychain', sealed: 'YmxvYg==' },
};

describe('keys.json', () => {
  const folder = temporaryFolders();

  test('returns what was written, and is readable by its owner only', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    expect(readKeyFile(dir)).toEqual(keys);
    if (process.platform !== 'win32') expect(statSync(keyFilePath(dir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['keys.json']);
  });

  test('reports any changed character as damage, not as a wrong passphrase', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    const good = readFileSync(keyFilePath(dir));
    const unread = Array.from(good, (_, index) => {
      const bad = Buffer.from(good);
      bad[index] = (bad[index] ?? 0) ^ 1;
      writeFileSync(keyFilePath(dir), bad);
      return outcome(dir);
    });
    // White space and the version may change without altering what the file says; nothing else may.
    const wrong = unread.filter((result) => result !== 'LOCKED: damaged' && result !== 'the same' && result !== 'VERSION');
    expect(wrong).toEqual([]);
    expect(unread.filter((result) => result === 'LOCKED: damaged').length).toBeGreaterThan(good.length * 0.8);
  });

  test.each(['', '{}', 'null', '{"format":"carrel keys"'])('reports the content %j as damage', (content) => {
    const dir = folder();
    writeFileSync(keyFilePath(dir), content);
    expect(outcome(dir)).toBe('LOCKED: damaged');
  });

  test.each([
    ['a tag of 4 bytes', { tag: bytes(4) }],
    ['a tag of 12 bytes', { tag: bytes(12) }],
    ['a tag of 17 bytes', { tag: bytes(17) }],
    ['no tag', { tag: '' }],
    ['a nonce of 8 bytes', { nonce: bytes(8) }],
    ['a salt of one byte', { salt: bytes(1) }],
    ['a key of 16 bytes', { sealed: bytes(16) }],
    ['a weaker scrypt', { n: 2 }],
    ['a more expensive scrypt, which would block the computer', { n: 1 << 30 }],
    ['another block size of scrypt', { r: 1 }],
    ['more parallel lanes of scrypt', { p: 4096 }],
    ['another key derivation', { kdf: 'none' }],
  ])('reports %s as damage even if the checksum is correct', (_what, edited) => {
    const dir = folder();
    const passphrase = { ...keys.passphrase, ...edited };
    const content = { format: 'carrel keys', version: 1, passphrase, keyStore: keys.keyStore };
    const { kdf, n, r, p, salt, nonce, sealed, tag } = passphrase as Record<string, unknown>;
    const reported = ['carrel keys', 1, { kdf, n, r, p, salt, nonce, sealed, tag }, keys.keyStore];
    const check = createHash('sha256').update(JSON.stringify(reported)).digest('hex');
    writeFileSync(keyFilePath(dir), JSON.stringify({ ...content, check }));
    expect(outcome(dir)).toBe('LOCKED: damaged');
  });

  test('reports that it is missing, and from where', () => {
    const dir = folder();
    expect(() => readKeyFile(dir)).toThrow(
      expect.objectContaining({ code: 'LOCKED', message: expect.stringContaining(`The key file keys.json is missing from ${dir}.`) }),
    );
    expect(hasKeyFile(dir)).toBe(false);
  });

  test('reports a folder or a file that is too large as damage', () => {
    const [dir, other] = [folder(), folder()];
    mkdirSync(keyFilePath(dir));
    writeFileSync(keyFilePath(other), ' '.repeat(128 * 1024 + 1));
    expect([outcome(dir), outcome(other)]).toEqual(['LOCKED: damaged', 'LOCKED: damaged']);
  });

  test('reports a newer version as such, not as damage', () => {
    const dir = folder();
    writeFileSync(keyFilePath(dir), '{"format":"carrel keys","version":2,"post-quantum":true}');
    expect(outcome(dir)).toBe('VERSION');
  });

  test('sweeps only what a killed writer left behind', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    // No system assigns a process id this high.
    writeFileSync(`${keyFilePath(dir)}.999999999-0123abcd.new`, 'half');
    writeFileSync(`${keyFilePath(dir)}.${process.pid}-0123abcd.new`, 'in hand');
    writeFileSync(`${keyFilePath(dir)}.mine.new`, 'somebody else');
    sweepUnfinished(keyFilePath(dir));
    expect(readdirSync(dir).sort()).toEqual(['keys.json', `keys.json.${process.pid}-0123abcd.new`, 'keys.json.mine.new'].sort());
  });

  function outcome(dir: string): string {
    try {
      return JSON.stringify(readKeyFile(dir)) === JSON.stringify(sorted(keys)) ? 'the same' : 'another';
    } catch (error: unknown) {
      const { code, message } = error as { code: string; message: string };
      return code === 'LOCKED' && message.includes('damaged') ? 'LOCKED: damaged' : code;
    }
  }

  function sorted({ passphrase, keyStore }: WrappedKeys): WrappedKeys {
    if (passphrase === null) return { passphrase, keyStore };
    const { kdf, n, r, p, salt, nonce, sealed, tag } = passphrase;
    return { passphrase: { kdf, n, r, p, salt, nonce, sealed, tag }, keyStore };
  }
});
