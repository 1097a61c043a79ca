import { describe, expect, test } from 'vitest';
import { pythonCode } from '../../../src/core/view-code/python-code.ts';
import { rCode } from '../../../src/core/view-code/r-code.ts';
import { sqlCode } from '../../../src/core/view-code/sql-code.ts';
import { readView, type AskedView, type RowTest } from '../../../src/core/view-code/view.ts';
import { findColumn } from '../../../src/core/query/columns.ts';
import type { CellTest } from '../../../src/core/query/read-condition.ts';
import type { CodeFile } from '../../../src/shared/calls/view-code.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import { everything } from '../query/study-fixture.ts';

const writers = { python: pythonCode, r: rCode, sql: sqlCode } as const;
type Language = keyof typeof writers;

interface Asked extends Partial<Omit<AskedView, 'selection'>> {
  readonly dataset?: DatasetName;
  readonly tests?: readonly RowTest[];
  readonly file?: CodeFile;
  readonly sha256?: string | null;
}

function codeOf(language: Language, { dataset = 'labs', tests = [], file = 'csv', sha256 = 'ab', ...asked }: Asked): string {
  const sort = [{ column: datasets[dataset].key, descending: false }];
  const view = readView({ selection: everything(dataset), sort, columns: ['subject'], vocabulary: 'plain', ...asked });
  return writers[language]({ ...view, tests }, file, ['First.', 'Second.'], { rows: 7, sha256 });
}

const testsOf = (name: string, ...tests: readonly CellTest[]): readonly RowTest[] =>
  tests.map((test) => ({ columns: [findColumn(datasets.labs, name)], test }));

/** The tests of one column in code, as the lines between `keep = (`, `labs[` or `WHERE` and their end. */
function testLines(language: Language, name: string, ...tests: readonly CellTest[]): string {
  const code = codeOf(language, { tests: testsOf(name, ...tests) });
  const [begin, end] = { python: ['keep = (\n', '\n)\n'], r: ['view <- labs[\n', ',\n  , drop'], sql: ['\nWHERE ', ';\n'] }[language] as [
    string,
    string,
  ];
  const from = code.indexOf(begin) + begin.length;
  return code.slice(from, code.indexOf(end, from)).trim();
}

describe('a test of cells', () => {
  test.each<readonly [string, CellTest, Readonly<Record<Language, string>>]>([
    [
      'visit',
      { is: 'missing' },
      {
        python: '(labs["visit"].isna() | (labs["visit"] == ""))',
        r: '(is.na(labs$visit) | labs$visit %in% "")',
        sql: `nullif("visit", '') IS NULL`,
      },
    ],
    [
      'result_number',
      { is: 'missing' },
      { python: 'labs["result_number"].isna()', r: 'is.na(labs$result_number)', sql: '"result_number" IS NULL' },
    ],
    [
      'result_number',
      { is: 'present' },
      { python: '~labs["result_number"].isna()', r: '!is.na(labs$result_number)', sql: 'NOT ("result_number" IS NULL)' },
    ],
    [
      'visit',
      { is: 'contains', text: 'Ab' },
      { python: 'contains(labs["visit"], "ab")', r: 'contains(labs$visit, "ab")', sql: `contains(view_ascii("visit"), 'ab')` },
    ],
    [
      'visit',
      { is: 'contains', text: 'ΣΑΣ' },
      { python: 'contains(labs["visit"], "σασ")', r: 'contains(labs$visit, "σασ")', sql: `contains(view_fold("visit"), 'σασ')` },
    ],
    [
      'visit',
      { is: 'compared', how: '=', value: 'C1' },
      { python: '(labs["visit"] == "C1")', r: '((labs$visit == "C1") %in% TRUE)', sql: `"visit" = 'C1'` },
    ],
    [
      'result_number',
      { is: 'compared', how: '<=', value: 0.1 },
      { python: '(labs["result_number"] <= 0.1)', r: '((labs$result_number <= 0.1) %in% TRUE)', sql: `"result_number" <= '0.1'::DOUBLE` },
    ],
    [
      'visit',
      { is: 'among', values: ['a', 'b'], orMissing: false },
      { python: 'labs["visit"].isin(["a", "b"])', r: '(labs$visit %in% c("a", "b"))', sql: `"visit" IN ('a', 'b')` },
    ],
    [
      'result_number',
      { is: 'among', values: [5], orMissing: true },
      {
        python: '(labs["result_number"].isna() | labs["result_number"].isin([5]))',
        r: '(is.na(labs$result_number) | labs$result_number %in% c(5))',
        sql: `("result_number" IS NULL OR "result_number" IN ('5'::DOUBLE))`,
      },
    ],
    [
      'visit',
      { is: 'among', values: [], orMissing: false },
      { python: 'labs["visit"].isin([])', r: '(labs$visit %in% c())', sql: 'false' },
    ],
    [
      'collected',
      {
        is: 'dated',
        bounds: [
          { is: '>=', at: 5 },
          { is: '<', at: 9 },
        ],
        instant: true,
      },
      {
        python:
          '(labs["collected"].map(lambda sent: clock(sent, True)).astype(float) >= 5) & (labs["collected"].map(lambda sent: clock(sent, True)).astype(float) < 9)',
        r: '((clock(labs$collected, TRUE) >= 5) %in% TRUE) & ((clock(labs$collected, TRUE) < 9) %in% TRUE)',
        sql: 'view_clock("collected", true) >= 5 AND view_clock("collected", true) < 9',
      },
    ],
    [
      'collected',
      { is: 'dated', bounds: [{ is: '<', at: 9 }], instant: false },
      {
        python: '(labs["collected"].map(lambda sent: clock(sent, False)).astype(float) < 9)',
        r: '((clock(labs$collected, FALSE) < 9) %in% TRUE)',
        sql: 'view_clock("collected", false) < 9',
      },
    ],
    [
      'visit',
      { is: 'not', of: { is: 'compared', how: '=', value: 'x' } },
      { python: '~((labs["visit"] == "x"))', r: '!(((labs$visit == "x") %in% TRUE))', sql: `("visit" = 'x') IS NOT TRUE` },
    ],
  ])('%s %o', (name, is, written) => {
    for (const language of ['python', 'r', 'sql'] as const) expect(testLines(language, name, is), language).toBe(written[language]);
  });

  test('is joined with the others', () => {
    const [one, other] = [
      { is: 'compared', how: '=', value: 'a' },
      { is: 'compared', how: '=', value: 'b' },
    ] as const;
    expect(testLines('python', 'visit', one, other)).toBe('(labs["visit"] == "a")\n    & (labs["visit"] == "b")');
    expect(testLines('r', 'visit', one, other)).toBe('((labs$visit == "a") %in% TRUE) &\n  ((labs$visit == "b") %in% TRUE)');
    expect(testLines('sql', 'visit', one, other)).toBe(`"visit" = 'a'\n  AND "visit" = 'b'`);
  });

  test('of several columns holds if one of them matches', () => {
    const columns = ['visit', 'unit'].map((name) => findColumn(datasets.labs, name));
    const tests = [{ columns, test: { is: 'contains', text: 'a' } }] as const;
    expect(codeOf('python', { tests })).toContain(
      'keep = (\n    (\n        contains(labs["visit"], "a")\n        | contains(labs["unit"], "a")\n    )\n)\n',
    );
    expect(codeOf('r', { tests })).toContain(
      'view <- labs[\n  (contains(labs$visit, "a") |\n    contains(labs$unit, "a")),\n  , drop = FALSE]',
    );
    expect(codeOf('sql', { tests })).toContain(`WHERE (contains(view_ascii("visit"), 'a')\n    OR contains(view_ascii("unit"), 'a'));`);
  });

  test('of a list looks into each item, unless it asks for more than one', () => {
    const lesions = [findColumn(datasets.responses, 'lesions')];
    const code = (language: Language, text: string): string =>
      codeOf(language, { dataset: 'responses', tests: [{ columns: lesions, test: { is: 'contains', text } }] });
    expect(code('python', 'a')).toContain('any_item(responses["lesions"], "a")');
    expect(code('r', 'a')).toContain('any_item(responses$lesions, "a")');
    expect(code('sql', 'a')).toContain(
      `len(list_filter(string_split("lesions", '; '), lambda item: contains(view_ascii(item), 'a'))) > 0;`,
    );
    expect(code('sql', 'a; b')).toContain(`WHERE contains(view_ascii("lesions"), 'a; b');`);
  });

  test('may be none', () => {
    expect(codeOf('python', {})).toContain('keep = slice(None)\n');
    expect(codeOf('r', {})).toContain('\nview <- labs\n');
    expect(codeOf('sql', {})).toMatch(/\)\n;\n/);
  });
});

describe('the order of the rows', () => {
  test('is that of the view in each language, missing values last', () => {
    const sort = [
      { column: 'visit', descending: true },
      { column: 'collected', descending: false },
    ];
    expect(codeOf('python', { sort })).toContain(
      '    key0=labs["visit"],\n    key1=labs["collected"].map(lambda sent: clock(sent, False)).astype(float),\n    key2=labs["record_id"],\n' +
        ')[keep].sort_values(["key0", "key1", "key2"], ascending=[False, True, True], na_position="last")',
    );
    expect(codeOf('r', { sort })).toContain(
      'view <- view[order(view$visit, clock(view$collected, FALSE), view$record_id, decreasing = c(TRUE, FALSE, FALSE), na.last = TRUE, method = "radix"), , drop = FALSE]',
    );
    expect(codeOf('sql', { sort })).toContain(
      'row_number() OVER (ORDER BY "visit" DESC NULLS LAST, view_clock("collected", false) NULLS LAST, "record_id" NULLS LAST) AS view_row',
    );
  });

  test('by a list goes by its stored form', () => {
    const asked = { dataset: 'responses', sort: [{ column: 'lesions', descending: false }] } as const;
    expect(codeOf('python', asked)).toContain('key0=responses["lesions"].map(as_list, na_action="ignore"),');
    expect(codeOf('r', asked)).toContain('order(as_list(view$lesions), ');
    expect(codeOf('sql', asked)).toContain('ORDER BY view_list("lesions") NULLS LAST');
    expect(codeOf('python', asked)).toContain('import json\n');
    for (const [language, helper] of [
      ['python', 'def as_list'],
      ['r', 'as_list <- '],
      ['sql', 'MACRO view_list'],
    ] as const) {
      expect(codeOf(language, asked)).toContain(helper);
      expect(codeOf(language, {})).not.toContain(helper);
    }
  });
});

describe('what code needs is there only if it is used', () => {
  const dated = { sort: [{ column: 'collected', descending: false }] } as const;
  const contained = { tests: testsOf('visit', { is: 'contains', text: 'a' }) };

  test.each<readonly [Language, string, Asked]>([
    ['python', 'import datetime\n', dated],
    ['python', 'def clock(', dated],
    ['python', 'def contains(', contained],
    ['r', 'clock <- function', dated],
    ['r', 'contains <- function', contained],
    ['sql', 'MACRO view_clock', dated],
    ['sql', 'MACRO view_fold', contained],
    ['sql', 'MACRO view_number', { columns: ['result_number'] }],
  ])('%s: %s', (language, helper, asked) => {
    expect(codeOf(language, asked)).toContain(helper);
    expect(codeOf(language, {})).not.toContain(helper);
  });

  test('of the modules of Python', () => {
    const imports = (asked: Asked) => [...codeOf('python', asked).matchAll(/^import (\w+)$/gm)].map(([, name]) => name);
    expect(imports({})).toEqual(['hashlib', 're', 'pandas']);
    expect(imports({ file: 'parquet' })).toEqual(['hashlib', 'pandas']);
    expect(imports({ file: 'parquet', sha256: null })).toEqual(['pandas']);
    expect(imports({ file: 'parquet', ...dated })).toEqual(['datetime', 'hashlib', 're', 'pandas']);
  });

  test('of the packages of R', () => {
    const packages = (asked: Asked) => /in a UTF-8 locale, with (.*)\.\n/.exec(codeOf('r', asked))?.[1];
    expect([packages({}), packages({ sha256: null })]).toEqual(['digest', 'no packages']);
    expect([packages({ file: 'parquet' }), packages({ file: 'parquet', sha256: null })]).toEqual(['arrow and digest', 'arrow']);
    expect([codeOf('python', { file: 'parquet' }).includes(', and pyarrow.'), codeOf('python', {}).includes('pyarrow')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('the file', () => {
  test('is read by its headings', () => {
    const asked = { columns: ['subject', 'result_number', 'times_upper_limit'], vocabulary: 'sdtm' } as const;
    const [python, r, sql] = (['python', 'r', 'sql'] as const).map((language) => codeOf(language, asked));
    expect(python).toContain('    "subject": "SUBJID",\n');
    expect(python).toContain('for name in ["times_upper_limit", "result_number"]:\n');
    expect(r).toContain('  "SUBJID" = "subject",\n');
    expect(r).toContain('for (name in c("times_upper_limit", "result_number")) {\n');
    expect(sql).toContain('"SUBJID" AS "subject"');
    expect(sql).toMatch(/view_number\(("[^"]+")\) AS "result_number", \1 AS "result_number_sent"/);
    expect(sql).not.toContain('times_upper_limit_sent');
    for (const language of ['python', 'r'] as const) expect(codeOf(language, {})).not.toContain('_sent');
  });

  test('is read as Parquet by its columns', () => {
    const asked = { file: 'parquet' } as const;
    expect(codeOf('python', asked)).toContain('\nlabs = pandas.read_parquet("labs.parquet")\n');
    expect(codeOf('r', asked)).toContain('\nlabs <- as.data.frame(arrow::read_parquet("labs.parquet"))\n');
    expect(codeOf('sql', asked)).toContain("\nFROM read_parquet('labs.parquet')\n");
  });
});

describe('the rows are compared', () => {
  const columns = ['subject', 'result_number', 'times_upper_limit'];

  test('by a digest of the cells, derived numbers by their digits and sent ones as sent', () => {
    expect(codeOf('python', { columns })).toContain(
      'for line in zip(view["subject"], view["result_number_sent"], view["times_upper_limit"].map("{:.15g}".format, na_action="ignore"))\n)\n' +
        'if hashlib.sha256("\\n".join(lines).encode()).hexdigest() != "ab":\n',
    );
    expect(codeOf('r', { columns })).toContain(
      'list(view$subject, view$result_number_sent, ifelse(is.na(view$times_upper_limit), NA, sprintf("%.15g", view$times_upper_limit)))',
    );
    expect(codeOf('sql', { columns })).toContain(
      `count(*) = 7\n    AND sha256(coalesce(string_agg(view_cell("subject") || view_cell("result_number_sent") || view_cell(printf('%.15g', "times_upper_limit")), chr(10) ORDER BY view_row), ''))\n      = 'ab'\n`,
    );
  });

  test('by their number if there are too many', () => {
    expect(codeOf('python', { sha256: null })).toContain('if len(view) != 7:\n');
    expect(codeOf('r', { sha256: null })).toContain('if (nrow(view) != 7) stop(');
    expect(codeOf('sql', { sha256: null })).toContain('SELECT CASE WHEN count(*) = 7\n  THEN true');
  });

  test('and shown with the headings, the digits of numbers told apart where any were sent', () => {
    expect(codeOf('python', { columns, vocabulary: 'sdtm' })).toContain('    "subject": "SUBJID",\n    "result_number": "');
    expect(codeOf('r', { columns: ['subject', 'visit'], vocabulary: 'sdtm' })).toContain(
      'view <- view[c("subject", "visit")]\nnames(view) <- c("SUBJID", "VISIT")\n',
    );
    expect(codeOf('sql', { columns: ['subject', 'visit'], vocabulary: 'sdtm' })).toContain(
      '\n  "subject" AS "SUBJID",\n  "visit" AS "VISIT"\n',
    );
    const told = (...names: readonly string[]): boolean =>
      codeOf('python', { columns: names }).includes('# Columns whose names end in _sent');
    expect([told('result_number'), told('times_upper_limit'), told('subject')]).toEqual([true, false, false]);
  });
});

test.each([
  ['python', '# First.\n# Second.\n# For Python 3.9 or later'],
  ['r', '# First.\n# Second.\n# For R 4.0 or later'],
  ['sql', '-- First.\n-- Second.\n-- For DuckDB 1.1 or later.\n'],
] as const)('%s begins with what it does and needs', (language, head) => {
  expect(codeOf(language, {}).startsWith(head)).toBe(true);
});
