import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as Slices from '../../../src/core/query/columns-in-memory/slices.ts';
import type * as Files from '../../../src/core/query/cached-on-disk/array-file.ts';
import type * as Loading from '../../../src/core/query/columns-in-memory/load-dataset.ts';
import { createColumnsInMemory, type ColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { FailureReporter } from '../../../src/core/query/columns-in-memory/reading.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows } from '../../../src/core/query/rows.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { columnsPath } from '../../../src/core/store/database/cache-files.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { damageLastByte } from '../../unit/damage-last-byte.ts';
import { addHostileRows } from '../../unit/query/hostile-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

/** What was done, in order: arrays of columns read at once or in slices, and datasets read from their rows. */
const { done } = vi.hoisted(() => ({ done: [] as string[] }));

// Other work gets a turn after every chunk, however fast the machine is.
vi.mock('../../../src/core/query/columns-in-memory/slices.ts', async (original) => {
  const slices = await original<typeof Slices>();
  return {
    ...slices,
    createSlices: (...given: Parameters<typeof slices.createSlices>) => ({ ...slices.createSlices(...given), due: () => true }),
  };
});
vi.mock('../../../src/core/query/cached-on-disk/array-file.ts', async (original) => {
  const files = await original<typeof Files>();
  const openArrays: typeof files.openArrays = (...given) => {
    const file = files.openArrays(...given);
    if (file === null) return null;
    return {
      ...file,
      read: (place) => {
        done.push(`at once ${String(place)}`);
        return file.read(place);
      },
      readMeanwhile: async (place, slices) => {
        done.push(`in slices ${String(place)}`);
        return file.readMeanwhile(place, slices);
      },
    };
  };
  return { ...files, openArrays };
});
vi.mock('../../../src/core/query/columns-in-memory/load-dataset.ts', async (original) => {
  const loading = await original<typeof Loading>();
  const loadDataset: typeof loading.loadDataset = (study, dataset, ...given) => {
    done.push(`rows of ${dataset.name}`);
    return loading.loadDataset(study, dataset, ...given);
  };
  return { ...loading, loadDataset };
});

const plenty = 1e9;
let fixture: StudyFixture;
let report: ReturnType<typeof vi.fn<FailureReporter>>;

beforeEach(async () => {
  fixture = makeStudy();
  addHostileRows(fixture, 300, 7);
  report = vi.fn<FailureReporter>();
  await cache('labs');
  done.length = 0;
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

const inSlices = (): readonly string[] => done.filter((what) => what.startsWith('in slices'));

/** The arrays that are read in slices if nothing comes in between. */
async function arrays(): Promise<number> {
  const columns = early();
  columns.use(fixture.study, 'labs');
  await columns.settled();
  const { length } = inSlices();
  done.length = 0;
  return length;
}

/** Begins to read labs early, and returns after some of its arrays. */
async function halfway(columns: ColumnsInMemory): Promise<void> {
  columns.use(fixture.study, 'labs');
  while (inSlices().length < 6) await new Promise((resolve) => setImmediate(resolve));
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
  const sizes = whole.reduce((sum, { size }) => sum + size, 0);
  const mostBytes = Math.round(sizes * 0.8);
  const small = early({ mostBytes });
  small.use(fixture.study, 'vitals');
  small.use(fixture.study, 'labs');
  const held = await small.settled();
  expect(held.map(({ dataset }) => dataset)).toEqual(['vitals', 'labs']);
  // A third is left for what is asked for.
  expect(held.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual((mostBytes * 2) / 3);
  const found = inMemory(small);
  expect(found.length).toBeGreaterThan(0);
  expect(found.length).toBeLessThan(names.length);
});

test('reading early gives way to a dataset that is read from its rows, and then goes on', async () => {
  const wanted = await cacheable();
  const all = await arrays();
  const columns = early();
  await halfway(columns);
  columns.use(fixture.study, 'vitals');
  await columns.settled();
  const turn = done.indexOf('rows of vitals');
  expect(turn).toBeGreaterThan(0);
  expect(done.slice(0, turn).filter((what) => what.startsWith('in slices')).length).toBeLessThan(all);
  expect(done.slice(turn + 1).filter((what) => what.startsWith('in slices')).length).toBeGreaterThan(0);
  expect(inMemory(columns)).toEqual(wanted);
});

test('a dataset is read from its rows at once while another waits until nobody waits', async () => {
  const columns = early({ idle: 60_000 });
  columns.use(fixture.study, 'labs');
  columns.use(fixture.study, 'vitals');
  await vi.waitFor(
    () => {
      expect(existsSync(path('vitals'))).toBe(true);
    },
    { timeout: 20_000 },
  );
  expect(inSlices()).toEqual([]);
});

test('columns that questions ask for meanwhile are read once, and are the same afterwards', async () => {
  const columns = early();
  const asked = new Map<string, unknown>();
  columns.use(fixture.study, 'labs');
  for (const name of names.toReversed()) {
    await new Promise((resolve) => setImmediate(resolve));
    asked.set(name, cachedOf(columns)?.column(name));
  }
  await columns.settled();
  for (const name of names) expect(cachedOf(columns)?.column(name)).toBe(asked.get(name));
  const read = done.filter((what) => what.startsWith('at once'));
  expect(new Set(read).size).toBe(read.length);
});

test('an array that was read early is not read again', async () => {
  const columns = early();
  columns.use(fixture.study, 'labs');
  await columns.settled();
  cachedOf(columns)?.column('subject');
  // The numbers of rows.
  expect(done.filter((what) => what.startsWith('at once'))).toHaveLength(1);
  expect(new Set(inSlices()).size).toBe(inSlices().length);
});

test('reading early pauses while somebody waits for an answer', async () => {
  const columns = early();
  const waiting = Promise.withResolvers<undefined>();
  await halfway(columns);
  columns.yieldTo(waiting.promise);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const { length } = inSlices();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(inSlices().length).toBe(length);
  waiting.resolve(undefined);
  await columns.settled();
  expect(inSlices().length).toBeGreaterThan(length);
});

test('reading early ends for rows that are no longer shown', async () => {
  const all = await arrays();
  const columns = early();
  await halfway(columns);
  fixture.add('labs', [{ record_id: 'new', subject: '' }], 2);
  expect(cachedOf(columns)).toBeUndefined();
  await columns.settled();
  expect(inSlices().length).toBeLessThan(all);
});

test('a damaged column is reported only when it is asked for; then all are read from the rows again', async () => {
  damageLastByte(path());
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

test('a dataset with a damaged column is read from its rows once, also if it was being read early', async () => {
  damageLastByte(path());
  const columns = early();
  await halfway(columns);
  const cached = cachedOf(columns);
  for (const name of names) cached?.column(name);
  expect(report).toHaveBeenCalledTimes(1);
  columns.use(fixture.study, 'labs');
  await columns.settled();
  expect(done.filter((what) => what === 'rows of labs')).toHaveLength(1);
});

test('reading early stops without a report if the study is closed', async () => {
  const all = await arrays();
  const columns = early();
  await halfway(columns);
  fixture.study.close();
  expect(await columns.settled()).toEqual([]);
  expect(inSlices().length).toBeLessThan(all);
  expect(report).not.toHaveBeenCalled();
});
