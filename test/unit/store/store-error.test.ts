import Database from 'better-sqlite3-multiple-ciphers';
import { describe, expect, test } from 'vitest';
import { guarded, knownStoreError, storeError } from '../../../src/core/store/database/store-error.ts';
import { AppError } from '../../../src/shared/errors.ts';

const what = 'The cache of study 22-001';
const failed = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('an error of the store', () => {
  test.each([
    ['SQLITE_CORRUPT', 'CORRUPT', `${what} is damaged: `],
    ['SQLITE_CORRUPT_VTAB', 'CORRUPT', `${what} is damaged: `],
    ['SQLITE_NOTADB', 'CORRUPT', `${what} is damaged: `],
    ['SQLITE_BUSY_SNAPSHOT', 'BUSY', `${what} is being written by another process. `],
    ['SQLITE_LOCKED', 'BUSY', `${what} is being written by another process. `],
    ['SQLITE_FULL', 'STORE', 'The disk is full: the cache of study 22-001 could not be written. '],
    ['ENOSPC', 'STORE', 'The disk is full: the cache of study 22-001 could not be written. '],
    ['EDQUOT', 'STORE', 'The disk is full: the cache of study 22-001 could not be written. '],
    ['SQLITE_READONLY_DIRECTORY', 'STORE', `${what} could not be opened or written (SQLITE_READONLY_DIRECTORY). `],
    ['SQLITE_CANTOPEN', 'STORE', `${what} could not be opened or written (SQLITE_CANTOPEN). `],
    ['EACCES', 'STORE', `${what} could not be opened or written (EACCES). `],
    ['EROFS', 'STORE', `${what} could not be opened or written (EROFS). `],
    ['EIO', 'STORE', `${what} could not be read or written (EIO). `],
    ['XSQLITE_BUSY', 'STORE', `${what} could not be read or written (XSQLITE_BUSY). `],
  ])('with code %s is %s', (code, category, says) => {
    const error = storeError(failed(code), what);
    expect(error).toMatchObject({ code: category, cause: { code } });
    expect(error.message.slice(0, says.length)).toBe(says);
  });

  test('without a code has an unknown reason', () => {
    expect(storeError(new Error('odd'), what).message).toContain('could not be read or written (unknown reason). ');
  });

  test('that was reported already stays as it is', () => {
    const reported = new AppError('USAGE', 'Not this.');
    expect(storeError(reported, what)).toBe(reported);
  });
});

test('work on the database returns its result, and throws only errors that can be shown', () => {
  expect(guarded(what, () => 7)).toBe(7);
  const db = new Database(':memory:');
  expect(() => guarded(what, () => db.exec('nonsense'))).toThrow(expect.objectContaining({ code: 'STORE' }));
  db.close();
});

test('an error that is not of the database is a bug, which stays as it is', () => {
  const bug = new TypeError('undefined is not a function');
  expect(knownStoreError(bug, what)).toBe(bug);
  expect(knownStoreError(new Database.SqliteError('locked', 'SQLITE_BUSY'), what)).toMatchObject({ code: 'BUSY' });
});
