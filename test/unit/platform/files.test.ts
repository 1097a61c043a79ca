import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAtomicFile, hostMark, isRunning, isWriting, sweepParts } from '../../../src/core/platform/atomic-file.ts';
import {
  cleanUpIfPossible,
  createMissing,
  makeFolders,
  namesIn,
  readFileOrPipe,
  readOrdinary,
  readThrough,
  storeFailure,
  sweepUnfinished,
  unfinishedName,
  writeDurably,
} from '../../../src/core/platform/files.ts';
import { isDataFolder, isOwnFile, isOwnName } from '../../../src/core/platform/own-files.ts';
import { assertSame, identityOf } from '../../../src/core/platform/own-folder.ts';
import { readTextFile, writeTextFile } from '../../../src/core/platform/text-file.ts';
import { openPlainFile } from '../../../src/core/verify/plain-file.ts';
import { AppError } from '../../../src/shared/errors.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-files-')));
  path = join(folder, 'mine.txt');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A number that no process has. */
const nobody = 99_999_999;

describe('a failure of the disk', () => {
  test.each([
    ['ENOENT', 'the folder is gone'],
    ['EIO', 'the disk reported an error'],
    ['ENOTHING', 'the system refused it'],
  ])('%s is told as: %s', (code, says) => {
    const cause = Object.assign(new Error(code), { code });
    expect(storeFailure('It was not done', cause)).toMatchObject({
      code: 'STORE',
      message: expect.stringContaining(`It was not done: ${says}.`),
      cause,
    });
  });

  test('that is already explained stays as it is', () => {
    const error = new AppError('LIMIT', 'x');
    expect(storeFailure('It was not done', error)).toBe(error);
  });

  test('does not stop a cleanup that can wait, but other errors do', () => {
    expect(() => cleanUpIfPossible(() => rmSync(join(folder, 'none')))).not.toThrow();
    for (const [error, thrown] of [
      [new AppError('STORE', 'x'), false],
      [new AppError('BUSY', 'x'), true],
      [new TypeError('x'), true],
    ] as const) {
      const clean = (): void =>
        cleanUpIfPossible(() => {
          throw error;
        });
      if (thrown) expect(clean).toThrow(error);
      else expect(clean).not.toThrow();
    }
  });
});

describe('a folder', () => {
  test('is created with those above it, for this account only', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeFolders(deep);
    makeFolders(deep);
    expect(statSync(deep).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(deep).mode & 0o777).toBe(0o700);
  });

  test('is not created where a file is in the way', () => {
    writeFileSync(path, '');
    expect(() => makeFolders(path)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    expect(() => makeFolders(join(path, 'a'))).toThrow(expect.objectContaining({ code: expect.stringMatching(/ENOTDIR|ENOENT|EEXIST/) }));
  });

  test('has names, or none if it is not there', () => {
    writeFileSync(path, '');
    expect([namesIn(folder), namesIn(join(folder, 'none'))]).toEqual([['mine.txt'], []]);
  });

  test('is not the same once it was replaced', () => {
    const [one, other] = [join(folder, 'one'), join(folder, 'other')];
    for (const dir of [one, other]) mkdirSync(dir);
    const identity = identityOf(one);
    expect(() => assertSame(one, identity)).not.toThrow();
    expect(() => assertSame(other, identity)).toThrow(
      expect.objectContaining({ code: 'SECURITY', message: expect.stringContaining('was replaced') }),
    );
    expect(identityOf(join(folder, 'none'))).toBeNull();
    expect(() => assertSame(join(folder, 'none'), null)).not.toThrow();
  });
});

describe('a file', () => {
  test('is written whole, and nothing else is left', () => {
    writeDurably(path, 'one');
    writeDurably(path, 'two');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['two', ['mine.txt']]);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('that cannot be written leaves nothing', () => {
    mkdirSync(path);
    expect(() => writeDurably(path, 'one')).toThrow(
      expect.objectContaining({ code: 'STORE', message: expect.stringContaining('mine.txt could not be written') }),
    );
    expect(readdirSync(folder)).toEqual(['mine.txt']);
    expect(() => writeDurably(join(folder, 'none', 'mine.txt'), 'one')).toThrow(expect.objectContaining({ code: 'STORE' }));
  });

  test('is read up to a number of bytes', () => {
    writeFileSync(path, 'äbc');
    expect([readOrdinary(path, 4), readFileOrPipe(path, 4)]).toEqual(['äbc', 'äbc']);
    for (const read of [readOrdinary, readFileOrPipe]) {
      expect(() => read(path, 3)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
      expect(() => read(folder, 1000)).toThrow(expect.objectContaining({ code: 'EFTYPE' }));
      expect(() => read(join(folder, 'none'), 1000)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    }
  });

  test('of many parts is read as a whole', () => {
    const text = 'x'.repeat(200_000);
    writeFileSync(path, text);
    expect(readFileOrPipe(path, 200_000)).toBe(text);
  });

  test('is read through to provoke errors, but need not be there', () => {
    expect(() => readThrough(path)).not.toThrow();
    expect(() => readThrough(folder)).toThrow(expect.objectContaining({ code: 'EFTYPE' }));
  });

  test('is created if it is missing, and kept if it is not', () => {
    createMissing(path);
    expect(readFileSync(path, 'utf8')).toBe('');
    writeFileSync(path, 'mine');
    createMissing(path);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  test('that a person chose is refused with the reason', () => {
    writeTextFile(path, 'four', false);
    expect(readTextFile(path, 4, 'checks')).toBe('four');
    for (const [at, says] of [
      [path, '"mine.txt" is not a file, or is too large, for checks'],
      [folder, 'is not a file, or is too large, for checks'],
      [join(folder, 'none'), `The file of checks could not be read: ${join(folder, 'none')}`],
    ] as const)
      expect(() => readTextFile(at, 3, 'checks')).toThrow(
        expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(says) }),
      );
  });

  test('of text is written under its digest, and not if that cannot be noted', () => {
    const noted: string[] = [];
    writeTextFile(path, 'abc', false, (sha256) => noted.push(sha256));
    expect(noted).toEqual(['ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad']);
    const refuse = (): never => {
      throw new TypeError('not noted');
    };
    expect(() => writeTextFile(join(folder, 'other'), 'abc', false, refuse)).toThrow('not noted');
    expect(readdirSync(folder)).toEqual(['mine.txt']);
  });
});

describe('what a writer that was killed leaves', () => {
  test('is deleted, but not what a running one writes or what only looks like it', () => {
    const ended = `${path}.${String(nobody)}-0123abcd.new`;
    const kept = [
      unfinishedName(path),
      `${path}.1x-0123abcd.new`,
      `${ended}.more`,
      join(folder, `mineXtxt.${String(nobody)}-0123abcd.new`),
    ];
    for (const name of [ended, ...kept]) writeFileSync(name, '');
    sweepUnfinished(path);
    expect([existsSync(ended), ...kept.map((name) => existsSync(name))]).toEqual([false, true, true, true, true]);
  });

  test('of an export is deleted: parts of ended processes of this machine, and any older than a day', async () => {
    const part = (host: string, pid: number, n: number): string =>
      join(folder, `.carrel-${host}-${String(pid)}-${String(n).padStart(12, '0')}.part`);
    const [gone, running, elsewhere, old, young] = [
      part(hostMark(), nobody, 1),
      part(hostMark(), process.pid, 2),
      part('00000000', nobody, 3),
      part('00000000', nobody, 4),
      part('00000000', nobody, 5),
    ] as const;
    for (const name of [gone, running, elsewhere, old, young]) writeFileSync(name, '');
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
    utimesSync(old, ago(86_500), ago(86_500));
    utimesSync(young, ago(86_300), ago(86_300));
    mkdirSync(part(hostMark(), nobody, 6));
    writeFileSync(join(folder, 'other.part'), '');
    expect(await sweepParts(folder)).toBe(3);
    expect([gone, running, elsewhere, old, young].map((name) => existsSync(name))).toEqual([false, true, true, false, true]);
  });

  test('is being written only by a running process of this machine, for a day', () => {
    const part = (host: string, pid: number): string => `.carrel-${host}-${String(pid)}-000000000001.part`;
    const mine = part(hostMark(), process.pid);
    expect(isWriting(mine, Date.now())).toBe(true);
    expect(isWriting(mine, Date.now() - 86_300_000)).toBe(true);
    expect(isWriting(mine, Date.now() - 86_500_000)).toBe(false);
    expect(isWriting(part('00000000', process.pid), Date.now())).toBe(false);
    expect(isWriting(part(hostMark(), nobody), Date.now())).toBe(false);
    expect([isRunning(process.pid), isRunning(nobody)]).toEqual([true, false]);
  });
});

describe('an export', () => {
  test('that was finished has its bytes and digest, and its name only once committed', () => {
    const file = createAtomicFile(path, false);
    file.write(Buffer.from('ab'));
    file.write(Buffer.from('c'));
    const written = { bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' };
    expect(file.finish()).toEqual(written);
    expect(existsSync(path)).toBe(false);
    expect(file.commit()).toEqual(written);
    file.discard();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['abc', ['mine.txt']]);
  });

  test('can be taken back, to the file that was there before or to none', () => {
    const write = (text: string) => {
      const file = createAtomicFile(path, true);
      file.write(Buffer.from(text));
      return file.commitUndoably();
    };
    write('one').undo();
    expect(readdirSync(folder)).toEqual([]);
    write('one').keep();
    write('two').undo();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['one', ['mine.txt']]);
    write('three').keep();
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['three', ['mine.txt']]);
  });

  test('is refused where a file is, unless it may be replaced, and where there is no folder', () => {
    writeFileSync(path, 'mine');
    expect(() => createAtomicFile(path, false)).toThrow(expect.objectContaining({ code: 'EXPORT' }));
    expect(() => createAtomicFile(join(folder, 'none', 'x'), false)).toThrow(
      expect.objectContaining({ code: 'EXPORT', message: expect.stringContaining('"x" could not be written: the folder does not exist') }),
    );
    expect(() => createAtomicFile(join(folder, 'x'.repeat(300)), false)).toThrow(/the name is too long/);
  });
});

describe('a file of a data folder', () => {
  test.each([
    ['keys.json', true],
    ['vault-0123456789abcdef.db', true],
    ['vault-0123456789abcdef.db-wal', true],
    ['vault-0123456789abcde.db', false],
    ['set-aside-x', true],
    ['preferences.json', true],
    ['tries.json.12-0123abcd.new', true],
    ['studies', true],
    ['notes.txt', false],
    ['keys.json.bak', false],
  ])('is called %s: %s', (name, isOwn) => {
    expect(isOwnName(name)).toBe(isOwn);
  });

  test('is one only in a data folder, also within its folders and through links', () => {
    const inside = join(folder, 'studies', 'a');
    expect([isOwnFile(join(folder, 'studies')), isDataFolder(folder)]).toEqual([false, false]);
    writeFileSync(join(folder, 'keys.json'), '');
    mkdirSync(inside, { recursive: true });
    expect(isDataFolder(folder)).toBe(true);
    expect([join(folder, 'KEYS.json'), join(inside, 'x.csv'), path].map(isOwnFile)).toEqual([true, true, false]);
    const link = join(folder, 'link');
    symlinkSync(inside, link, 'junction');
    expect(isOwnFile(join(link, 'x.csv'))).toBe(true);
    expect(isDataFolder(path)).toBe(false);
  });
});

describe('a file to verify', () => {
  test('is read in parts, and shorter at its end', async () => {
    writeFileSync(path, '0123456789');
    const file = await openPlainFile(path);
    expect([file.name, file.size]).toEqual(['mine.txt', 10]);
    expect([await file.read(2, 3), await file.read(8, 5), await file.read(20, 5)].map(String)).toEqual(['234', '89', '']);
    await file.assertUnchanged(10);
    for (const change of [async () => file.assertUnchanged(9), async () => (writeFileSync(path, '01234567890'), file.assertUnchanged(10))])
      await expect(change()).rejects.toMatchObject({ code: 'BUSY', message: expect.stringContaining('changed while it was being read') });
    await file.close();
  });

  test('is refused with the reason if it is none', async () => {
    symlinkSync(folder, join(folder, 'link'), 'junction');
    writeFileSync(path, '');
    for (const [name, says] of [
      ['.', 'is a folder. Give a file in it.'],
      ['link', 'is a link or a device, not an ordinary file.'],
      ['none', 'cannot be read: there is no such file'],
      ['mine.txt/x', 'cannot be read: there is no such file'],
      ['x'.repeat(300), 'cannot be read: no file has so long a name'],
    ] as const)
      await expect(openPlainFile(join(folder, name))).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(says) });
  });
});
