import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { fold, isAscii } from '../query/contains.ts';
import type { CellTest } from '../query/read-condition.ts';
import { sqlIdentifier, sqlText } from './escape-text.ts';
import { fileName, headingIn } from './head-lines.ts';
import type { CodeFile } from '../../shared/calls/view-code.ts';
import { asksFor, goesByInstant, sortsBy, type RowTest, type View } from './view.ts';
import type { ViewDigest } from './view-digest.ts';

/** Returns the view as SQL for DuckDB: the last statement returns its rows. */
export function sqlCode(view: View, file: CodeFile, head: readonly string[], digest: ViewDigest): string {
  const { dataset, vocabulary, order, shown } = view;
  const rows = sqlIdentifier(`${dataset.name}_view`);
  const terms = order.map(({ column, descending }) => `${sortTerm(column)}${descending ? ' DESC' : ''} NULLS LAST`);
  const selected = shown.map((column) => `  ${sqlIdentifier(column.name)} AS ${sqlIdentifier(headerOf(column, vocabulary))}`);
  return [
    ...head.map((line) => `-- ${line}`),
    '-- For DuckDB 1.1 or later.',
    '',
    ...macros(view),
    `CREATE OR REPLACE TEMP TABLE ${rows} AS`,
    `SELECT *, row_number() OVER (ORDER BY ${terms.join(', ')}) AS view_row`,
    `FROM ${source(view, file)}`,
    ...whereLines(view.tests),
    '',
    ...checkLines(view, rows, digest),
    '',
    'SELECT',
    selected.join(',\n'),
    `FROM ${rows}`,
    'ORDER BY view_row;',
    '',
  ].join('\n');
}

function source(view: View, file: CodeFile): string {
  const name = sqlText(fileName(view, file));
  if (file === 'parquet') return `read_parquet(${name})`;
  const columns = view.needed.flatMap((column) => {
    const heading = sqlIdentifier(headingIn(file, view, column));
    const own = `${heading} AS ${sqlIdentifier(column.name)}`;
    if (column.kind !== 'number') return [own];
    const number = `view_number(${heading}) AS ${sqlIdentifier(column.name)}`;
    return isDerived(column) ? [number] : [number, `${heading} AS ${sqlIdentifier(`${column.name}_sent`)}`];
  });
  const reading = `read_csv(${name}, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n', allow_quoted_nulls = false, max_line_size = 100000000, parallel = false)`;
  return `(\n  SELECT ${columns.join(', ')}\n  FROM ${reading}\n)`;
}

/** What the statements need and SQL does not have. */
function macros(view: View): readonly string[] {
  return [
    '-- A cell in the digest: its length in bytes, a colon and its text.',
    "CREATE OR REPLACE TEMP MACRO view_cell(cell) AS CASE WHEN cell IS NULL THEN '-' ELSE strlen(cell) || ':' || cell END;",
    ...(view.needed.some(({ kind }) => kind === 'number')
      ? [
          '-- Text that is not a number is missing.',
          'CREATE OR REPLACE TEMP MACRO view_number(sent) AS CASE WHEN isfinite(TRY_CAST(sent AS DOUBLE)) THEN TRY_CAST(sent AS DOUBLE) END;',
        ]
      : []),
    ...(asksFor(view, 'contains')
      ? [
          '-- Ignoring case: of A to Z only, or of every script.',
          "CREATE OR REPLACE TEMP MACRO view_ascii(cell) AS translate(cell, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');",
          "CREATE OR REPLACE TEMP MACRO view_fold(cell) AS replace(lower(replace(cell, 'İ', 'i̇')), 'ς', 'σ');",
        ]
      : []),
    ...(sortsBy(view, 'list') ? listMacro : []),
    ...(asksFor(view, 'dated') ? clockMacro : []),
    '',
  ];
}

const clockMacro = [
  '-- Milliseconds since 1970 of the first moment of a date, in local time as written or, if by_instant, as an instant; NULL if it is not a date.',
  'CREATE OR REPLACE TEMP MACRO view_clock(sent, by_instant) AS CASE WHEN regexp_full_match(sent,',
  "  '[0-9]{4}(-[0-9]{2}(-[0-9]{2}([T ]([01][0-9]|2[0-3])(:[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?)?(Z|[+-](0[0-9]|1[0-8]):[0-5][0-9])?)?)?)?') THEN",
  "  epoch_ms(TRY_CAST(left(regexp_replace(sent, '(Z|[+-][0-9]{2}:[0-9]{2})$', '')",
  "    || substr('0000-01-01T00:00:00.000', length(regexp_replace(sent, '(Z|[+-][0-9]{2}:[0-9]{2})$', '')) + 1), 23) AS TIMESTAMP))",
  "  - CASE WHEN by_instant AND regexp_matches(sent, '[+-][0-9]{2}:[0-9]{2}$')",
  "    THEN CAST(left(right(sent, 6), 1) || '1' AS INTEGER) * (60 * CAST(substr(right(sent, 5), 1, 2) AS INTEGER) + CAST(right(sent, 2) AS INTEGER)) * 60000",
  '    ELSE 0 END',
  'END;',
];

const listMacro = [
  "-- A list as Carrel stores it, which it is ordered by; in the file its items are joined with '; '.",
  "CREATE OR REPLACE TEMP MACRO view_list(cell) AS CASE WHEN cell IS NOT NULL THEN CAST(to_json(string_split(cell, '; ')) AS VARCHAR) END;",
];

function sortTerm(column: Column): string {
  const name = sqlIdentifier(column.name);
  if (column.kind === 'list') return `view_list(${name})`;
  return column.kind === 'datetime' ? `view_clock(${name}, ${String(goesByInstant(column))})` : name;
}

function whereLines(tests: readonly RowTest[]): readonly string[] {
  if (tests.length === 0) return [';'];
  const parts = tests.map(({ columns, test }) => {
    const each = columns.map((column) => testOf(column, test));
    return each.length === 1 ? (each[0] ?? '') : `(${each.join('\n    OR ')})`;
  });
  return [`WHERE ${parts.join('\n  AND ')};`];
}

function testOf(column: Column, test: CellTest): string {
  const name = sqlIdentifier(column.name);
  const missing = column.kind === 'number' ? `${name} IS NULL` : `nullif(${name}, '') IS NULL`;
  switch (test.is) {
    case 'missing':
      return missing;
    case 'present':
      return `NOT (${missing})`;
    case 'contains':
      return column.kind === 'list' ? anyItem(name, test.text) : contains(name, test.text);
    case 'compared':
      return `${name} ${test.how} ${literal(test.value)}`;
    case 'among': {
      const listed = test.values.length === 0 ? 'false' : `${name} IN (${test.values.map(literal).join(', ')})`;
      return test.orMissing ? `(${missing} OR ${listed})` : listed;
    }
    case 'dated':
      return test.bounds.map(({ is, at }) => `view_clock(${name}, ${String(test.instant)}) ${is} ${String(at)}`).join(' AND ');
    case 'not':
      return `(${testOf(column, test.of)}) IS NOT TRUE`;
  }
}

function contains(text: string, wanted: string): string {
  return isAscii(wanted)
    ? `contains(view_ascii(${text}), ${sqlText(wanted.toLowerCase())})`
    : `contains(view_fold(${text}), ${sqlText(fold(wanted))})`;
}

/** Items are separated by `; ` in the file. */
function anyItem(name: string, wanted: string): string {
  return wanted.includes('; ')
    ? contains(name, wanted)
    : `len(list_filter(string_split(${name}, '; '), lambda item: ${contains('item', wanted)})) > 0`;
}

/** A number is written by its digits, which are read exactly; as a decimal literal it might become another double. */
function literal(value: string | number): string {
  return typeof value === 'number' ? `'${String(value)}'::DOUBLE` : sqlText(value);
}

function checkLines({ shown }: View, rows: string, { rows: count, sha256 }: ViewDigest): readonly string[] {
  const refusal = "error('These are not the rows that Carrel showed: the file comes from another copy, or lacks rows.')";
  const line = shown.map((column) => `view_cell(${digestCell(column)})`).join(' || ');
  const digest = `sha256(coalesce(string_agg(${line}, chr(10) ORDER BY view_row), ''))`;
  const holds = `count(*) = ${String(count)}${sha256 === null ? '' : `\n    AND ${digest}\n      = '${sha256}'`}`;
  return [`SELECT CASE WHEN ${holds}`, `  THEN true ELSE ${refusal} END AS same_rows`, `FROM ${rows};`];
}

function digestCell(column: Column): string {
  const name = sqlIdentifier(column.name);
  if (column.kind !== 'number') return name;
  return isDerived(column) ? `printf('%.15g', ${name})` : sqlIdentifier(`${column.name}_sent`);
}
