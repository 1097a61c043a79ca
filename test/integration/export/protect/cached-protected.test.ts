import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvChunks } from '../../../../src/core/export/csv/csv-chunks.ts';
import { countingStrange } from '../../../../src/core/export/count-strange.ts';
import type { ExportPart } from '../../../../src/core/export/export-plan.ts';
import { protectStudy } from '../../../../src/core/export/protect/protected-table.ts';
import { createColumnsInMemory } from '../../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { inSharedSnapshot, inSnapshot } from '../../../../src/core/query/snapshot.ts';
import { anchorDays, type AnchorOfRecords } from '../../../../src/core/store/flip/anchor-days.ts';
import { cachedFirstDates } from '../../../../src/core/views/cached-first-dates.ts';
import { datasets, type Dataset } from '../../../../src/shared/datasets/datasets.ts';
import { noNotes, type CountedNotes } from '../../../../src/shared/export-notes.ts';
import { treatmentOf } from '../../../../src/shared/protection.ts';
import { hostileSelection } from '../../query/hostile-queries.ts';
import { addHostileRows, hostileRows, hostileTexts } from '../../../unit/query/hostile-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../../unit/query/study-fixture.ts';
import { planOf } from '../../../unit/export/plan.ts';

/*
 * A protected export that reads the column cache yields the same rows, in the same order and with the same counts, as an export that
 * reads the rows.
 */

const protection = { recipient: 'default', anchor: { kind: 'first-record' } as const, salt: Buffer.alloc(32, 7) };
/** Two studies with the same rows; only the first one has a column cache. */
let cached: StudyFixture;
let bare: StudyFixture;

/** Hostile rows, and rows like those of real studies: shared texts, dates with a day, measured and other numbers. */
function fill(fixture: StudyFixture): void {
  addHostileRows(fixture, 200, 11);
  for (const dataset of Object.values(datasets)) {
    const rows = Array.from({ length: 120 }, (_, row) => ({
      subject: row % 17 === 0 ? null : (hostileTexts[row % 7] ?? `00${String(row % 9)}`),
      [dataset.key]: `protected ${String(row)}`,
      ...Object.fromEntries(dataset.columns.flatMap(({ name, kind }, at) => cellsOf(name, kind, dataset, row + at))),
    }));
    fixture.add(dataset.name, rows);
  }
}

function cellsOf(name: string, kind: string, dataset: Dataset, row: number): readonly (readonly [string, string | number])[] {
  if (name === dataset.key || name === 'subject' || row % 6 === 0) return [];
  if (kind === 'number') return [[name, row % 4 === 0 ? (['5.10', '1e999', '123456789012345678901', '-0'][row % 3] ?? '') : row / 8]];
  if (kind === 'datetime')
    return [[name, ['2025-03-02', '2025-03-05T08:00:00', '2025-04', '1900-01-01', '2025-02-30', 'unknown'][row % 6] ?? '']];
  if (kind === 'list') return [[name, JSON.stringify([`Lesion ${String(row % 3)}`, 'Lung'])]];
  return [[name, ['7 - 56', 'U/L', 'Screening', 'seen by 0012', 'NORMAL', '4.5', '2025-03-02'][row % 7] ?? '']];
}

beforeAll(async () => {
  [cached, bare] = [makeStudy(), makeStudy()];
  fill(cached);
  fill(bare);
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
  for (const { name } of Object.values(datasets)) columns.use(cached.study, name);
  await columns.settled();
});
afterAll(() => {
  cached.remove();
  bare.remove();
});

interface Leaving {
  readonly rows: readonly unknown[];
  readonly notes: CountedNotes;
  readonly csv: string;
}

function leavingOf({ study }: StudyFixture, part: ExportPart, isCached: boolean): Promise<Leaving> {
  return inSharedSnapshot(study, async () => {
    const [notes, again] = [noNotes(), noNotes()];
    const table = protectStudy(study, protection, [], 0).table(part, notes);
    expect(table.cached !== null).toBe(isCached);
    const rows = [...table.pages()].flat();
    const hash = createHash('sha256');
    const anew = protectStudy(study, protection, [], 0).table(part, again);
    const plan = planOf({ selection: part.selection, format: 'csv-excel' });
    for await (const { bytes } of csvChunks(countingStrange(anew, again), plan, again).pieces) hash.update(bytes);
    return { rows, notes, csv: `${hash.digest('hex')} ${JSON.stringify(again)}` };
  });
}

function partOf(dataset: Dataset): fc.Arbitrary<ExportPart> {
  const names = dataset.columns.filter((column) => treatmentOf(column).treatment !== 'dropped').map(({ name }) => name);
  const column = fc.constantFrom(...names);
  const keys = hostileRows(dataset, 200, 11).map((row) => String(row[dataset.key]));
  return fc.record({
    selection: fc.oneof(
      { weight: 3, arbitrary: fc.constant(everything(dataset.name)) },
      { weight: 1, arbitrary: hostileSelection(dataset, keys).map((selection) => ({ ...selection, search: '' })) },
    ),
    sort: fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 2 }),
    columns: fc.uniqueArray(column, { maxLength: 8 }),
  });
}

describe.each(Object.values(datasets))('$name', (dataset) => {
  test('exports the same from the column cache as from the rows', async () => {
    await fc.assert(
      fc.asyncProperty(partOf(dataset), async (part) => {
        expect(await leavingOf(cached, part, true)).toEqual(await leavingOf(bare, part, false));
      }),
      { numRuns: 40 },
    );
  });
});

test.each([
  { kind: 'first-record' },
  { kind: 'baseline' },
  { kind: 'visit', label: 'Screening' },
  { kind: 'visit', label: hostileTexts[3] ?? '' },
] satisfies readonly AnchorOfRecords[])('counts days from the same anchors with and without the column cache: $kind $label', (anchor) => {
  const [byColumns, byRows] = [cached, bare].map(({ study }) =>
    inSnapshot(study, () => anchorDays(study, anchor, (place) => cachedFirstDates(study, place))),
  );
  expect(byColumns).toEqual(byRows);
  expect(byRows).toEqual(inSnapshot(bare.study, () => anchorDays(bare.study, anchor)));
});

test('reads first dates from the column cache if there is one', () => {
  const place = { dataset: datasets.labs, date: 'collected', labelled: null };
  const read = ({ study }: StudyFixture): boolean => inSnapshot(study, () => cachedFirstDates(study, place) !== null);
  expect([read(cached), read(bare)]).toEqual([true, false]);
  expect(inSnapshot(cached.study, () => anchorDays(cached.study, { kind: 'first-record' })).size).toBeGreaterThan(3);
});

test('leaves a search to SQLite', async () => {
  const part: ExportPart = { selection: { ...everything('labs'), search: 'lung' }, sort: [], columns: ['subject'] };
  expect((await leavingOf(cached, part, false)).rows).toEqual((await leavingOf(bare, part, false)).rows);
});
