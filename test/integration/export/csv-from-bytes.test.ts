import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvWriterOf, type CsvForm, type Delimiter } from '../../../src/core/export/csv/csv.ts';
import { csvFromBytes } from '../../../src/core/export/csv/csv-from-bytes.ts';
import { cellFetcher } from '../../../src/core/query/fetch-cells.ts';
import { rowBytesFetcher, type RowBytesFetcher } from '../../../src/core/query/fetch-row-bytes.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../src/shared/datasets/declaration.ts';
import { makeStudy, type FixtureRow, type StudyFixture } from '../../unit/query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

function fetcherOf(dataset: DatasetName, columns: readonly Column[]): RowBytesFetcher {
  const fetcher = rowBytesFetcher(fixture.study, datasets[dataset], columns);
  if (fetcher === null) throw new Error('There are too many combinations.');
  return fetcher;
}

const exact: CsvForm = { format: 'csv', delimiter: ',' };

/** The text of the lines, the byte offset at which each ends, and how many cells got an apostrophe. */
interface Written {
  readonly text: string;
  readonly ends: readonly number[];
  readonly guarded: number;
}

function writtenFromBytes(dataset: DatasetName, columns: readonly Column[], rowids: readonly number[], form: CsvForm): Written {
  const fetcher = fetcherOf(dataset, columns);
  const write = csvFromBytes(csvWriterOf(form, columns, { guarded: 0 }), fetcher);
  const [lines] = Array.from(fetcher.fetch(rowids), (rows) => {
    const { bytes, ends, guarded } = write(rows);
    return { text: Buffer.from(bytes).toString('utf8'), ends: [...ends], guarded };
  });
  if (lines === undefined) throw new Error('There are no rows.');
  return lines;
}

function writtenCellByCell(dataset: DatasetName, columns: readonly Column[], rowids: readonly number[], form: CsvForm): Written {
  const notes = { guarded: 0 };
  const writer = csvWriterOf(form, columns, notes);
  const rows = cellFetcher(fixture.study, datasets[dataset], columns)(rowids);
  const lines = rows.map((row) => writer.record(row, 1));
  let end = 0;
  const ends = lines.map((line) => (end += Buffer.byteLength(line)));
  return { text: lines.join(''), ends, ...notes };
}

function linesFromBytes(dataset: DatasetName, columns: readonly Column[], rowids: readonly number[]): string {
  return writtenFromBytes(dataset, columns, rowids, exact).text;
}

function linesCellByCell(dataset: DatasetName, columns: readonly Column[], rowids: readonly number[]): string {
  return writtenCellByCell(dataset, columns, rowids, exact).text;
}

function named(dataset: DatasetName, names: readonly string[]): readonly Column[] {
  return datasets[dataset].columns.filter(({ name }: { readonly name: string }) => names.includes(name));
}

const signs = ['"', ',', ';', '\t', '\r', '\n', 'a', 'é', 'ÿ', '￿', '😀', ' ', '\u0000', '=', '+', '-', '@', '＝', '－', '1', '.'];
const text = fc.option(fc.oneof(fc.string({ unit: fc.constantFrom(...signs) }), fc.string({ unit: 'binary' })));
const number = fc.option(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom('5.10', '007', '1e2', 0.1, 1 / 3)));
const list = fc.option(fc.array(fc.string({ unit: fc.constantFrom(...signs) })));

describe('lines made from bytes equal those made cell by cell', () => {
  const records: readonly [DatasetName, fc.Arbitrary<Omit<FixtureRow, 'record_id'>>][] = [
    [
      'labs',
      fc.record({ subject: text, test: text, result: text, unit: text, result_number: number, times_upper_limit: number, test_code: text }),
    ],
    ['responses', fc.record({ subject: text, visit: text, overall_response: text, comments: text, new_lesion_sites: list })],
    ['medications', fc.record({ subject: text, medication: text, dose: number, reasons: list })],
  ];
  test.each(records)('for %s, whatever the records hold', (dataset, record) => {
    const { columns, key } = datasets[dataset];
    const isList = ({ kind }: Column): boolean => kind === 'list';
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 12 }),
        fc.constantFrom<CsvForm['format']>('csv', 'csv-excel'),
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        (rows, format, delimiter) => {
          const lists = Object.fromEntries(columns.filter(isList).map(({ name }) => [name, ['a,b', '"', 'ÿ']]));
          fixture.change(`DELETE FROM ${dataset}_row; DELETE FROM ${dataset}_shared`);
          fixture.add(
            dataset,
            rows.map((row, n) => ({ ...lists, ...row, [key]: String(n) })),
          );
          const rowids = fixture.study.db.prepare<[], number>(`SELECT rowid FROM ${dataset}_row ORDER BY rowid`).pluck().all();
          for (const wanted of [rowids, rowids.toReversed()])
            for (const asked of [columns, columns.filter(isList), columns.slice(0, 1), columns.filter(({ kind }) => kind === 'number')])
              expect(writtenFromBytes(dataset, asked, wanted, { format, delimiter })).toEqual(
                writtenCellByCell(dataset, asked, wanted, { format, delimiter }),
              );
        },
      ),
      { numRuns: 120 },
    );
  });

  test('with no shared column, and with shared columns only', () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '0001', unit: 'g, or "mg"' },
      { record_id: 'b', subject: '', unit: '' },
      { record_id: 'c', subject: null, unit: null },
    ]);
    expect(linesFromBytes('labs', named('labs', ['subject']), [1, 2, 3])).toBe('0001\r\n""\r\n""\r\n');
    expect(linesFromBytes('labs', named('labs', ['unit']), [3, 1, 2])).toBe('""\r\n"g, or ""mg"""\r\n""\r\n');
  });

  test('with guarded shared cells, which are counted for each row that has them', () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '=1', unit: '-x' },
      { record_id: 'b', subject: '1', unit: '-x' },
      { record_id: 'c', subject: '1', unit: 'g' },
    ]);
    const asked = named('labs', ['subject', 'unit']);
    expect(writtenFromBytes('labs', asked, [1, 2, 3], { format: 'csv-excel', delimiter: ';' })).toMatchObject({
      text: "'=1;'-x\r\n1;'-x\r\n1;g\r\n",
      guarded: 3,
    });
  });

  test('for shared cells that are too long to be held together', () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '1', unit: 'u,'.repeat(200), reference_range: 'x'.repeat(300) },
      { record_id: 'b', subject: '2', unit: null, reference_range: 'x'.repeat(300) },
    ]);
    const asked = named('labs', ['unit', 'reference_range']);
    expect(linesFromBytes('labs', asked, [1, 2])).toBe(linesCellByCell('labs', asked, [1, 2]));
  });

  test('for a text longer than the reused buffer', () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '1', result_text: 'x'.repeat(1_500_000) },
      { record_id: 'b', subject: '2', result_text: '"'.repeat(1_500_000) },
    ]);
    const asked = named('labs', ['subject', 'result_text']);
    expect(linesFromBytes('labs', asked, [1, 2]) === linesCellByCell('labs', asked, [1, 2])).toBe(true);
  });
});

test('a missing row is an error instead of a different file', () => {
  fixture.add('labs', [{ record_id: 'a', subject: '1' }]);
  expect(() => linesFromBytes('labs', named('labs', ['subject']), [1, 2])).toThrow(RangeError);
  expect(() => linesFromBytes('labs', named('labs', ['subject']), [3, 1])).toThrow(RangeError);
});

test('rows are not read as bytes if there are more combinations of shared cells than can be held', () => {
  fixture.add(
    'labs',
    Array.from({ length: 20_010 }, (_, n) => ({ record_id: String(n), subject: '1', unit: `u${String(n)}` })),
  );
  expect(rowBytesFetcher(fixture.study, datasets.labs, named('labs', ['unit']))).toBeNull();
  expect(rowBytesFetcher(fixture.study, datasets.labs, named('labs', ['subject']))).not.toBeNull();
});
