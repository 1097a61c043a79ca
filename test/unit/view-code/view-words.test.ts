import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { doubleQuoted, sqlIdentifier, sqlText } from '../../../src/core/view-code/escape-text.ts';
import { fileName, headingIn, headLines, type ViewOrigin } from '../../../src/core/view-code/head-lines.ts';
import { digestView, fifteenDigits } from '../../../src/core/view-code/view-digest.ts';
import { asksFor, goesByInstant, readView, repeatableSort, sortsBy, type AskedView } from '../../../src/core/view-code/view.ts';
import { findColumn } from '../../../src/core/query/columns.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { Condition, Selection } from '../../../src/shared/query.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';

function asked({
  columns = ['subject'],
  sort = [],
  vocabulary = 'plain',
  ...selection
}: Partial<AskedView> & Partial<Selection>): AskedView {
  return { selection: { ...everything('labs'), ...selection }, columns, sort, vocabulary };
}

const viewOf = (...args: Parameters<typeof asked>) => readView(asked(...args));
const where = (column: string, op: Condition['op'], ...values: string[]): Condition[] => [{ column, op, values }];

describe('a text in code', () => {
  test.each([
    ['a"b\\c', '"a\\"b\\\\c"'],
    ['\u0000\u001f\u007f\u009f', '"\\u0000\\u001f\\u007f\\u009f"'],
    [' ~\u00a0é', '" ~\u00a0é"'],
    ['\u200b\u200f\u202e\u2060\ufeff', '"\\u200b\\u200f\\u202e\\u2060\\ufeff"'],
    ['\ud800x\udc00', '"\\ud800x\\udc00"'],
    ['👩', '"👩"'],
  ])('%j shows what it holds: %s', (text, written) => {
    expect(doubleQuoted(text)).toBe(written);
  });

  test.each([
    ['', "''"],
    ["it's", "'it''s'"],
    ['\n', 'chr(10)'],
    ['a\nb', "('a' || chr(10) || 'b')"],
    ['\t\u200b', '(chr(9) || chr(8203))'],
  ])('%j is the expression %s in SQL', (text, written) => {
    expect(sqlText(text)).toBe(written);
  });

  test('names a column in double quotes', () => {
    expect(sqlIdentifier('a "b" c')).toBe('"a ""b"" c"');
  });
});

describe('a view as read', () => {
  test('has a test for each condition, each word of a search, the subjects and the chosen records', () => {
    const { tests } = viewOf({
      ...{ where: where('result', '=', '5'), search: 'alt  ast', subjects: ['1'] },
      chosen: { mode: 'except', keys: ['a'] },
    });
    const searched = datasets.labs.columns.filter(({ kind }) => ['text', 'flag', 'list'].includes(kind)).length;
    expect(tests.map(({ columns, test: { is } }) => [columns.length, is])).toEqual([
      [1, 'compared'],
      [searched, 'contains'],
      [searched, 'contains'],
      [1, 'among'],
      [1, 'not'],
    ]);
    expect(tests.slice(3)).toMatchObject([
      { columns: [{ name: 'subject' }], test: { values: ['1'], orMissing: false } },
      { columns: [{ name: 'record_id' }], test: { of: { is: 'among', values: ['a'], orMissing: false } } },
    ]);
    expect(viewOf({ chosen: { mode: 'only', keys: ['a'] } }).tests).toMatchObject([{ test: { is: 'among', values: ['a'] } }]);
    expect(viewOf({}).tests).toEqual([]);
  });

  test('needs the columns of its tests, its order and those shown, in the order of the declaration', () => {
    const { needed, shown } = viewOf({
      columns: ['unit', 'subject'],
      sort: [{ column: 'test', descending: true }],
      where: where('visit', 'missing'),
    });
    expect(shown.map(({ name }) => name)).toEqual(['unit', 'subject']);
    expect(needed).toEqual(datasets.labs.columns.filter(({ name }) => ['unit', 'subject', 'test', 'visit', 'record_id'].includes(name)));
  });

  test('is ordered by the record id at last, unless it is anyway', () => {
    const [test_, id] = [
      { column: 'test', descending: true },
      { column: 'record_id', descending: true },
    ];
    expect(repeatableSort(datasets.labs, [test_])).toEqual([test_, { column: 'record_id', descending: false }]);
    expect(repeatableSort(datasets.labs, [id, test_])).toEqual([id, test_]);
  });

  test('asks for dates by a test, by one that is negated, or by its order', () => {
    const byTest = viewOf({ sort: [{ column: 'test', descending: false }], where: where('collected', '>=', '2025') });
    const byOrder = viewOf({ sort: [{ column: 'collected', descending: false }] });
    const neither = viewOf({ sort: [{ column: 'test', descending: false }], where: where('test', 'contains', 'a') });
    const negated = { ...neither, tests: [{ columns: [], test: { is: 'not', of: { is: 'dated', instant: false, bounds: [] } } }] } as const;
    expect([byTest, byOrder, neither, negated].map((view) => asksFor(view, 'dated'))).toEqual([true, true, false, true]);
    expect([byTest, byOrder, neither, negated].map((view) => asksFor(view, 'contains'))).toEqual([false, false, true, false]);
    expect([byOrder, neither].map((view) => sortsBy(view, 'datetime'))).toEqual([true, false]);
  });

  test('orders by the instant only what is sent with an offset', () => {
    expect(['collected', 'specimen_time'].map((name) => goesByInstant(findColumn(datasets.labs, name)))).toEqual([false, true]);
  });
});

describe('the first lines', () => {
  const origin: ViewOrigin = { study: '22-001', generation: 3, asOf: '2026-11-22T12:00:00Z', cutOff: null };
  const digest = { rows: 1, sha256: 'ab' };

  test('say what the code reads and how it is written', () => {
    expect(headLines(viewOf({}), 'csv', origin, digest)).toEqual([
      'Labs of study 22-001, generation 3, complete as of 2026-11-22T12:00:00Z: 1 row.',
      'It reads labs.csv, an export of all rows, which this writes:',
      '  carrel export 22-001 --dataset labs --format csv --out labs.csv',
      'In the window: Export, all rows, all columns, "CSV, exact", headers plain, separator comma.',
      'Rows that are equal in the order of the view are ordered by their record id.',
      'It stops if the rows are not those that Carrel showed, for example because the file comes from a later copy.',
    ]);
  });

  test('name the columns if a person is among them, the headings and the data cut-off', () => {
    const lines = headLines(
      viewOf({ columns: ['performer'], vocabulary: 'sdtm', sort: [{ column: 'record_id', descending: false }] }),
      'csv',
      {
        ...{ ...origin, asOf: null, cutOff: '2026-03-31' },
      },
      { rows: 200_001, sha256: null },
    );
    expect(lines).toEqual([
      'Labs of study 22-001, generation 3: 200,001 rows.',
      'It reads labs.csv, an export of all rows with these columns, which this writes:',
      '  carrel export 22-001 --dataset labs --format csv --headers sdtm --columns record_id,performer --cut-off 2026-03-31 --out labs.csv',
      'In the window: Export, all rows, the shown columns (first show those named above), "CSV, exact", headers sdtm, separator comma.',
      'Data cut-off 2026-03-31: export with it in force, or with --cut-off 2026-03-31.',
      'Rows that are equal in the order of the view are ordered by their record id.',
      'It stops if the number of rows differs; there are too many rows for a digest.',
    ]);
    expect(headLines(viewOf({}), 'csv', origin, { rows: 7, sha256: null }).at(-1)).toBe(
      'It stops if the number of rows differs; the cells of so few rows could be guessed from a digest.',
    );
  });

  test('name Parquet by its columns, whatever the headings', () => {
    const view = viewOf({ vocabulary: 'sdtm' });
    expect(headLines(view, 'parquet', origin, digest).slice(2, 4)).toEqual([
      '  carrel export 22-001 --dataset labs --format parquet --out labs.parquet',
      'In the window: Export, all rows, all columns, Parquet, headers plain.',
    ]);
    const subject = findColumn(datasets.labs, 'subject');
    expect([headingIn('parquet', view, subject), headingIn('csv', view, subject)]).toEqual(['subject', 'SUBJID']);
    expect(fileName(view, 'parquet')).toBe('labs.parquet');
  });

  test('stay one line each, whatever the study is called', () => {
    const [first = '', , command = ''] = headLines(viewOf({}), 'csv', { ...origin, study: '22\n\u2028001' }, digest);
    expect([first.slice(0, 21), command.includes('22??001')]).toEqual(['Labs of study 22??001', true]);
  });
});

describe('the digest of a view', () => {
  test.each([
    [0, '0'],
    [-0, '-0'],
    [100, '100'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [1 / 3, '0.333333333333333'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [123_456_789_012_345, '123456789012345'],
    [1e15, '1e+15'],
    [1.5e100, '1.5e+100'],
    [99_999_999_999_999.96, '100000000000000'],
    [999_999_999_999_999.9, '1e+15'],
  ])('has %d as C prints it: %s', (number, text) => {
    expect(fifteenDigits(number)).toBe(text);
  });

  let fixture: StudyFixture;
  beforeEach(() => {
    fixture = makeStudy();
  });
  afterEach(() => {
    fixture.remove();
  });

  test('is over the length and text of each cell, the digits as sent and the items joined', () => {
    fixture.add('responses', [
      { record_id: 'b', subject: null, lesions: ['T1', 'T2'], current_value: '5.10' },
      { record_id: 'a', subject: 'é', lesions: null, current_value: null },
    ]);
    const wanted: AskedView = {
      selection: everything('responses'),
      sort: [{ column: 'record_id', descending: false }],
      columns: ['subject', 'lesions', 'current_value'],
      vocabulary: 'plain',
    };
    const text = '2:é--\n-6:T1; T24:5.10';
    expect(digestView(fixture.study, wanted, readView(wanted), 0)).toEqual({
      rows: 2,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });

  test('has a derived number by fifteen digits, and a list or text that was derived as it is', () => {
    fixture.add('labs', [{ record_id: 'a', subject: '1', times_upper_limit: 1 / 3, range_flag: 'HIGH', result_number: '0.50' }]);
    const view = asked({ columns: ['times_upper_limit', 'range_flag', 'result_number'] });
    const { sha256 } = digestView(fixture.study, view, readView(view), 0);
    expect(sha256).toBe(createHash('sha256').update(['17:0.333333333333333', '4:HIGH', '4:0.50'].join('')).digest('hex'));
  });

  test.each([
    [49, null],
    [50, expect.stringMatching(/^[0-9a-f]{64}$/)],
  ])('of %i rows is %s: the cells of fewer could be found out by trying', (rows, sha256) => {
    const records = Array.from({ length: rows }, (_, at) => ({ record_id: String(at), subject: '0012' }));
    fixture.add('labs', records);
    const view = asked({});
    expect(digestView(fixture.study, view, readView(view))).toEqual({ rows, sha256 });
  });

  test('has each row in a line of its own, also where they are read in several parts', () => {
    const subjects = Array.from({ length: 1001 }, (_, at) => String(at).padStart(4, '0'));
    fixture.add(
      'labs',
      subjects.map((subject) => ({ record_id: subject, subject })),
    );
    const view = asked({ sort: [{ column: 'record_id', descending: false }] });
    const lines = subjects.map((subject) => `4:${subject}`).join('\n');
    expect(digestView(fixture.study, view, readView(view))).toEqual({
      rows: 1001,
      sha256: createHash('sha256').update(lines).digest('hex'),
    });
  });
});
