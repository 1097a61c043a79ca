import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyFilePath, readKeyFile, writeKeyFile, type WrappedKeys } from '../../../src/core/vault/key-file.ts';
import { sweepUnfinished } from '../../../src/core/platform/files.ts';
import { temporaryFolders } from './folder.ts';

const keys: WrappedKeys = {
  passphrase: { tag: 'dGFn', sealed: 'c2VhbGVk', nonce: 'bm9uY2U=', salt: 'c2FsdA==', kdf: 'scrypt', n: 131_072, r: 8, p: 1 },
  keyStore: { backend: 'keychain', sealed: 'YmxvYg==' },
};

describe('keys.json', () => {
  const folder = temporaryFolders();

  test('gives back what was written, readable by its owner only', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    expect(readKeyFile(dir)).toEqual(keys);
    if (process.platform !== 'win32') expect(statSync(keyFilePath(dir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['keys.json']);
  });

  test('one changed character anywhere is told as damage, not as a wrong passphrase', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    const good = readFileSync(keyFilePath(dir));
    const unread = Array.from(good, (_, index) => {
      const bad = Buffer.from(good);
      bad[index] = (bad[index] ?? 0) ^ 1;
      writeFileSync(keyFilePath(dir), bad);
      return outcome(dir);
    });
    // White space and the version may change without touching what the file says; nothing else may.
    const wrong = unread.filter((result) => result !== 'LOCKED: damaged' && result !== 'the same' && result !== 'VERSION');
    expect(wrong).toEqual([]);
    expect(unread.filter((result) => result === 'LOCKED: damaged').length).toBeGreaterThan(good.length * 0.8);
  });

  test.each(['', '{}', 'null', '{"format":"carrel keys"'])('the content %j is damage', (content) => {
    const dir = folder();
    writeFileSync(keyFilePath(dir), content);
    expect(outcome(dir)).toBe('LOCKED: damaged');
  });

  test('a newer version is left alone', () => {
    const dir = folder();
    writeFileSync(keyFilePath(dir), '{"format":"carrel keys","version":2,"post-quantum":true}');
    expect(outcome(dir)).toBe('VERSION');
  });

  test('what a killed writer left behind is swept, and nothing else', () => {
    const dir = folder();
    writeKeyFile(dir, keys);
    // No system gives so high a number to a process.
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
