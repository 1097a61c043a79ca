import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Chunks } from '../../../src/core/export/chunks.ts';
import { countingStrange } from '../../../src/core/export/count-strange.ts';
import { csvChunks } from '../../../src/core/export/csv/csv-chunks.ts';
import type { ExportPart } from '../../../src/core/export/export-plan.ts';
import { openTable, type ExportTable } from '../../../src/core/export/export-table.ts';
import { parquetChunks } from '../../../src/core/export/parquet/parquet-chunks.ts';
import { createColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { inSharedSnapshot, inSnapshot } from '../../../src/core/query/snapshot.ts';
import { columnsPath } from '../../../src/core/store/database/cache-files.ts';
import type { Column } from '../../../src/shared/datasets/declaration.ts';
import { datasets, type Dataset } from '../../../src/shared/datasets/datasets.ts';
import { noNotes, type CountedNotes } from '../../../src/shared/export-notes.ts';
import { hostileSelection } from '../query/hostile-queries.ts';
import { addHostileRows, hostileRows, hostileTexts } from '../../unit/query/hostile-rows.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';

/*
 * An export that reads the column cache writes the same file, byte for byte and with the same counts, as an export that reads the rows,
 * whatever the rows hold.
 */

const digits = ['5.10', '0.0', '-0', '1e2', '123456789012345678901', '0.1000000000000000055', '1e999'];
/** Two studies with the same rows; only the first one has a column cache. */
let fixture: StudyFixture;
let bare: StudyFixture;

function fill(fixture: StudyFixture): void {
  addHostileRows(fixture, 300, 11);
  for (const dataset of Object.values(datasets)) {
    const sent = (column: Column, row: number): string | number =>
      row % 3 === 0 ? (row % 5) - 2 : (digits[(row + column.name.length) % digits.length] ?? '');
    const numbers = dataset.columns.filter(({ kind }) => kind === 'number');
    const rows = Array.from({ length: 60 }, (_, row) => ({
      subject: hostileTexts[row % 7] ?? null,
      [dataset.key]: `sent ${String(row)}`,
      ...Object.fromEntries(numbers.map((column) => [column.name, sent(column, row)])),
    }));
    fixture.add(dataset.name, rows);
  }
}

async function cacheColumns(fixture: StudyFixture): Promise<void> {
  const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
  for (const { name } of Object.values(datasets)) columns.use(fixture.study, name);
  await columns.settled();
}

beforeAll(async () => {
  fixture = makeStudy();
  bare = makeStudy();
  fill(fixture);
  fill(bare);
  await cacheColumns(fixture);
});
afterAll(() => {
  fixture.remove();
  bare.remove();
});

interface Written {
  readonly sha256: string;
  readonly rows: number;
  readonly notes: CountedNotes;
}

async function written(make: (notes: CountedNotes) => Chunks): Promise<Written> {
  const notes = noNotes();
  const { pieces, of } = make(notes);
  const hash = createHash('sha256');
  let rows = 0;
  for await (const piece of pieces) {
    hash.update(piece.bytes);
    rows += piece.rows;
  }
  expect(rows).toBe(of);
  return { sha256: hash.digest('hex'), rows, notes };
}

/** What is exported of a dataset, once from the column cache and once from the rows. */
async function bothWays<T>(
  part: ExportPart,
  look: (table: ExportTable) => Promise<T>,
  [cached, uncached]: readonly [StudyFixture, StudyFixture] = [fixture, bare],
): Promise<{ readonly cached: T; readonly stored: T }> {
  const looked = ({ study }: StudyFixture, isCached: boolean): Promise<T> =>
    inSharedSnapshot(study, async () => {
      const table = openTable(study, part, 0);
      expect(table.cached !== null).toBe(isCached);
      return look(table);
    });
  return { cached: await looked(cached, true), stored: await looked(uncached, false) };
}

function partOf(dataset: Dataset): fc.Arbitrary<ExportPart> {
  const column = fc.constantFrom(...dataset.columns.map(({ name }) => name));
  const keys = hostileRows(dataset, 300, 11).map((row) => String(row[dataset.key]));
  return fc.record({
    selection: fc.oneof(
      { weight: 2, arbitrary: fc.constant(everything(dataset.name)) },
      { weight: 1, arbitrary: hostileSelection(dataset, keys) },
    ),
    sort: fc.array(fc.record({ column, descending: fc.boolean() }), { maxLength: 2 }),
    columns: fc.uniqueArray(column, { maxLength: 8 }),
  });
}

describe.each(Object.values(datasets))('an export of $name from the column cache', (dataset) => {
  const property = async (look: (table: ExportTable) => Promise<unknown>): Promise<void> => {
    await fc.assert(
      fc.asyncProperty(partOf(dataset), async (part) => {
        const { cached, stored } = await bothWays(part, look);
        expect(cached).toEqual(stored);
      }),
      { numRuns: 20 },
    );
  };

  test('has the same rows, cell by cell', () => property(async (table) => [...table.pages()].flat()));

  test.each(['csv', 'csv-excel'] as const)('is the same %s file', (format) =>
    property((table) => {
      const plan = planOf({ selection: everything(dataset.name), format, delimiter: ';' });
      return written((notes) => csvChunks(countingStrange(table, notes), plan, notes));
    }),
  );

  test('is the same Parquet file', () =>
    property((table) => written((notes) => parquetChunks(countingStrange(table, notes), 'plain', { made }, notes))));
});

test('a cached Parquet export is the same if the row that decides on a dictionary is empty or repeats the row before', async () => {
  const studies = [makeStudy(), makeStudy()] as const;
  const text = (row: number): string => `${'one of many '.repeat(4)}${String(row < 4095 ? row : row % 100)}`;
  const rows = Array.from({ length: 20_000 }, (_, row) => ({
    ...{ record_id: String(row), subject: '0012' },
    result: row === 4095 ? null : text(row),
    result_text: row === 4095 ? text(4094) : text(row),
  }));
  for (const study of studies) study.add('labs', rows);
  await cacheColumns(studies[0]);
  for (const column of ['result', 'result_text']) {
    const part: ExportPart = { selection: everything('labs'), sort: [], columns: [column] };
    const { cached, stored } = await bothWays(
      part,
      (table) => written((notes) => parquetChunks(countingStrange(table, notes), 'plain', { made }, notes)),
      studies,
    );
    expect(cached, column).toEqual(stored);
  }
  for (const study of studies) study.remove();
});

describe('reads rows from the store', () => {
  const part: ExportPart = { selection: everything('labs'), sort: [], columns: ['subject', 'result'] };
  const isCached = (asked: Partial<ExportPart> = {}, ...fewest: readonly [number] | readonly []): boolean =>
    inSnapshot(fixture.study, () => (openTable(fixture.study, { ...part, ...asked }, ...fewest).cached?.columns() ?? null) !== null);
  const path = (): string => columnsPath(fixture.path, 'labs');

  test('if the dataset or the selection is small', () => {
    const selection = { ...everything('labs'), chosen: { mode: 'only' as const, keys: ['sent 1', 'sent 2'] } };
    expect(isCached({})).toBe(false);
    expect(isCached({ selection }, 2)).toBe(true);
    expect(isCached({ selection }, 3)).toBe(false);
  });

  test('if a needed column is not cached, such as one with U+0000', async () => {
    fixture.add('labs', [{ record_id: 'nul', subject: '1', unit: 'a\0b' }]);
    rmSync(path());
    await cacheColumns(fixture);
    expect(isCached({}, 0)).toBe(true);
    expect(isCached({ columns: ['unit'] }, 0)).toBe(false);
    expect(isCached({ sort: [{ column: 'unit', descending: true }] }, 0)).toBe(false);
  });

  test('if the column cache is damaged, without touching its file', () => {
    const whole = readFileSync(path());
    const damaged = Buffer.from(whole);
    damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 1;
    for (const [at, byte] of damaged.entries()) if (at > 4000 && at % 500 === 0) damaged[at] = byte ^ 1;
    writeFileSync(path(), damaged);
    expect(isCached({}, 0)).toBe(false);
    expect(readFileSync(path()).equals(damaged)).toBe(true);
    writeFileSync(path(), whole);
    expect(isCached({}, 0)).toBe(true);
  });

  test('if the column cache is removed before it is read', async () => {
    const whole = readFileSync(path());
    const look = async (table: ExportTable): Promise<readonly unknown[]> => [
      [...table.pages()].flat(),
      await written((notes) => csvChunks(countingStrange(table, notes), planOf({ selection: everything('labs'), format: 'csv' }), notes)),
      (await written((notes) => parquetChunks(countingStrange(table, notes), 'plain', { made }, notes))).rows,
    ];
    await inSharedSnapshot(fixture.study, async () => {
      const [table, gone] = [openTable(fixture.study, part, 0), openTable(fixture.study, part, 0)];
      const read = await look(table);
      const columns = gone.cached?.columns();
      expect(columns).toHaveLength(2);
      expect(gone.cached?.columns()).not.toBe(columns);
      rmSync(path());
      expect(gone.cached?.columns()).toBeNull();
      expect(await look(gone)).toEqual(read);
    });
    writeFileSync(path(), whole);
  });

  test('if the column cache is of another generation or missing', () => {
    fixture.add('labs', [{ record_id: 'newer', subject: '1' }], 2);
    expect(isCached({}, 0)).toBe(false);
    rmSync(path());
    expect(isCached({}, 0)).toBe(false);
  });
});
