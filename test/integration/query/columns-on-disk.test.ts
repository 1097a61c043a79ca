import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createColumnsInMemory, type ColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { FailureReporter } from '../../../src/core/query/columns-in-memory/reading.ts';
import type { CachedDataset } from '../../../src/core/query/columns-in-memory/cached-dataset.ts';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { prepareStudy } from '../../../src/core/calls/prepare-study.ts';
import { createCachedAnswers } from '../../../src/core/query/cached-on-disk/cached-answers.ts';
import { columnsPath, cachePaths } from '../../../src/core/store/database/cache-files.ts';
import { openStudyForReading, setAside } from '../../../src/core/store/study-file/study-file.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { answer } from '../../../src/shared/answering.ts';
import { addHostileRows, hostileRows } from '../../unit/query/hostile-rows.ts';
import { everything, makeStudy, studyNumber, type StudyFixture } from '../../unit/query/study-fixture.ts';

const names = Object.values(datasets).map(({ name }) => name);
let fixture: StudyFixture;
let report: ReturnType<typeof vi.fn<FailureReporter>>;

beforeEach(() => {
  fixture = makeStudy();
  addHostileRows(fixture, 300, 7);
  report = vi.fn<FailureReporter>();
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

const begin = (): ColumnsInMemory => createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9, report });
const of = (columns: ColumnsInMemory, dataset: DatasetName = 'labs', study = fixture.study) =>
  inSnapshot(study, () => columns.of(study, dataset));
const path = (dataset: DatasetName = 'labs'): string => columnsPath(fixture.path, dataset);

/** Reads the columns from the rows, which keeps them. */
async function read(dataset: DatasetName = 'labs', columns = begin()): Promise<CachedDataset> {
  columns.use(fixture.study, dataset);
  await columns.settled();
  const questions = of(columns, dataset);
  if (questions === null) throw new Error(`${dataset} is not cached.`);
  return questions.cached;
}

/** A page in an order that no index gives, from the cache where there is one. */
function page(columns: ColumnsInMemory | undefined, sort: string, dataset: DatasetName = 'labs') {
  const query = { selection: everything(dataset), sort: [{ column: sort, descending: true }], offset: 0, limit: 50 };
  return queryRows(fixture.study, query, createLruCache(1), columns).rows;
}

describe('columns loaded from disk', () => {
  test.each(names)('of %s equal those read from the rows', async (dataset) => {
    const built = await read(dataset);
    const found = of(begin(), dataset)?.cached;
    expect(found).toBeDefined();
    expect(found?.rows).toBe(built.rows);
    expect(found?.rowids).toEqual(built.rowids);
    for (const { name } of datasets[dataset].columns) {
      const [wanted, onDisk] = [built.column(name), found?.column(name) ?? null];
      expect(onDisk?.column).toBe(wanted?.column);
      expect(onDisk?.cells, name).toEqual(wanted?.cells);
      expect(onDisk?.cellCount, name).toBe(wanted?.cellCount);
      expect(onDisk?.valueOf, name).toEqual(wanted?.valueOf);
      expect(onDisk?.sent?.cells, name).toEqual(wanted?.sent?.cells);
      expect(onDisk?.sent?.texts.parts, name).toEqual(wanted?.sent?.texts.parts);
      if (wanted?.values.are !== 'texts' || onDisk?.values.are !== 'texts') {
        expect(onDisk?.values, name).toEqual(wanted?.values);
        continue;
      }
      expect(onDisk.values.count, name).toBe(wanted.values.count);
      expect(onDisk.values.times, name).toEqual(wanted.values.times);
      expect(onDisk.values.timeRanks, name).toEqual(wanted.values.timeRanks);
      for (let number = 0; number <= wanted.values.count; number++)
        expect(onDisk.values.texts.get(number)).toBe(wanted.values.texts.get(number));
    }
  });

  test('share cells and values where those read from the rows do', async () => {
    const built = await read();
    const found = of(begin())?.cached;
    const [one, ...others] = datasets.labs.columns.filter(({ shared }) => shared === true).map(({ name }) => found?.column(name));
    for (const other of others) expect(other?.cells).toBe(one?.cells);
    for (const { name } of datasets.labs.columns) found?.column(name);
    expect(found?.size()).toBe(built.size());
  });

  test('are loaded one by one as questions need them, without reading a row', async () => {
    await read();
    const prepared = vi.spyOn(fixture.study.db, 'prepare');
    const columns = begin();
    columns.use(fixture.study, 'labs');
    const [atFirst] = await columns.settled();
    expect(atFirst?.size).toBe((atFirst?.rows ?? 0) * 4);
    expect(page(columns, 'result')).toEqual(page(undefined, 'result'));
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('BETWEEN'))).toEqual([]);
    const size = (await columns.settled())[0]?.size ?? 0;
    expect(size).toBeGreaterThan(atFirst?.size ?? 0);
    page(columns, 'subject');
    expect((await columns.settled())[0]?.size).toBeGreaterThan(size);
    expect(report).not.toHaveBeenCalled();
  });

  test('answer the very first question', async () => {
    await read();
    expect(of(begin())).not.toBeNull();
  });
});

describe('columns prepared before somebody asks', () => {
  test('are cached on disk but not in memory, and read only once', async () => {
    const columns = begin();
    columns.prepare(fixture.study, 'labs');
    expect(await columns.settled()).toEqual([]);
    expect(existsSync(path())).toBe(true);
    const prepared = vi.spyOn(fixture.study.db, 'prepare');
    columns.prepare(fixture.study, 'labs');
    await columns.settled();
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('BETWEEN'))).toEqual([]);
    expect(of(columns)).not.toBeNull();
  });

  test('release the memory that reading them took, unless the study is in use', async () => {
    const columns = begin();
    const said = vi.spyOn(fixture.study.db, 'pragma');
    const shrunk = (): number => said.mock.calls.filter(([pragma]) => pragma === 'shrink_memory').length;
    columns.prepare(fixture.study, 'labs');
    await columns.settled();
    expect(shrunk()).toBe(1);
    columns.use(fixture.study, 'labs');
    columns.prepare(fixture.study, 'vitals');
    await columns.settled();
    expect(existsSync(path('vitals'))).toBe(true);
    expect(shrunk()).toBe(1);
  });

  test('stay in memory if they are asked for meanwhile', async () => {
    const columns = begin();
    columns.prepare(fixture.study, 'labs');
    columns.use(fixture.study, 'labs');
    const [cached] = await columns.settled();
    expect(cached?.size).toBeGreaterThan(300 * 4);
  });

  test('are read after the dataset that somebody asks for', async () => {
    const columns = begin();
    const order: string[] = [];
    const prepare = fixture.study.db.prepare.bind(fixture.study.db);
    vi.spyOn(fixture.study.db, 'prepare').mockImplementation((sql: string) => {
      const [, table] = /FROM "(\w+)_row" WHERE rowid BETWEEN/.exec(sql) ?? [];
      if (table !== undefined) order.push(table);
      return prepare(sql);
    });
    for (const name of ['medications', 'vitals', 'responses'] as const) columns.prepare(fixture.study, name);
    columns.use(fixture.study, 'labs');
    expect((await columns.settled()).map(({ dataset }) => dataset)).toEqual(['labs']);
    expect(order[0]).toBe('labs');
    expect(new Set(order)).toEqual(new Set(['labs', 'medications', 'vitals', 'responses']));
    expect(names.filter((name) => existsSync(path(name)))).toEqual(['medications', 'labs', 'vitals', 'responses']);
  });

  test('are not read if there is no room beside what is in use', async () => {
    const size = (await read('labs')).size();
    rmSync(path());
    const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: size - 4000, report });
    await read('labs', columns);
    columns.prepare(fixture.study, 'vitals');
    expect((await columns.settled()).map(({ dataset }) => dataset)).toEqual(['labs']);
    expect(existsSync(path('vitals'))).toBe(false);
  });

  test('are not cached for a dataset of few rows', async () => {
    const columns = createColumnsInMemory({ fewestRows: 1000, mostBytes: 1e9, report });
    columns.prepare(fixture.study, 'labs');
    await columns.settled();
    expect(existsSync(path())).toBe(false);
  });

  test('are cached for every dataset of a study, with the answers of the first screens, which then read no row', async () => {
    const memory = { columns: begin(), cachedAnswers: createCachedAnswers(vi.fn()) };
    await prepareStudy(fixture.study, memory);
    expect(names.filter((name) => existsSync(path(name)))).toEqual(names);
    expect(cachePaths(fixture.path).filter((file) => !existsSync(file))).toEqual([]);
    const prepared = vi.spyOn(fixture.study.db, 'prepare');
    const entry = { study: studyNumber, demo: true, path: fixture.path, lastOpened: null, sitePack: null };
    const handlers = createReaderHandlers({ studies: () => [entry], open: () => fixture.study, renew: async () => false }, memory);
    const everybody = { study: studyNumber, subjects: null };
    const { anchor } = await handlers['anchors.default'](everybody);
    expect(anchor).not.toBeNull();
    prepared.mockClear();
    for (const [call, input] of [
      ['overview.read', everybody],
      ['coverage.read', { ...everybody, datasets: ['labs'] }],
      ['checks.summary', everybody],
      ['results.grades', { ...everybody, anchor }],
    ] as const)
      expect(await answer('reader', handlers, call, input)).toMatchObject({ ok: true });
    expect(prepared.mock.calls.filter(([sql]) => sql.includes('_row'))).toEqual([]);
  });
});

describe('a cached file', () => {
  test('is ignored once a generation changed the dataset, and replaced when the dataset is used', async () => {
    await read();
    fixture.add('labs', [{ record_id: 'new', subject: '1' }], 2);
    const columns = begin();
    expect(of(columns)).toBeNull();
    const before = readFileSync(path());
    const { rows } = await read('labs', columns);
    expect(readFileSync(path()).equals(before)).toBe(false);
    expect(of(begin())?.cached.rows).toBe(rows);
    expect(report).not.toHaveBeenCalled();
  });

  test('is ignored if it was made by another declaration of the dataset', async () => {
    await read();
    const columns = datasets.labs.columns.map((column, index) => (index === 3 ? { ...column, name: `${column.name}_other` } : column));
    expect(of(begin())).not.toBeNull();
    const declared = vi.spyOn(datasets.labs, 'columns', 'get' as never);
    declared.mockReturnValue(columns);
    expect(of(begin())).toBeNull();
    expect(report).not.toHaveBeenCalled();
  });

  test('is not created for a study that was closed meanwhile', async () => {
    const closing = makeStudy();
    closing.add('labs', [{ record_id: 'a', subject: '1' }]);
    const columns = begin();
    columns.use(closing.study, 'labs');
    while (of(columns, 'labs', closing.study) === null) await new Promise((resolve) => setImmediate(resolve));
    closing.study.close();
    await columns.settled();
    expect(readdirSync(closing.folder).filter((name) => name.includes('columns'))).toEqual([]);
    closing.remove();
  });

  test('of another dataset is not accepted, even if both changed in the same generation', async () => {
    await read('labs');
    copyFileSync(path('labs'), path('vitals'));
    expect(of(begin(), 'vitals')).toBeNull();
  });

  test('is not created for a study whose file another process deleted', async () => {
    const columns = begin();
    columns.use(fixture.study, 'labs');
    rmSync(fixture.path);
    expect(await columns.settled()).toEqual([]);
    expect(existsSync(path())).toBe(false);
  });

  test('is deleted when the study’s file is set aside', async () => {
    await read();
    expect(existsSync(path())).toBe(true);
    setAside(fixture.path);
    expect(existsSync(path())).toBe(false);
  });
});

describe('the content of a cached file', () => {
  test('is encrypted, for its owner only, and leaves nothing beside it', async () => {
    await read();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(path());
    expect(bytes.subarray(0, 16).toString('latin1')).toBe('carrel-columns-1');
    const values = hostileRows(datasets.labs, 300, 7).flatMap((row) => Object.values(row));
    const texts = [...new Set(values.filter((value) => typeof value === 'string'))].filter((text) => Buffer.byteLength(text) >= 5);
    expect(texts.length).toBeGreaterThan(100);
    for (const text of [...texts, 'subject', 'record_id', 'identity'])
      for (const encoding of ['utf8', 'utf16le'] as const) expect(bytes.includes(Buffer.from(text, encoding)), text).toBe(false);
    const others = readdirSync(dirname(path())).filter((name) => name.startsWith(basename(path())));
    expect(others).toEqual([basename(path())]);
  });

  test('differs each time: no key is used twice', async () => {
    await read();
    const first = readFileSync(path());
    rmSync(path());
    await read();
    const second = readFileSync(path());
    expect(second.length).toBe(first.length);
    expect(second.subarray(16, 48).equals(first.subarray(16, 48))).toBe(false);
    const alike = [...second.keys()].filter((at) => at > 52 && second[at] === first[at]).length;
    expect(alike).toBeLessThan(second.length / 50);
  });

  test('is rejected under the key of another study', async () => {
    await read();
    const other = makeStudy();
    addHostileRows(other, 300, 7);
    const study = openStudyForReading(other.path, other.key, studyNumber, null);
    study.file.key.fill(9);
    writeFileSync(columnsPath(other.path, 'labs'), readFileSync(path()));
    expect(of(begin(), 'labs', study)).toBeNull();
    expect(report).toHaveBeenCalledWith('find', 'labs', expect.any(Error));
    study.close();
    other.remove();
  });

  // In the head, in the index, and in the arrays.
  const damages: readonly (readonly [string, (size: number) => void])[] = [
    [
      'an empty file',
      () => {
        writeFileSync(path(), '');
      },
    ],
    [
      'another file',
      () => {
        writeFileSync(path(), 'SQLite format 3\0'.repeat(100));
      },
    ],
    [
      'a file truncated within its index',
      () => {
        truncateSync(path(), 300);
      },
    ],
    [
      'a file truncated within its arrays',
      (size) => {
        truncateSync(path(), size - 100);
      },
    ],
    [
      'a byte of the salt',
      () => {
        flip(20);
      },
    ],
    [
      'the length of the index',
      () => {
        flip(50);
      },
    ],
    [
      'a byte of the index',
      () => {
        flip(100);
      },
    ],
    [
      'the last byte',
      (size) => {
        flip(size - 1);
      },
    ],
    [
      'a byte in the middle of the arrays',
      (size) => {
        flip(size >>> 1);
      },
    ],
  ];
  const flip = (at: number): void => {
    const bytes = readFileSync(path());
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path(), bytes);
  };

  test.each(damages)('is damaged (%s): every answer stays right, and the columns are read from the rows again', async (_, damage) => {
    await read();
    const wanted = datasets.labs.columns.map(({ name }) => page(undefined, name));
    damage(statSync(path()).size);
    const columns = begin();
    expect(datasets.labs.columns.map(({ name }) => page(columns, name))).toEqual(wanted);
    expect(report).toHaveBeenCalledWith('find', 'labs', expect.any(Error));
    const cached = await read('labs', columns);
    for (const { name } of datasets.labs.columns) expect(cached.column(name), name).not.toBeNull();
    report.mockClear();
    expect(of(begin())?.cached.rows).toBe(cached.rows);
    expect(report).not.toHaveBeenCalled();
  });

  test('that cannot be written is reported and prevents no question', async () => {
    mkdirSync(path());
    expect((await read()).rows).toBeGreaterThan(0);
    expect(report.mock.calls.map(([failed]) => failed as string)).toContain('keep');
    expect(readdirSync(fixture.folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  test.skipIf(process.getuid?.() === 0)('is not written in a read-only folder, which is reported', async () => {
    chmodSync(fixture.folder, 0o500);
    expect((await read()).rows).toBeGreaterThan(0);
    expect(report).toHaveBeenCalledWith('keep', 'labs', expect.any(Error));
    chmodSync(fixture.folder, 0o700);
  });
});
