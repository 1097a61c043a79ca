import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAtomicFile, sweepParts } from '../../../src/core/platform/atomic-file.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'carrel-export-'));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
});

const refused = expect.objectContaining({ code: 'EXPORT' });
const hello = Buffer.from('hello');

describe('a new file', () => {
  test('is refused where Carrel keeps its own files in a data folder, also through a link, but allowed beside them', () => {
    const dir = join(folder, 'data');
    fs.mkdirSync(join(dir, 'studies'), { recursive: true });
    fs.writeFileSync(join(dir, 'keys.json'), '{}');
    fs.symlinkSync(join(dir, 'studies'), join(folder, 'link'));
    const own = [
      'keys.json',
      'Keys.JSON',
      'preferences.json',
      'vault-0123456789abcdef.db',
      'writer.lock',
      'studies/0123.db',
      'studies/deep/labs.csv',
    ];
    fs.mkdirSync(join(dir, 'studies', 'deep'));
    for (const path of [...own.map((name) => join(dir, name)), join(folder, 'link', 'labs.csv')])
      expect(() => createAtomicFile(path, true), path).toThrow(refused);
    expect(fs.readFileSync(join(dir, 'keys.json'), 'utf8')).toBe('{}');
    expect(fs.readdirSync(join(dir, 'studies'))).toEqual(['deep']);
    createAtomicFile(join(dir, 'labs.csv'), false).commit();
    // Without a vault it is not a data folder, and the names are free.
    fs.rmSync(join(dir, 'keys.json'));
    createAtomicFile(join(dir, 'studies', 'labs.csv'), false).commit();
    createAtomicFile(join(folder, 'keys.json'), false).commit();
  });

  test('appears only when complete, readable by its owner only, and reports size and digest', () => {
    const path = join(folder, 'a.csv');
    const file = createAtomicFile(path, false);
    file.write(hello);
    expect(fs.existsSync(path)).toBe(false);
    file.write(hello);
    expect(file.commit()).toEqual({ bytes: 10, sha256: createHash('sha256').update('hellohello').digest('hex') });
    expect(fs.readFileSync(path, 'utf8')).toBe('hellohello');
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual(['a.csv']);
  });

  test('leaves nothing when discarded, and stays when discarded after the commit', () => {
    createAtomicFile(join(folder, 'a.csv'), false).discard();
    expect(fs.readdirSync(folder)).toEqual([]);
    const file = createAtomicFile(join(folder, 'b.csv'), false);
    file.commit();
    file.discard();
    expect(fs.readdirSync(folder)).toEqual(['b.csv']);
  });
});

describe('an existing file', () => {
  test('is left unchanged and causes an error unless it may be replaced', () => {
    const path = join(folder, 'a.csv');
    fs.writeFileSync(path, 'earlier');
    expect(() => createAtomicFile(path, false)).toThrow(refused);
    expect(fs.readFileSync(path, 'utf8')).toBe('earlier');
    expect(fs.readdirSync(folder)).toEqual(['a.csv']);
  });

  test('is replaced only by the commit, and then completely', () => {
    const path = join(folder, 'a.csv');
    fs.writeFileSync(path, 'earlier', { mode: 0o644 });
    const file = createAtomicFile(path, true);
    file.write(hello);
    expect(fs.readFileSync(path, 'utf8')).toBe('earlier');
    file.commit();
    expect(fs.readFileSync(path, 'utf8')).toBe('hello');
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is not overwritten if it was created meanwhile', () => {
    const path = join(folder, 'a.csv');
    const file = createAtomicFile(path, false);
    fs.writeFileSync(path, 'faster');
    expect(() => file.commit()).toThrow(refused);
    file.discard();
    expect(fs.readFileSync(path, 'utf8')).toBe('faster');
    expect(fs.readdirSync(folder)).toEqual(['a.csv']);
  });

  test.each(['link', 'dangling', 'folder', 'read-only'])('%s is refused even when files may be replaced', (kind) => {
    const path = join(folder, 'target');
    const elsewhere = join(folder, 'elsewhere');
    fs.writeFileSync(elsewhere, 'earlier');
    if (kind === 'link') fs.symlinkSync(elsewhere, path);
    else if (kind === 'dangling') fs.symlinkSync(join(folder, 'nowhere'), path);
    else if (kind === 'folder') fs.mkdirSync(path);
    else fs.writeFileSync(path, 'earlier', { mode: 0o400 });
    expect(() => createAtomicFile(path, true)).toThrow(refused);
    expect(fs.readdirSync(folder).sort()).toEqual(['elsewhere', 'target']);
    expect(fs.readFileSync(elsewhere, 'utf8')).toBe('earlier');
  });

  test.skipIf(process.platform === 'win32')('a device is refused', () => {
    expect(() => createAtomicFile('/dev/full', true)).toThrow(refused);
  });
});

test.each(['missing/a.csv', `${'n'.repeat(300)}.csv`])(
  'reports a place that cannot be written to as an EXPORT error and leaves nothing: %#',
  (name) => {
    expect(() => {
      const file = createAtomicFile(join(folder, name), false);
      try {
        file.commit();
      } finally {
        file.discard();
      }
    }).toThrow(refused);
    expect(fs.readdirSync(folder)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('a write that fails midway leaves the earlier file unchanged and no other file', () => {
  const path = join(folder, 'a.csv');
  fs.writeFileSync(path, 'earlier');
  const module = join(import.meta.dirname, '../../../src/core/platform/atomic-file.ts');
  const script = `
    import { createAtomicFile } from ${JSON.stringify(module)};
    const file = createAtomicFile(${JSON.stringify(path)}, true);
    try { file.write(Buffer.alloc(1_000_000)); file.commit(); } catch (error) { console.log(error.code, error.message); } finally { file.discard(); }`;
  const child = spawnSync('sh', ['-c', 'ulimit -f 16; exec "$0" --input-type=module -e "$1"', process.execPath, script], {
    encoding: 'utf8',
  });
  expect(child.stdout).toMatch(/^EXPORT "a.csv" could not be written/);
  expect(fs.readFileSync(path, 'utf8')).toBe('earlier');
  expect(fs.readdirSync(folder)).toEqual(['a.csv']);
});

describe('partial files of killed exports', () => {
  test('are removed, while those of a running export stay', async () => {
    const running = createAtomicFile(join(folder, 'a.csv'), false);
    const [part = ''] = fs.readdirSync(folder);
    const dead = part.replace(/-\d+-/, '-4194999-');
    fs.writeFileSync(join(folder, dead), 'left');
    fs.writeFileSync(join(folder, 'mine.part'), 'not ours');
    await sweepParts(folder);
    expect(fs.readdirSync(folder).sort()).toEqual([part, 'mine.part'].sort());
    running.discard();
  });

  test('are removed after a day if another machine wrote them', async () => {
    const old = join(folder, '.carrel-00000000-1-0123456789ab.part');
    const fresh = join(folder, '.carrel-00000000-2-0123456789ab.part');
    fs.writeFileSync(old, '');
    fs.writeFileSync(fresh, '');
    const longAgo = new Date(Date.now() - 2 * 86_400_000);
    fs.utimesSync(old, longAgo, longAgo);
    await sweepParts(folder);
    expect(fs.existsSync(old)).toBe(false);
    expect(fs.existsSync(fresh)).toBe(true);
  });
});
