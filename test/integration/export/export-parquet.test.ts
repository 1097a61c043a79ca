import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { everything, makeStudy, type FixtureRow, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { askDuckDb } from '../../unit/export/duckdb.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const columns = ['record_id', 'subject', 'visit', 'collected', 'test', 'result', 'result_number', 'times_upper_limit', 'range_flag'];

async function write(more: Partial<Asked> = {}): Promise<string> {
  const path = join(fixture.folder, 'labs.parquet');
  const plan = planOf({ selection: everything('labs'), columns, format: 'parquet', ...more });
  await exportFile(fixture.study, plan, { path, replace: true, made });
  return path;
}

/** Cells of the same export as exact CSV; an unquoted empty cell is null. */
async function csvRows(more: Partial<Asked> = {}): Promise<readonly (readonly (string | null)[])[]> {
  const path = join(fixture.folder, 'labs.csv');
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns, ...more }), { path, replace: true, made });
  const [, ...records] = readCsv(readFileSync(path, 'utf8'));
  return records.map((record) => record.map(({ text, quoted }) => (text === '' && !quoted ? null : text)));
}

const texts = ['0012', '10E2', '3-04', '', ' a ', 'a\r\nb', '"', '=1+1', 'NULL', 'NaN', '\u{1d49c}', '\ufeffx', 'שלום', 'a\0b', '1/2'];
const numbers = ['5.10', '12345678901234567890.10', '1e400', '1e-400', '0', '-0', '0.1', '1E5', null];
const dates = ['2025-03-02T10:15:30.125', '2025-03-02', '2025-03', '2025-03-02T10:15:30+02:00', '1850-01-01', 'yesterday', null];

function hostileRow(n: number): FixtureRow {
  const of = <T>(list: readonly T[], step: number): T => list[Math.floor(n / step) % list.length] as T;
  return {
    record_id: `r${String(n)}`,
    subject: of(texts, 1),
    visit: of(texts, 3),
    test: of(texts, 5),
    result: of(texts, 2),
    result_number: of(numbers, 1),
    collected: of(dates, 1),
    times_upper_limit: n % 4 === 0 ? null : n / 7,
  };
}

describe('a Parquet file, read by DuckDB', () => {
  test('has every cell of the exact CSV: texts and numbers as sent, derived numbers as doubles', async () => {
    fixture.add(
      'labs',
      Array.from({ length: 3000 }, (_, n) => hostileRow(n)),
    );
    const path = await write();
    const named = ['record_id', 'subject', 'visit', 'collected', 'test', 'result', 'result_number_sent', 'times_upper_limit', 'range_flag'];
    // As bytes, because the DuckDB client drops a byte order mark.
    const { rows } = await askDuckDb(`SELECT ${named.map((name) => `hex(encode(${name}::VARCHAR))`).join(', ')} FROM '${path}'`);
    const isWorkedOut = named.map((name) => name === 'times_upper_limit');
    const found = rows.map((row) =>
      row.map((cell, at) => {
        const text = cell === null ? null : Buffer.from(String(cell), 'hex').toString('utf8');
        return text !== null && isWorkedOut[at] === true ? String(Number(text)) : text;
      }),
    );
    const expected = await csvRows();
    expect(found).toHaveLength(expected.length);
    const wrong = found.flatMap((row, at) =>
      row.flatMap((cell, of) => (cell === expected[at]?.[of] ? [] : [[named[of], cell, expected[at]?.[of]]])),
    );
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  test('has numbers as doubles, dates and timestamps without a time zone, and null where there is no value', async () => {
    fixture.add('labs', [
      { record_id: 'a', subject: '0012', result_number: '5.10', collected: '2025-03-02T10:15:30.125' },
      { record_id: 'b', subject: '0012', result_number: '1e400', collected: '2025-03-02' },
      { record_id: 'c', subject: '0012', result_number: null, collected: '2025-03' },
      { record_id: 'd', subject: '0012', result_number: '12345678901234567890.10', collected: '2025-03-02T10:15:30+02:00' },
      { record_id: 'e', subject: '0012', collected: '2025-03-02T10:15:30.1234567' },
      { record_id: 'f', subject: '0012', collected: '1899-12-31T23:59:00' },
      { record_id: 'g', subject: '0012', collected: '2025-03-02 10:15:30+02:00' },
    ]);
    const path = await write({ columns: ['record_id', 'result_number', 'collected'] });
    const { names, rows } = await askDuckDb(`SELECT * FROM '${path}' ORDER BY record_id`);
    expect(names).toEqual(['record_id', 'result_number', 'result_number_sent', 'collected', 'collected_date', 'collected_at']);
    expect(rows).toEqual([
      ['a', 5.1, '5.10', '2025-03-02T10:15:30.125', '2025-03-02', '2025-03-02 10:15:30.125'],
      ['b', null, '1e400', '2025-03-02', '2025-03-02', null],
      ['c', null, null, '2025-03', null, null],
      ['d', 12345678901234567000, '12345678901234567890.10', '2025-03-02T10:15:30+02:00', null, null],
      ['e', null, null, '2025-03-02T10:15:30.1234567', '2025-03-02', '2025-03-02 10:15:30.123'],
      ['f', null, null, '1899-12-31T23:59:00', '1899-12-31', '1899-12-31 23:59:00'],
      ['g', null, null, '2025-03-02 10:15:30+02:00', null, null],
    ]);
    const { rows: types } = await askDuckDb(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`);
    expect(types).toEqual([
      ['record_id', 'VARCHAR'],
      ['result_number', 'DOUBLE'],
      ['result_number_sent', 'VARCHAR'],
      ['collected', 'VARCHAR'],
      ['collected_date', 'DATE'],
      ['collected_at', 'TIMESTAMP'],
    ]);
  });

  test('describes the export, the study and each column in its footer', async () => {
    fixture.add('labs', [{ record_id: 'a', subject: '0012' }]);
    const path = await write({ columns: ['subject', 'times_upper_limit'], vocabulary: 'sdtm' });
    const { rows } = await askDuckDb(`SELECT decode(value) FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'carrel'`);
    const footer = JSON.parse(String(rows[0]?.[0])) as Record<string, unknown>;
    expect(footer).toMatchObject({
      export: { id: made.id },
      study: '22-001',
      datasets: [{ dataset: 'labs', rows: 1, filters: [] }],
      columns: [
        { name: 'SUBJID', column: 'subject', label: 'Subject', sdtm: 'SUBJID', source: 'subject.reference', rule: null },
        { name: 'TIMESUPP', column: 'times_upper_limit', label: '× ULN', source: null },
      ],
    });
  });

  test('has row groups with statistics, and only its columns if there are no rows', async () => {
    fixture.add(
      'labs',
      Array.from({ length: 12_000 }, (_, n) => ({ record_id: String(n), subject: String(n).padStart(6, '0'), collected: '2025-03-02' })),
    );
    const all = await write({ columns: [], sort: [{ column: 'subject', descending: false }] });
    const { rows } = await askDuckDb(
      `SELECT row_group_num_rows, stats_min_value, stats_max_value FROM parquet_metadata('${all}') WHERE path_in_schema = 'subject' ORDER BY row_group_id`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect([rows[0]?.[1], rows.at(-1)?.[2]]).toEqual(['000000', '011999']);
    expect(rows.reduce((sum, [count]) => sum + Number(count), 0)).toBe(12_000);
    const none = await write({ selection: { ...everything('labs'), subjects: [] } });
    expect((await askDuckDb(`SELECT count(*) FROM '${none}'`)).rows).toEqual([['0']]);
  });
});
