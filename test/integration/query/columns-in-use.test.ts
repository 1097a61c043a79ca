import { rmSync } from 'node:fs';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createColumnsInMemory, noColumns } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { loadDataset, shownColumns } from '../../../src/core/query/columns-in-memory/load-dataset.ts';
import { readerWithoutMemory } from '../../../src/core/query/reader-memory.ts';
import { createReaderHandlers } from '../../../src/core/calls/reader-calls.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { cellsIdentity, inSnapshot } from '../../../src/core/query/snapshot.ts';
import { columnsPath } from '../../../src/core/store/database/cache-files.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Query } from '../../../src/shared/query.ts';
import { answer } from '../../../src/shared/answering.ts';
import { open } from '../../../src/shared/rpc.ts';
import { labText, mirroredStudy } from '../../unit/query/mirrored-study.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    Array.from({ length: 50 }, (_, index) => ({ record_id: `r${String(index)}`, subject: String(index) })),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

const of = (columns: ReturnType<typeof createColumnsInMemory>, dataset: 'labs' | 'vitals' = 'labs') =>
  inSnapshot(fixture.study, () => columns.of(fixture.study, dataset));
/** So that they are read from the rows again. */
const removeCacheFiles = (): void => {
  for (const { name } of Object.values(datasets)) rmSync(columnsPath(fixture.path, name), { force: true });
};
const keys = (columns: ReturnType<typeof createColumnsInMemory>) =>
  queryRows(fixture.study, { selection: everything('labs'), sort: [], offset: 0, limit: 3 }, createLruCache(1), columns).rows.map(
    ({ key }) => key,
  );

const handlersWith = (columns: ReturnType<typeof createColumnsInMemory>) => {
  const { path, study } = fixture;
  const entry = { study: '22-001', demo: false, path, lastOpened: null, sitePack: null };
  return createReaderHandlers({ studies: () => [entry], open: () => study, renew: async () => false }, { ...readerWithoutMemory, columns });
};

test('caches a dataset after it is used and read, and reports its size', async () => {
  const columns = createColumnsInMemory({ fewestRows: 50, mostBytes: 1e8 });
  expect(of(columns)).toBeNull();
  columns.use(fixture.study, 'labs');
  expect(of(columns)).toBeNull();
  const [report, ...others] = await columns.settled();
  expect(others).toEqual([]);
  expect(report).toMatchObject({ study: '22-001', dataset: 'labs', rows: 50 });
  expect(report?.size).toBeGreaterThan(50 * 4);
  expect(of(columns)).not.toBeNull();
  expect(of(columns, 'vitals')).toBeNull();
});

test('leaves a dataset of few rows to SQLite', async () => {
  const columns = createColumnsInMemory({ fewestRows: 51, mostBytes: 1e8 });
  columns.use(fixture.study, 'labs');
  expect(await columns.settled()).toEqual([]);
  expect(of(columns)).toBeNull();
});

test('never answers for a new generation from earlier columns, and reads it when it is used', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  fixture.add('labs', [{ record_id: 'first', subject: '' }], 2);
  expect(of(columns)).toBeNull();
  expect(keys(columns)).toEqual(['first', 'r0', 'r1']);
  columns.use(fixture.study, 'labs');
  await columns.settled();
  expect(of(columns)?.cached.rows).toBe(51);
  expect(keys(columns)).toEqual(['first', 'r0', 'r1']);
});

test('keeps the columns after a sync that finds the same records, or changes in another dataset', async () => {
  const mirrored = mirroredStudy();
  const { study } = mirrored;
  const cached = (columns: ReturnType<typeof createColumnsInMemory>) => inSnapshot(study, () => columns.of(study, 'labs'));
  await mirrored.mirror('vitals', [[labText('v')]]);
  await mirrored.mirror('labs', [[labText('a'), labText('b')]]);
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  columns.use(study, 'labs');
  await columns.settled();
  const before = cached(columns);
  const asOf = () => study.db.prepare("SELECT as_of FROM state WHERE dataset = 'labs'").pluck().get();
  const earlier = asOf();
  await setTimeout(2);
  await mirrored.mirror('labs', [[labText('a'), labText('b')]]);
  expect(asOf()).not.toBe(earlier);
  await mirrored.mirror('vitals', [[labText('v', { value: '25' })]]);
  // The same records in another order.
  await mirrored.mirror('labs', [[labText('b'), labText('a')]]);
  expect(before).not.toBeNull();
  expect(cached(columns) === before).toBe(true);
  await mirrored.mirror('labs', [[labText('a', { value: '25' }), labText('b')]]);
  expect(cached(columns)).toBeNull();
  mirrored.remove();
});

test('does not use the columns once tables are rebuilt within a generation', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  fixture.change('CREATE TABLE other (a)');
  expect(of(columns)).toBeNull();
});

test('reads a dataset only after the pause in which its first rows are drawn', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, pause: 40 });
  const since = performance.now();
  columns.use(fixture.study, 'labs');
  await setTimeout(10);
  expect(of(columns)).toBeNull();
  expect(await columns.settled()).toHaveLength(1);
  expect(performance.now() - since).toBeGreaterThan(38);
  expect(of(columns)).not.toBeNull();
});

test('discards columns if a new generation arrives while they are read', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  columns.use(fixture.study, 'labs');
  fixture.add('labs', [{ record_id: 'first', subject: '' }], 2);
  expect(await columns.settled()).toEqual([]);
  expect(of(columns)).toBeNull();
  expect(keys(columns)).toEqual(['first', 'r0', 'r1']);
});

test('leaves out columns that take too much memory, and asks SQLite instead', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 45_000 });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  const cached = of(columns)?.cached;
  const names = fixture.study.datasets
    .find(({ name }) => name === 'labs')
    ?.columns.filter(({ name }) => (cached?.column(name) ?? null) === null);
  expect(names?.length).toBeGreaterThan(0);
  expect(cached).toBeDefined();
  expect(keys(columns)).toEqual(['r0', 'r1', 'r10']);
});

test('drops the least recently used dataset beyond the limit', async () => {
  const names = ['vitals', 'medications', 'responses'] as const;
  for (const name of names)
    fixture.add(
      name,
      Array.from({ length: 3000 }, (_, index) => ({ record_id: `${'x'.repeat(100)}${String(index)}` })),
    );
  const sizes: number[] = [];
  for (const name of names) {
    const alone = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
    alone.use(fixture.study, name);
    sizes.push((await alone.settled())[0]?.size ?? 0);
  }
  removeCacheFiles();
  const together = createColumnsInMemory({ fewestRows: 1, mostBytes: sizes.reduce((sum, size) => sum + size) - 1 });
  for (const name of ['vitals', 'medications', 'vitals', 'responses'] as const) {
    together.use(fixture.study, name);
    await together.settled();
  }
  expect((await together.settled()).map(({ dataset }) => dataset)).toEqual(['vitals', 'responses']);
});

test('counts the memory that answered questions leave behind', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  columns.use(fixture.study, 'labs');
  const sizeNow = async (from = columns) => (await from.settled()).reduce((sum, { size }) => sum + size, 0);
  const ask = (search: string, offset: number) =>
    inSnapshot(fixture.study, () =>
      columns.of(fixture.study, 'labs')?.page({ selection: { ...everything('labs'), search }, sort: [], offset, limit: 1 }),
    );
  const atFirst = await sizeNow();
  ask('', 1000);
  const withOrder = await sizeNow();
  expect(withOrder - atFirst).toBe(50 * 4);
  ask('4', 0);
  // The selection, and at least which texts of the subjects match.
  expect((await sizeNow()) - withOrder).toBeGreaterThan(50 + 50);
});

test('makes room for the least that reading a dataset takes before it is read', async () => {
  const rows = 3000;
  fixture.add(
    'medications',
    Array.from({ length: rows }, (_, index) => ({ record_id: `${'x'.repeat(100)}${String(index)}` })),
  );
  fixture.add(
    'vitals',
    Array.from({ length: rows }, (_, index) => ({ record_id: String(index) })),
  );
  const sizeOf = async (dataset: 'medications' | 'vitals') => {
    const alone = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
    alone.use(fixture.study, dataset);
    return (await alone.settled())[0]?.size ?? 0;
  };
  const [medications, vitals] = [await sizeOf('medications'), await sizeOf('vitals')];
  const own = datasets.vitals.columns.filter(({ shared }) => shared !== true).length;
  const mostBytes = medications + rows * 4 * (own + 2) - 1;
  // Once they are read, both fit.
  expect(medications + vitals).toBeLessThan(mostBytes);
  removeCacheFiles();
  const both = createColumnsInMemory({ fewestRows: 1, mostBytes });
  both.use(fixture.study, 'medications');
  expect((await both.settled()).map(({ size }) => size)).toEqual([medications]);
  both.use(fixture.study, 'vitals');
  expect((await both.settled()).map(({ dataset, size }) => [dataset, size])).toEqual([['vitals', vitals]]);
});

test('leaves out only the largest column of a dataset that is slightly too large', async () => {
  fixture.add(
    'vitals',
    Array.from({ length: 3000 }, (_, index) => ({ record_id: `${'x'.repeat(100)}${String(index)}`, subject: String(index) })),
  );
  const load = async (mostBytes: number) => {
    const columns = createColumnsInMemory({ fewestRows: 1, mostBytes });
    columns.use(fixture.study, 'vitals');
    const [report] = await columns.settled();
    const missing = datasets.vitals.columns.filter(({ name }) => (of(columns, 'vitals')?.cached.column(name) ?? null) === null);
    return { size: report?.size ?? 0, missing: missing.map(({ name }) => name) };
  };
  const whole = await load(1e8);
  expect(whole.missing).toEqual([]);
  removeCacheFiles();
  const less = await load(whole.size - 1);
  expect(less.missing).toEqual(['record_id']);
  expect(less.size).toBeLessThan(whole.size - 300_000);
});

test('keeps nothing of a closed study', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  const closing = makeStudy();
  closing.add('labs', [{ record_id: 'a', subject: '1' }]);
  columns.use(closing.study, 'labs');
  await columns.settled();
  closing.remove();
  columns.tidy();
  expect(await columns.settled()).toEqual([]);
  columns.use(fixture.study, 'labs');
  expect((await columns.settled()).map(({ rows }) => rows)).toEqual([50]);
});

test('stops without an error or a report if a study is closed while its columns are read', async () => {
  const report = vi.fn();
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8, report });
  const closing = makeStudy();
  closing.add(
    'labs',
    Array.from({ length: 5000 }, (_, index) => ({ record_id: `r${String(index)}`, result: 'x'.repeat(200) + String(index) })),
  );
  columns.use(closing.study, 'labs');
  await setImmediate();
  await setImmediate();
  closing.remove();
  expect(await columns.settled()).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});

/** Statements that contain these words fail, this many times. */
function failWhere(words: string, times = Infinity) {
  const prepare = fixture.study.db.prepare.bind(fixture.study.db);
  let left = times;
  return vi.spyOn(fixture.study.db, 'prepare').mockImplementation((sql: string) => {
    if (sql.includes(words) && left-- > 0) throw new Error('unreadable');
    return prepare(sql);
  });
}

test('reports a failed read to the reporter and to those who wait, asks SQLite instead, and tries once more', async () => {
  const report = vi.fn();
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8, report });
  failWhere('BETWEEN', 1);
  columns.use(fixture.study, 'labs');
  await expect(columns.settled()).rejects.toThrow('unreadable');
  expect(report.mock.calls).toEqual([['read', 'labs', expect.objectContaining({ message: 'unreadable' })]]);
  expect(of(columns)).toBeNull();
  expect(keys(columns)).toEqual(['r0', 'r1', 'r10']);
  columns.use(fixture.study, 'labs');
  expect(await columns.settled()).toHaveLength(1);
  expect(of(columns)).not.toBeNull();
  expect(report).toHaveBeenCalledOnce();
});

test('does not try again after two failures until the dataset changes', async () => {
  const report = vi.fn();
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8, report });
  failWhere('BETWEEN');
  for (let time = 0; time < 4; time++) {
    columns.use(fixture.study, 'labs');
    await expect(columns.settled()).rejects.toThrow('unreadable');
  }
  expect(report).toHaveBeenCalledTimes(2);
  vi.restoreAllMocks();
  fixture.add('labs', [{ record_id: 'first', subject: '' }], 2);
  columns.use(fixture.study, 'labs');
  expect(await columns.settled()).toHaveLength(1);
});

test('answers a page if nothing can be found out about the columns, and reports that', async () => {
  const report = vi.fn();
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8, report });
  failWhere('max(rowid)');
  const query = { selection: everything('labs'), sort: [], offset: 0, limit: 2 };
  const page = open(await answer('reader', handlersWith(columns), 'rows.page', { study: '22-001', query }));
  expect(page).toMatchObject({ rows: [{ key: 'r0' }, { key: 'r1' }] });
  expect(report).toHaveBeenCalledOnce();
  expect(await columns.settled()).toEqual([]);
});

test('decides in one snapshot whether to cache a dataset', () => {
  const { db } = fixture.study;
  const prepare = db.prepare.bind(db);
  const within: boolean[] = [];
  vi.spyOn(db, 'prepare').mockImplementation((sql: string) => {
    within.push(db.inTransaction);
    return prepare(sql);
  });
  createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 }).use(fixture.study, 'labs');
  expect(within.length).toBeGreaterThan(1);
  expect(within).not.toContain(false);
});

test('stops a load that is no longer wanted at its next rest', async () => {
  const identity = inSnapshot(fixture.study, () => cellsIdentity(fixture.study, 'labs'));
  // Every look at the clock says that it is time to rest.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const prepared = vi.spyOn(fixture.study.db, 'prepare');
  const walks = () => prepared.mock.calls.filter(([sql]) => sql.includes('BETWEEN')).length;
  const load = (isWanted: () => boolean) =>
    loadDataset(fixture.study, datasets.labs, shownColumns(fixture.study, datasets.labs, identity), { mostBytes: 1e8, isWanted });
  expect((await load(() => true))?.rows).toBe(50);
  expect(walks()).toBe(2);
  expect(await load(() => false)).toBeNull();
  expect(walks()).toBe(3);
});

test('pauses reading while somebody waits for other work of the reader', async () => {
  // Every look at the clock says that it is time to rest.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  let end = (): void => undefined;
  columns.yieldTo(
    new Promise<void>((resolve) => {
      end = resolve;
    }),
  );
  columns.yieldTo(Promise.reject(new Error('Work that fails has ended as well.')));
  columns.use(fixture.study, 'labs');
  await setTimeout(100);
  expect(of(columns)).toBeNull();
  end();
  expect(await columns.settled()).toHaveLength(1);
});

test('does not cache a dataset for lookups by key, and uses the cache neither for those nor for the first rows', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  const handlers = handlersWith(columns);
  const page = (query: Partial<Query>) =>
    answer('reader', handlers, 'rows.page', {
      study: '22-001',
      query: { selection: everything('labs'), sort: [], offset: 0, limit: 9, ...query },
    });
  const lookUp = { selection: { ...everything('labs'), chosen: { mode: 'only' as const, keys: ['r1', 'r7'] } } };
  const found = open(await page(lookUp));
  expect(found).toMatchObject({ rows: [{ key: 'r1' }, { key: 'r7' }] });
  expect(await columns.settled()).toEqual([]);
  await page({});
  expect(await columns.settled()).toHaveLength(1);
  const cached = of(columns);
  if (cached === null) throw new Error('The labs are not cached.');
  const asked = vi.spyOn(cached, 'page');
  expect(open(await page(lookUp))).toEqual(found);
  await page({});
  // The window names the default order.
  await page({ sort: datasets.labs.defaultSort.map((column) => ({ column, descending: false })) });
  expect(asked).not.toHaveBeenCalled();
  await page({ sort: datasets.labs.defaultSort.map((column) => ({ column, descending: true })) });
  await page({ sort: [{ column: 'subject', descending: false }] });
  await page({ offset: 1000 });
  await page({ sort: [{ column: 'subject', descending: true }] });
  await page({ selection: { ...everything('labs'), chosen: { mode: 'except', keys: ['r1'] } } });
  expect(asked).toHaveBeenCalledTimes(5);
});

test('asks the cache for the first rows up to a data cut-off, before which SQLite might have to walk over many', () => {
  const asked = vi.fn(() => null);
  const query = { selection: everything('labs'), sort: [], offset: 0, limit: 9 };
  for (const study of [fixture.study, { ...fixture.study, cutOff: '2026-01-01' }])
    queryRows(study, query, createLruCache(1), { ...noColumns, of: asked });
  expect(asked).toHaveBeenCalledTimes(1);
});

test('caches the dataset of a requested page, and gives the same answers from the cache', async () => {
  const columns = createColumnsInMemory({ fewestRows: 1, mostBytes: 1e8 });
  const handlers = handlersWith(columns);
  const selection = { ...everything('labs'), search: '4' };
  const ask = async () => [
    open(await answer('reader', handlers, 'column.values', { study: '22-001', selection, column: 'subject', search: '', limit: 9 })),
    open(await answer('reader', handlers, 'column.summary', { study: '22-001', selection, column: 'subject' })),
    open(await answer('reader', handlers, 'rows.count', { study: '22-001', selection })),
    open(await answer('reader', handlers, 'rows.page', { study: '22-001', query: { selection, sort: [], offset: 1, limit: 9 } })),
  ];
  const before = await ask();
  expect(await columns.settled()).toHaveLength(1);
  const cached = of(columns);
  if (cached === null) throw new Error('The labs are not cached.');
  const asked = (['page', 'values', 'summary'] as const).map((name) => vi.spyOn(cached, name));
  expect(await ask()).toEqual(before);
  for (const question of asked) expect(question).toHaveBeenCalledOnce();
});
