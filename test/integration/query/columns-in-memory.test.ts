import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { columnCacheQueries } from '../../../src/core/query/columns-in-memory/column-cache-queries.ts';
import { createColumnsInMemory, type ColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { countRows } from '../../../src/core/query/count.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { queryRows, selectRowids } from '../../../src/core/query/rows.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { columnSummary } from '../../../src/core/query/summary.ts';
import { columnValues } from '../../../src/core/query/values.ts';
import { datasets, type Dataset, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { Condition, Query, Selection } from '../../../src/shared/query.ts';
import { hostileSelection, partsOfTexts } from './hostile-queries.ts';
import { addHostileRows, hostileRows } from '../../unit/query/hostile-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

const rows = 300;
const limits = { fewestRows: 0, mostBytes: 1e9 };

let fixture: StudyFixture;
let columns: ColumnsInMemory;
beforeAll(async () => {
  fixture = makeStudy();
  addHostileRows(fixture, rows, 7);
  columns = createColumnsInMemory(limits);
  for (const { name } of Object.values(datasets)) columns.use(fixture.study, name);
  await columns.settled();
});
afterAll(() => {
  fixture.remove();
});

/** The dataset in memory; throws if it is not cached. */
function cachedOf(dataset: DatasetName, from = columns, study = fixture.study) {
  const cached = inSnapshot(study, () => from.of(study, dataset));
  if (cached === null) throw new Error(`${dataset} is not in memory.`);
  return cached;
}

const keysOf = (dataset: Dataset): string[] => hostileRows(dataset, rows, 7).map((row) => String(row[dataset.key]));
const selectionOf = (dataset: Dataset): fc.Arbitrary<Selection> => hostileSelection(dataset, keysOf(dataset));

function queryOf(dataset: Dataset): fc.Arbitrary<Query> {
  const sort = fc.record({ column: fc.constantFrom(...dataset.columns.map(({ name }) => name)), descending: fc.boolean() });
  return fc.record({
    selection: selectionOf(dataset),
    sort: fc.array(sort, { maxLength: 3 }),
    // The first 1,000 rows are found in another way than deeper ones.
    offset: fc.constantFrom(0, 0, 3, 100, 1001),
    limit: fc.constantFrom(1, 10, 1000),
  });
}

const seed = 20261123;
const runs = { numRuns: 250, seed };
const fewerRuns = { numRuns: 100, seed };

describe.each(Object.values(datasets))('$name in memory answers as SQLite does', (dataset) => {
  test('every column is cached', () => {
    const { cached } = cachedOf(dataset.name);
    expect(cached.rows).toBe(rows - Math.floor((rows + 4) / 7));
    expect(dataset.columns.map(({ name }) => cached.column(name)?.column.name)).toEqual(dataset.columns.map(({ name }) => name));
  });

  test('rows and their order, for shallow and for deep pages', () => {
    const shallow = cachedOf(dataset.name);
    let selected = 0;
    fc.assert(
      fc.property(queryOf(dataset), ({ selection, sort, offset, limit }) => {
        inSnapshot(fixture.study, () => {
          const all = selectRowids(fixture.study, dataset, selection, sort);
          selected += all.length;
          expect(shallow.page({ selection, sort, offset, limit })).toEqual(all.slice(offset, offset + limit));
          // A page this deep is empty, but from then on the whole order is known.
          expect(shallow.page({ selection, sort, offset: 2000, limit: 1 })).toEqual([]);
          expect(shallow.page({ selection, sort, offset: 0, limit: 1000 })).toEqual(all);
          expect(shallow.page({ selection, sort, offset: 2, limit: 5 })).toEqual(all.slice(2, 7));
        });
      }),
      runs,
    );
    // Selections have more than 20 rows on average.
    expect(selected / runs.numRuns).toBeGreaterThan(20);
  });

  test('counts', () => {
    fc.assert(
      fc.property(selectionOf(dataset), (selection) => {
        const fresh = () => createLruCache<ReturnType<typeof countRows>>(1);
        expect(countRows(fixture.study, selection, fresh(), columns)).toEqual(countRows(fixture.study, selection, fresh()));
        expect(cachedOf(dataset.name).count(selection)).not.toBeNull();
      }),
      fewerRuns,
    );
  });

  test('value lists', () => {
    const question = fc.record({
      selection: selectionOf(dataset),
      column: fc.constantFrom(...dataset.columns.map(({ name }) => name)),
      search: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...partsOfTexts, '5', '.0')),
      limit: fc.constantFrom(1, 3, 1000),
    });
    fc.assert(
      fc.property(question, (asked) => {
        expect(columnValues(fixture.study, asked, columns)).toEqual(columnValues(fixture.study, asked));
      }),
      fewerRuns,
    );
  });

  test('summaries', () => {
    fc.assert(
      fc.property(selectionOf(dataset), fc.constantFrom(...dataset.columns), (selection, { name }) => {
        expect(columnSummary(fixture.study, selection, name, columns)).toEqual(columnSummary(fixture.study, selection, name));
        expect(inSnapshot(fixture.study, () => cachedOf(dataset.name).summary(selection, name))).not.toBeNull();
      }),
      fewerRuns,
    );
  });
});

describe('text that SQLite reads in its own way', () => {
  const asked: Selection[] = [
    { ...everything('labs'), search: 'behind' },
    { ...everything('labs'), where: [{ column: 'performer', op: 'contains', values: ['behind'] }] },
    { ...everything('labs'), where: [{ column: 'visit', op: '=', values: ['\ud800'] }] },
    { ...everything('labs'), where: [{ column: 'visit', op: 'in', values: ['a\0b', 'C1'] }] },
    { ...everything('labs'), search: '\ud83d' },
    { ...everything('labs'), subjects: ['\udc00', '1'] },
    { ...everything('responses'), where: [{ column: 'lesions', op: 'contains', values: ['"'] }] },
  ];

  test('is left to SQLite: U+0000, escapes in lists, lone surrogates', async () => {
    const odd = makeStudy();
    odd.add('labs', [
      { record_id: 'a', subject: '1', visit: 'C1', performer: 'before\0behind' },
      { record_id: 'b', subject: '\ufffd', visit: '\ufffd', performer: 'behind' },
    ]);
    odd.add('responses', [
      { record_id: 'a', lesions: ['"T1"'] },
      { record_id: 'b', lesions: ['T1'] },
    ]);
    const both = createColumnsInMemory(limits);
    for (const name of ['labs', 'responses'] as const) both.use(odd.study, name);
    await both.settled();
    expect(cachedOf('labs', both, odd.study).cached.column('performer')).toBeNull();
    expect(cachedOf('labs', both, odd.study).cached.column('visit')).not.toBeNull();
    for (const selection of asked) {
      expect(cachedOf(selection.dataset, both, odd.study).page({ selection, sort: [], offset: 0, limit: 10 })).toBeNull();
      const query: Query = { selection, sort: [], offset: 0, limit: 10 };
      expect(queryRows(odd.study, query, createLruCache(1), both)).toEqual(queryRows(odd.study, query, createLruCache(1)));
    }
    odd.remove();
  });
});

test('the texts of dates are read only where their offset can matter', async () => {
  const study = makeStudy();
  const days = Array.from({ length: 28 }, (_, day) => `2025-02-${String(day + 1).padStart(2, '0')}T10:00:00+02:00`);
  study.add(
    'labs',
    days.map((collected, index) => ({ record_id: `r${String(index)}`, subject: '1', collected })),
  );
  const found = createColumnsInMemory(limits);
  found.use(study.study, 'labs');
  await found.settled();
  const questions = cachedOf('labs', found, study.study);
  const values = questions.cached.column('collected')?.values;
  if (values?.are !== 'texts') throw new Error('The dates are not cached.');
  const read = vi.spyOn(values.texts, 'get');
  const where: Condition[] = [{ column: 'collected', op: '>=', values: ['2025-02-14T02:00:00+02:00'] }];
  const query: Query = { selection: { ...everything('labs'), where }, sort: [], offset: 0, limit: 100 };
  expect(inSnapshot(study.study, () => questions.page(query))).toHaveLength(15);
  expect(read.mock.calls.map(([number]) => values.texts.get(number))).toEqual(days.slice(12, 14));
  study.remove();
});

test('a column that equals the key in every row shares its values, and one that differs in a single row does not', async () => {
  const study = makeStudy();
  const count = 1600;
  const ofIndex = (index: number, identifier: string) => ({ record_id: `r${String((index * 7919) % count)}`, identifier, subject: '1' });
  study.add(
    'labs',
    Array.from({ length: count }, (_, index) => ofIndex(index, `r${String((index * 7919) % count)}`)),
  );
  const load = async () => {
    const found = createColumnsInMemory(limits);
    found.use(study.study, 'labs');
    await found.settled();
    return cachedOf('labs', found, study.study);
  };
  const sort = [{ column: 'identifier', descending: true }];
  const order = () => inSnapshot(study.study, () => selectRowids(study.study, datasets.labs, everything('labs'), sort, 1000));
  const alike = await load();
  expect(alike.cached.column('identifier')?.values).toBe(alike.cached.column('record_id')?.values);
  expect(alike.page({ selection: everything('labs'), sort, offset: 0, limit: 1000 })).toEqual(order());
  study.change("UPDATE labs_row SET identifier = 'other' WHERE rowid = 1590; UPDATE state SET generation = 2 WHERE dataset = 'labs'");
  const other = await load();
  expect(other.cached.column('identifier')?.values).not.toBe(other.cached.column('record_id')?.values);
  expect(other.page({ selection: everything('labs'), sort, offset: 0, limit: 1000 })).toEqual(order());
  study.remove();
});

test('a quick search finds the rows that SQLite finds, of words that are frequent, rare, late in the order, or nowhere', async () => {
  const study = makeStudy();
  const count = 9000;
  study.add(
    'labs',
    Array.from({ length: count }, (_, index) => ({
      record_id: `r${String((index * 7919) % count).padStart(5, '0')}`,
      subject: String(1000 + Math.floor(index / 100)),
      visit: `C${String(index % 12)}`,
      performer: index > 8800 ? 'Late laboratory' : 'Central laboratory',
    })),
  );
  const searches = ['c1', 'late', 'r0012', 'c1 late', 'r00123', 'laboratory c7 9', 'zz', 'zz c1', 'größe', 'c3 1', 'late r00', '8 7 6'];
  const found = createColumnsInMemory(limits);
  found.use(study.study, 'labs');
  await found.settled();
  const { cached } = cachedOf('labs', found, study.study);
  for (const search of searches)
    for (const [offset, limit] of [
      [0, 10],
      [20, 100],
      [0, 1000],
      [1000, 10],
    ] as const) {
      const selection = { ...everything('labs'), search };
      const expected = inSnapshot(study.study, () => selectRowids(study.study, datasets.labs, selection, [], limit, offset));
      // Nothing is known of the earlier questions.
      const queries = columnCacheQueries(cached, () => []);
      expect(queries.page({ selection, sort: [], offset, limit })).toEqual(expected);
    }
  study.remove();
});
