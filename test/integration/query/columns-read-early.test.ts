import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createColumnsInMemory, type ColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { FailureReporter } from '../../../src/core/query/columns-in-memory/reading.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { columnsPath } from '../../../src/core/store/database/cache-files.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { addHostileRows } from '../../unit/query/hostile-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

const plenty = 1e9;
let fixture: StudyFixture;
let report: ReturnType<typeof vi.fn<FailureReporter>>;

beforeEach(async () => {
  fixture = makeStudy();
  addHostileRows(fixture, 300, 7);
  report = vi.fn<FailureReporter>();
  await cache('labs');
});
afterEach(() => {
  vi.restoreAllMocks();
  fixture.remove();
});

/** Caches the columns of a dataset on disk. */
async function cache(dataset: DatasetName): Promise<void> {
  const columns = createColumnsInMemory({ fewestRows: 0, report });
  columns.prepare(fixture.study, dataset);
  await columns.settled();
}
const early = ({ mostBytes = plenty, idle = 0 } = {}): ColumnsInMemory => createColumnsInMemory({ fewestRows: 0, mostBytes, idle, report });
const path = (dataset: DatasetName = 'labs'): string => columnsPath(fixture.path, dataset);
const cachedOf = (columns: ColumnsInMemory) => inSnapshot(fixture.study, () => columns.of(fixture.study, 'labs'))?.cached;
const names = datasets.labs.columns.map(({ name }) => name);

/** The columns that no longer need their file. */
function inMemory(columns: ColumnsInMemory): readonly string[] {
  const cached = cachedOf(columns);
  rmSync(path(), { force: true });
  return names.filter((name) => (cached?.column(name) ?? null) !== null);
}

/** Those that can be cached at all. */
async function cacheable(): Promise<readonly string[]> {
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: plenty });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  const cached = cachedOf(columns);
  return names.filter((name) => (cached?.column(name) ?? null) !== null);
}

test('columns on disk are in memory before a question needs them, and ready to be searched and ordered', async () => {
  const wanted = await cacheable();
  const columns = early();
  columns.use(fixture.study, 'labs');
  const [read] = await columns.settled();
  const questions = inSnapshot(fixture.study, () => columns.of(fixture.study, 'labs'));
  const sort = datasets.labs.defaultSort.map((column) => ({ column, descending: false }));
  questions?.page({ selection: { ...everything('labs'), search: 'a' }, sort, offset: 0, limit: 10 });
  // A search keeps a byte for each text that it looked at; an order, or letters to be searched, would take more.
  const [searched] = await columns.settled();
  expect((searched?.size ?? Infinity) - (read?.size ?? 0)).toBeLessThan(read?.rows ?? 0);
  expect(inMemory(columns)).toEqual(wanted);
  expect(report).not.toHaveBeenCalled();
});

test('each is read on first use without an idle time', async () => {
  const columns = createColumnsInMemory({ fewestRows: 0, report });
  columns.use(fixture.study, 'labs');
  await columns.settled();
  expect(inMemory(columns)).toEqual([]);
});

test('columns of a dataset that nobody uses are not read early', async () => {
  const columns = early();
  columns.prepare(fixture.study, 'labs');
  await columns.settled();
  expect(inMemory(columns)).toEqual([]);
});

test('columns are read early only as far as there is room, and nothing is released for them', async () => {
  await cache('vitals');
  const columns = early();
  columns.use(fixture.study, 'vitals');
  columns.use(fixture.study, 'labs');
  const whole = await columns.settled();
  const mostBytes = Math.round(whole.reduce((sum, { size }) => sum + size, 0) / 2);
  const small = early({ mostBytes });
  small.use(fixture.study, 'vitals');
  small.use(fixture.study, 'labs');
  const held = await small.settled();
  expect(held.map(({ dataset }) => dataset)).toEqual(['vitals', 'labs']);
  expect(held.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(mostBytes);
  const found = inMemory(small);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(names.length);
});

test('reading early gives way to a dataset that is read from its rows, and then goes on', async () => {
  const wanted = await cacheable();
  const columns = early({ idle: 30 });
  columns.use(fixture.study, 'labs');
  await new Promise((resolve) => setTimeout(resolve, 5));
  columns.use(fixture.study, 'vitals');
  expect((await columns.settled()).map(({ dataset }) => dataset)).toEqual(['labs', 'vitals']);
  expect(existsSync(path('vitals'))).toBe(true);
  expect(inMemory(columns)).toEqual(wanted);
});

test('a damaged column is reported only when it is asked for; then all are read from the rows again', async () => {
  const bytes = readFileSync(path());
  const last = bytes.length - 1;
  bytes[last] = (bytes[last] ?? 0) ^ 1;
  writeFileSync(path(), bytes);
  const columns = early();
  columns.use(fixture.study, 'labs');
  await columns.settled();
  expect(report).not.toHaveBeenCalled();
  const page = (of?: ColumnsInMemory) =>
    names.map((column) => {
      const query = { selection: everything('labs'), sort: [{ column, descending: true }], offset: 0, limit: 20 };
      return queryRows(fixture.study, query, createLruCache(1), of).rows;
    });
  expect(page(columns)).toEqual(page());
  expect(report.mock.calls.map(([failed]) => failed)).toEqual(['find']);
  columns.use(fixture.study, 'labs');
  await columns.settled();
  expect(existsSync(path())).toBe(true);
  expect(page(columns)).toEqual(page());
});

test('reading early stops without a report if the study is closed', async () => {
  const columns = early({ idle: 5 });
  columns.use(fixture.study, 'labs');
  fixture.study.close();
  expect(await columns.settled()).toEqual([]);
  expect(report).not.toHaveBeenCalled();
});
