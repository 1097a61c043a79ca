import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { fold, isAscii } from '../query/contains.ts';
import type { CellTest } from '../query/read-condition.ts';
import { doubleQuoted } from './escape-text.ts';
import { fileName, headingIn } from './head-lines.ts';
import type { CodeFile } from '../../shared/calls/view-code.ts';
import { asksFor, goesByInstant, sortsBy, type RowTest, type View } from './view.ts';
import type { ViewDigest } from './view-digest.ts';

/** Returns the view as Python with pandas: `view` contains its rows. */
export function pythonCode(view: View, file: CodeFile, head: readonly string[], digest: ViewDigest): string {
  const { dataset, vocabulary, order, shown, tests } = view;
  const rows = dataset.name;
  const isDated = asksFor(view, 'dated');
  const numbers = shown.filter((column) => column.kind === 'number');
  const imports = [
    ...(isDated ? ['import datetime'] : []),
    ...(digest.sha256 === null ? [] : ['import hashlib']),
    ...(sortsBy(view, 'list') ? ['import json'] : []),
    ...(isDated || file === 'csv' ? ['import re'] : []),
  ];
  const sorted = order.map(({ column }, place) => `    key${String(place)}=${sortKey(rows, column)},`);
  const keys = order.map((_, place) => `"key${String(place)}"`).join(', ');
  const ascending = order.map(({ descending }) => (descending ? 'False' : 'True')).join(', ');
  return [
    ...head.map((line) => `# ${line}`),
    `# For Python 3.9 or later with pandas 1.5 or later${file === 'parquet' ? ', and pyarrow' : ''}.`,
    '',
    ...[...imports, ''],
    'import pandas',
    '',
    ...(file === 'parquet' ? [`${rows} = pandas.read_parquet(${doubleQuoted(fileName(view, file))})`] : csvLines(view)),
    '',
    ...(isDated ? [...clockLines, ''] : []),
    ...(asksFor(view, 'contains') ? [...containsLines, ''] : []),
    ...(sortsBy(view, 'list') ? [...listLines, ''] : []),
    ...keepLines(rows, tests),
    `view = ${rows}.assign(`,
    ...sorted,
    `)[keep].sort_values([${keys}], ascending=[${ascending}], na_position="last")`,
    '',
    ...checkLines(shown, digest),
    '',
    'view = view.rename(columns={',
    ...shown.map((column) => `    ${doubleQuoted(column.name)}: ${doubleQuoted(headerOf(column, vocabulary))},`),
    `})[[${shown.map((column) => doubleQuoted(headerOf(column, vocabulary))).join(', ')}]].reset_index(drop=True)`,
    ...(numbers.length > 0 && numbers.some((column) => !isDerived(column))
      ? ['# Columns whose names end in _sent hold the digits of numbers as received.']
      : []),
    '',
  ].join('\n');
}

/** Reads cells by RFC 4180: an unquoted empty cell is no value, `""` an empty text. */
function csvLines(view: View): readonly string[] {
  const names = view.needed.map((column) => `    ${doubleQuoted(column.name)}: ${doubleQuoted(headingIn('csv', view, column))},`);
  const numbers = view.needed.filter(({ kind }) => kind === 'number').map(({ name }) => doubleQuoted(name));
  const rows = view.dataset.name;
  return [
    `with open(${doubleQuoted(fileName(view, 'csv'))}, encoding="utf-8-sig", newline="") as file:`,
    '    text = file.read()',
    'records, record = [], []',
    `for quoted, inside, bare, end in re.findall(r'("((?:[^"]|"")*)")?([^",\\r\\n]*)(,|\\r\\n)', text):`,
    `    record.append(inside.replace('""', '"') if quoted else bare or None)`,
    '    if end != ",":',
    '        records.append(record)',
    '        record = []',
    `${rows} = pandas.DataFrame(records[1:], columns=records[0], dtype=object)`,
    `${rows} = pandas.DataFrame({name: ${rows}[heading] for name, heading in {`,
    ...names,
    '}.items()}, dtype=object)',
    ...(numbers.length === 0
      ? []
      : [
          `for name in [${numbers.join(', ')}]:`,
          `    ${rows}[name + "_sent"] = ${rows}[name]`,
          `    ${rows}[name] = pandas.Series([float("nan") if cell is None or abs(float(cell)) == float("inf") else float(cell) for cell in ${rows}[name]], dtype="float64")`,
        ]),
  ];
}

const clockLines = [
  'DATE = re.compile(',
  '    r"[0-9]{4}(-[0-9]{2}(-[0-9]{2}([T ]([01][0-9]|2[0-3])(:[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?)?(Z|[+-](0[0-9]|1[0-8]):[0-5][0-9])?)?)?)?"',
  ')',
  'OFFSET = re.compile(r"(Z|([+-])([0-9]{2}):([0-9]{2}))$")',
  '',
  '',
  'def clock(sent, by_instant):',
  '    """Milliseconds since 1970 of the first moment of a date, in local time as written or as an instant; NaN if it is not a date."""',
  '    if pandas.isna(sent) or not DATE.fullmatch(sent):',
  '        return float("nan")',
  '    wall = OFFSET.sub("", sent)',
  '    wall = (wall + "0000-01-01T00:00:00.000"[len(wall):])[:23]',
  '    try:',
  '        # Python has no year 0, which has as many days as the year 400.',
  '        year = int(wall[:4])',
  '        day = datetime.date(year or 400, int(wall[5:7]), int(wall[8:10])).toordinal() - 719163 - (0 if year else 146097)',
  '    except ValueError:',
  '        return float("nan")',
  '    minutes = (day * 24 + int(wall[11:13])) * 60 + int(wall[14:16])',
  '    offset = OFFSET.search(sent)',
  '    if by_instant and offset and offset[2]:',
  '        minutes -= int(offset[2] + "1") * (int(offset[3]) * 60 + int(offset[4]))',
  '    return minutes * 60000 + int(wall[17:19]) * 1000 + int(wall[20:23])',
  '',
];

const containsLines = [
  'ASCII = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")',
  '',
  '',
  'def contains(cells, wanted):',
  '    """Whether each text contains another, ignoring case: of A to Z only, or of every script."""',
  '    plain = (lambda text: text.translate(ASCII)) if wanted.isascii() else (lambda text: text.lower().replace("ς", "σ"))',
  '    return cells.map(lambda text: isinstance(text, str) and wanted in plain(text)).astype(bool)',
  '',
  '',
  'def any_item(cells, wanted):',
  '    """The same for the items of a list, which are joined with "; "."""',
  '    items = cells.map(lambda text: text.split("; ") if isinstance(text, str) and "; " not in wanted else [text])',
  '    return items.map(lambda listed: any(contains(pandas.Series(listed, dtype=object), wanted))).astype(bool)',
  '',
];

const listLines = [
  '',
  'def as_list(text):',
  '    """A list as Carrel stores it, which it is ordered by; in the file its items are joined with "; "."""',
  '    return json.dumps(text.split("; "), ensure_ascii=False, separators=(",", ":"))',
  '',
];

function sortKey(rows: string, column: Column): string {
  const cells = `${rows}[${doubleQuoted(column.name)}]`;
  if (column.kind === 'list') return `${cells}.map(as_list, na_action="ignore")`;
  return column.kind === 'datetime'
    ? `${cells}.map(lambda sent: clock(sent, ${goesByInstant(column) ? 'True' : 'False'})).astype(float)`
    : cells;
}

function keepLines(rows: string, tests: readonly RowTest[]): readonly string[] {
  if (tests.length === 0) return [`keep = slice(None)`];
  return [
    'keep = (',
    ...tests.map(({ columns, test }, place) => {
      const each = columns.map((column) => testOf(rows, column, test));
      const joined = each.length === 1 ? (each[0] ?? '') : `(\n        ${each.join('\n        | ')}\n    )`;
      return `    ${place === 0 ? '' : '& '}${joined}`;
    }),
    ')',
  ];
}

function testOf(rows: string, column: Column, test: CellTest): string {
  const cells = `${rows}[${doubleQuoted(column.name)}]`;
  const missing = column.kind === 'number' ? `${cells}.isna()` : `(${cells}.isna() | (${cells} == ""))`;
  switch (test.is) {
    case 'missing':
      return missing;
    case 'present':
      return `~${missing}`;
    case 'contains': {
      const wanted = doubleQuoted(isAscii(test.text) ? test.text.toLowerCase() : fold(test.text));
      return `${column.kind === 'list' ? 'any_item' : 'contains'}(${cells}, ${wanted})`;
    }
    case 'compared':
      return `(${cells} ${test.how === '=' ? '==' : test.how} ${literal(test.value)})`;
    case 'among': {
      const listed = `${cells}.isin([${test.values.map(literal).join(', ')}])`;
      return test.orMissing ? `(${missing} | ${listed})` : listed;
    }
    case 'dated': {
      const clock = `${cells}.map(lambda sent: clock(sent, ${test.instant ? 'True' : 'False'})).astype(float)`;
      return test.bounds.map(({ is, at }) => `(${clock} ${is} ${String(at)})`).join(' & ');
    }
    case 'not':
      return `~(${testOf(rows, column, test.of)})`;
  }
}

function literal(value: string | number): string {
  return typeof value === 'number' ? String(value) : doubleQuoted(value);
}

function checkLines(shown: readonly Column[], { rows, sha256 }: ViewDigest): readonly string[] {
  const refusal = 'raise SystemExit("These are not the rows that Carrel showed: the file comes from another copy, or lacks rows.")';
  if (sha256 === null) return [`if len(view) != ${String(rows)}:`, `    ${refusal}`];
  const cells = shown.map((column) => {
    if (column.kind !== 'number') return `view[${doubleQuoted(column.name)}]`;
    return isDerived(column)
      ? `view[${doubleQuoted(column.name)}].map("{:.15g}".format, na_action="ignore")`
      : `view[${doubleQuoted(`${column.name}_sent`)}]`;
  });
  return [
    'lines = (',
    '    "".join("-" if pandas.isna(cell) else f"{len(cell.encode())}:{cell}" for cell in line)',
    `    for line in zip(${cells.join(', ')})`,
    ')',
    `if hashlib.sha256("\\n".join(lines).encode()).hexdigest() != "${sha256}":`,
    `    ${refusal}`,
  ];
}
