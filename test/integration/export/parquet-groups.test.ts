import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Chunks, Piece } from '../../../src/core/export/chunks.ts';
import type { Blocks } from '../../../src/core/export/csv/csv-blocks.ts';
import { linesTogether, newTurns, turn } from '../../../src/core/export/csv/csv-helper.ts';
import { openTable, type ExportTable } from '../../../src/core/export/export-table.ts';
import { compressionOf } from '../../../src/core/export/parquet/compression.ts';
import { groupsOfBytes } from '../../../src/core/export/parquet/groups-of-bytes.ts';
import { groupsOfPages } from '../../../src/core/export/parquet/groups-of-pages.ts';
import { parquetFile } from '../../../src/core/export/parquet/parquet-chunks.ts';
import { parquetColumns, type ParquetColumn } from '../../../src/core/export/parquet/parquet-columns.ts';
import type { GroupTask } from '../../../src/core/export/parquet/stored-groups.ts';
import { rowsIdentity } from '../../../src/core/query/snapshot.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { noNotes, type CountedNotes } from '../../../src/shared/export-notes.ts';
import { everything, makeStudy, studyNumber, type FixtureRow, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { askDuckDb } from '../../unit/export/duckdb.ts';
import { made } from '../../unit/export/plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  if (fixture.study.db.inTransaction) fixture.study.db.exec('ROLLBACK');
  fixture.remove();
});

const asked = ['record_id', 'subject', 'visit', 'collected', 'test', 'unit', 'reference_range', 'result', 'result_number', 'result_text'];
/** The Parquet columns that hold the cells of those columns as sent. */
const sent = asked.map((name) => (name === 'result_number' ? 'result_number_sent' : name));
/** Rows per row group: divides neither the number of rows nor the number that is read at once. */
const rowsOfGroup = 4733;

const odd = [
  '0012',
  '10E2',
  '',
  ' a ',
  'a\r\nb',
  '"',
  'NULL',
  'NaN',
  '\u{1d49c}',
  '\ue000',
  '\ufeffx',
  'שלום',
  'a\0b',
  '\ufffd',
  'x'.repeat(70_000),
];
const numbers = ['5.10', '5.1', '12345678901234567890.10', '1e400', '1e-400', '0', '-0', '1E5', null];
const dates = ['2025-03-02T10:15:30.125', '2025-03-02', '2025-03', '2025-03-02T10:15:30+02:00', '1850-01-01', 'yesterday', null];

/** Random rows whose columns differ in how often they repeat, from long runs of one text to a new text in each row. */
function hostileRows(count: number, seed: number): readonly FixtureRow[] {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const of = <T>(list: readonly T[]): T => list[next(list.length)] as T;
  return Array.from({ length: count }, (_, n) => ({
    record_id: `4fc6d0ff-${String(next(1e9))}-${String(n)}`,
    subject: String(Math.floor(n / 900)).padStart(4, '0'),
    visit: next(3) === 0 ? null : of(odd.slice(0, -1)),
    collected: next(4) === 0 ? of(dates) : `2025-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`,
    test: of(['ALT', 'AST', '', null, 'a\0b']),
    unit: of(['U/L', null, '10*3/µL']),
    reference_range: of([null, '7 - 56', '\ufffd']),
    // From the middle on too many for a dictionary, which shows only after the first thousands of a group.
    result: n < count / 2 ? of(odd.slice(0, -1)) : `${String(next(1e9))} ${of(odd.slice(0, -1))}`,
    result_number: next(5) === 0 ? of(numbers) : String(next(400) / 8),
    result_text: next(500) === 0 ? of(odd) : null,
  }));
}

function open(): { readonly table: ExportTable; readonly columns: readonly ParquetColumn[] } {
  fixture.study.db.exec('BEGIN');
  const table = openTable(fixture.study, { selection: everything('labs'), sort: [], columns: asked });
  return { table, columns: parquetColumns(table.columns, 'plain') };
}

function fromBytes({ table, columns }: ReturnType<typeof open>, rows = rowsOfGroup): Blocks<Piece> {
  if (table.stored === null) throw new Error('The rows do not leave as they are stored.');
  const groups = groupsOfBytes({ ...table.stored, columns: table.columns }, columns, rows);
  if (groups === null) throw new Error('There are too many combinations.');
  return groups;
}

function* all(groups: Blocks<Piece>): Generator<Piece> {
  for (let group = 0; group < groups.count; group++) yield* groups.lines(group);
}

async function bytesOf(
  pieces: Chunks['pieces'],
  { table, columns }: ReturnType<typeof open>,
  notes: CountedNotes = noNotes(),
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const { bytes } of parquetFile(pieces, { table, columns, reported: { made } }, notes)) parts.push(Buffer.from(bytes));
  return Buffer.concat(parts);
}

function saved(bytes: Buffer): string {
  const path = join(fixture.folder, 'labs.parquet');
  writeFileSync(path, bytes);
  return path;
}

/** Cells as text, read by DuckDB; transferred as bytes, because its client drops a byte order mark. */
async function cellsIn(path: string): Promise<readonly (readonly (string | null)[])[]> {
  const { rows } = await askDuckDb(`SELECT ${sent.map((name) => `hex(encode(${name}))`).join(', ')} FROM '${path}'`);
  return rows.map((row) => row.map((cell) => (cell === null ? null : Buffer.from(String(cell), 'hex').toString('utf8'))));
}

/** Cells as they were given. */
function given({ table }: ReturnType<typeof open>): readonly (readonly (string | null)[])[] {
  return [...table.pages()].flat().map((row) => row.slice(1).map((cell) => (cell === null ? null : String(cell))));
}

function firstDifferences(found: readonly (readonly (string | null)[])[], expected: readonly (readonly (string | null)[])[]): unknown[] {
  expect(found).toHaveLength(expected.length);
  return found
    .flatMap((row, at) => row.flatMap((cell, of) => (cell === expected[at]?.[of] ? [] : [[at, sent[of], cell, expected[at]?.[of]]])))
    .slice(0, 3);
}

async function metadataOf(path: string): Promise<Map<string, { readonly groups: number; readonly encodings: Set<string> }>> {
  const { rows } = await askDuckDb(`SELECT path_in_schema, encodings FROM parquet_metadata('${path}')`);
  const found = new Map<string, { groups: number; encodings: Set<string> }>();
  for (const [column, encodings] of rows) {
    const of = found.get(String(column)) ?? { groups: 0, encodings: new Set<string>() };
    of.groups++;
    for (const encoding of String(encodings).split(', ')) of.encodings.add(encoding);
    found.set(String(column), of);
  }
  return found;
}

describe('row groups made from bytes, read by DuckDB', () => {
  test.each([1, 2])('have every cell as sent, across groups and encodings (%i)', async (seed) => {
    fixture.add('labs', hostileRows(19_001, seed));
    const opened = open();
    const path = saved(await bytesOf(all(fromBytes(opened)), opened));
    expect(firstDifferences(await cellsIn(path), given(opened))).toEqual([]);
    const metadata = await metadataOf(path);
    expect(metadata.get('subject')?.groups).toBe(5);
    expect(metadata.get('record_id')?.encodings).toContain('DELTA_BYTE_ARRAY');
    expect(metadata.get('subject')?.encodings).toContain('RLE_DICTIONARY');
    expect([...(metadata.get('result')?.encodings ?? [])].sort()).toEqual(['PLAIN', 'RLE', 'RLE_DICTIONARY']);
  });

  test('equal those made cell by cell, with the same counts', async () => {
    fixture.add('labs', hostileRows(9_000, 3));
    const opened = open();
    const [notes, others] = [noNotes(), noNotes()];
    const every = `SELECT COLUMNS(*)::VARCHAR FROM '${saved(await bytesOf(all(fromBytes(opened)), opened, notes))}'`;
    const { rows: expected } = await askDuckDb(every);
    saved(await bytesOf(groupsOfPages(opened.table, opened.columns, 3001), opened, others));
    const { rows: found } = await askDuckDb(every);
    expect(found).toHaveLength(9_000);
    expect(found.filter((row, at) => JSON.stringify(row) !== JSON.stringify(expected[at])).slice(0, 3)).toEqual([]);
    expect(notes.numbersMissing).toBeGreaterThan(0);
    expect(notes.numbersMissing).toBe(others.numbersMissing);
    const strange = given(opened)
      .flat()
      .reduce(
        (sum, cell) => ({
          nul: sum.nul + (cell?.split('\0').length ?? 1) - 1,
          replaced: sum.replaced + (cell?.split('\ufffd').length ?? 1) - 1,
        }),
        { nul: 0, replaced: 0 },
      );
    expect(strange.nul * strange.replaced).toBeGreaterThan(0);
    expect(notes).toMatchObject(strange);
  });

  test('are smaller where texts are long', async () => {
    const rows = Array.from({ length: 60 }, (_, n) => ({
      record_id: `r${String(n)}`,
      subject: '1',
      result: `${String(n)}${'ä'.repeat(1_000_000)}`,
    }));
    fixture.add('labs', rows);
    const opened = open();
    const path = saved(await bytesOf(all(fromBytes(opened)), opened));
    expect((await metadataOf(path)).get('result')?.groups).toBe(2);
    const { rows: found } = await askDuckDb(`SELECT record_id, length(result), result[:2] FROM '${path}'`);
    expect(found).toEqual(rows.map(({ record_id, result }) => [record_id, String(result.length), result.slice(0, 2)]));
  });

  test('state minimum, maximum and null count, with texts ordered by bytes', async () => {
    const texts = ['\ue000', '\u{1d49c}', 'b', 'B'];
    fixture.add(
      'labs',
      Array.from({ length: 40 }, (_, n) => ({
        record_id: `r${String(n + 10)}`,
        subject: texts[n % 4] ?? null,
        result_number: [-3, 0.5, 1e9, 7][n % 4] ?? null,
      })),
    );
    const opened = open();
    const path = saved(await bytesOf(all(fromBytes(opened)), opened));
    const { rows } = await askDuckDb(
      `SELECT path_in_schema, stats_min_value, stats_max_value, stats_null_count FROM parquet_metadata('${path}') WHERE path_in_schema IN ('record_id', 'subject', 'result_number', 'visit') ORDER BY 1`,
    );
    expect(rows).toEqual([
      ['record_id', 'r10', 'r49', '0'],
      ['result_number', '-3.0', '1000000000.0', '0'],
      ['subject', 'B', '\u{1d49c}', '0'],
      ['visit', null, null, '40'],
    ]);
  });

  test('are also read by hyparquet, which drops a byte order mark', async () => {
    fixture.add('labs', hostileRows(6000, 4));
    const opened = open();
    const bytes = await bytesOf(all(fromBytes(opened)), opened);
    const whole = new Uint8Array(bytes).buffer;
    const rows = await parquetReadObjects({
      file: { byteLength: whole.byteLength, slice: (start, end) => whole.slice(start, end) },
      compressors: { ZSTD: (packed) => zstdDecompressSync(packed), GZIP: (packed) => gunzipSync(packed) },
    });
    expect(
      firstDifferences(
        rows.map((row) => sent.map((name) => (row[name] ?? null) as string | null)),
        given(opened).map((row) => row.map((cell) => cell?.replace(/^\ufeff/, '') ?? null)),
      ),
    ).toEqual([]);
  });
});

test('compresses pages with gzip if Zstandard is missing', async () => {
  fixture.add('labs', hostileRows(5000, 5));
  const opened = open();
  const path = saved(await bytesOf(groupsOfPages(opened.table, opened.columns, 2500, compressionOf({})), opened));
  expect(firstDifferences(await cellsIn(path), given(opened))).toEqual([]);
  expect((await askDuckDb(`SELECT DISTINCT compression FROM parquet_metadata('${path}')`)).rows).toEqual([['GZIP']]);
});

describe('row groups made by two threads', () => {
  const entry = new URL('../../../src/core/export/parquet/parquet-helper-thread.ts', import.meta.url);

  function taskOf({ table }: ReturnType<typeof open>, more: Partial<GroupTask> = {}): GroupTask {
    const rowids = table.stored?.rowids ?? [];
    const shared = new Float64Array(new SharedArrayBuffer(rowids.length * Float64Array.BYTES_PER_ELEMENT));
    shared.set(rowids);
    const { path, key, study } = fixture;
    return {
      ...{ path, key: new Uint8Array(key), study: studyNumber, identity: rowsIdentity(study), dataset: datasets.labs.name },
      ...{ columns: asked, cacheKiB: 4096, ahead: 2, rowsOfBlock: rowsOfGroup, rowids: shared, turns: newTurns(), vocabulary: 'plain' },
      ...more,
    };
  }

  /** Groups of which the first is made only after the thread has taken another; records which were made here. */
  function groupsThatWait(
    groups: Blocks<Piece>,
    turns: GroupTask['turns'],
  ): { readonly groups: Blocks<Piece>; readonly madeHere: Set<number> } {
    const madeHere = new Set<number>();
    const lines = (block: number): Iterable<Piece> => {
      madeHere.add(block);
      const until = Date.now() + 60_000;
      while (block === 0 && Atomics.load(turns, turn.next) < 2 && Date.now() < until)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return groups.lines(block);
    };
    return { groups: { ...groups, lines }, madeHere };
  }

  test('make the same file as one thread, with the same counts', async () => {
    fixture.add('labs', hostileRows(24_000, 6));
    const opened = open();
    const [notes, alone] = [noNotes(), noNotes()];
    const expected = await bytesOf(all(fromBytes(opened)), opened, alone);
    const task = taskOf(opened);
    const { groups, madeHere } = groupsThatWait(fromBytes(opened), task.turns);
    const found = await bytesOf(linesTogether(groups, task, entry), opened, notes);
    expect(found.equals(expected)).toBe(true);
    expect(madeHere.size).toBeLessThan(groups.count);
    expect(notes).toEqual(alone);
  });

  test('are all made here if the other thread sees other rows', async () => {
    fixture.add('labs', hostileRows(10_000, 7));
    const opened = open();
    const expected = await bytesOf(all(fromBytes(opened)), opened);
    const task = taskOf(opened, { identity: 'another' });
    expect((await bytesOf(linesTogether(fromBytes(opened), task, entry), opened)).equals(expected)).toBe(true);
  });
});
