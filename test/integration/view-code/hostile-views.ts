import type { AskedView } from '../../../src/core/view-code/view.ts';
import { datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { Column } from '../../../src/shared/datasets/declaration.ts';
import { operatorsByKind, type Condition } from '../../../src/shared/query.ts';
import type { FixtureRow } from '../../unit/query/study-fixture.ts';
import { everything } from '../../unit/query/study-fixture.ts';

const texts = [
  ...[
    'ALT',
    'alt',
    'Alt',
    'ΟΔΟΣ',
    'οδος',
    'οδοσ α',
    'İstanbul',
    'istanbul',
    'K',
    'k',
    'ß',
    'SS',
    'É',
    'é',
    'e\u0301',
    '',
    ' ',
    '0012',
    '012',
  ],
  ...[
    '10E2',
    'NA',
    'NULL',
    'null',
    'nan',
    'TRUE',
    "o'brien",
    'say "x"',
    'a,b;c\td',
    'a\r\nb',
    'a\nb',
    'a\rb',
    '%',
    '_',
    'a_b',
    '\\',
    '\\n',
    "'; --",
  ],
  ...[
    '\u{1d49c}',
    '\uffff',
    '\ue000',
    '\ud7ff',
    '\u202ex',
    '\ufeffx',
    '"',
    '""',
    ',',
    '\r\n',
    '-',
    '3:abc',
    '#',
    '$',
    '{x}',
    'µg/l',
    'ΜG/L',
    null,
  ],
];
const dates = [
  ...[
    '2025',
    '2025-03',
    '2025-03-02',
    '2025-03-02T10',
    '2025-03-02T10:15',
    '2025-03-02T10:15:30',
    '2025-03-02T10:15:30.5',
    '2025-03-02T10:15:30.123456789',
  ],
  ...[
    '2025-03-02T10:15:30Z',
    '2025-03-02T10:15:30+02:00',
    '2025-03-02T23:30:00-05:30',
    '2025-03-02 10:15:30',
    '2025-03-02T10:15+18:00',
    '2025-03-02T10:15+19:00',
  ],
  ...[
    '2025-02-30',
    '2024-02-29',
    '2023-02-29',
    '0000-01-01',
    '0001-01-01',
    '0000',
    '9999-12-31',
    '1969-12-31T23:59:59.999',
    'yesterday',
    '',
    '2025-13',
    '2025-03-02T24:00',
  ],
  ...['20250302', '2025-03-02T10:60', '2025-03-02T10:15:60', '٢٠٢٥-03-02', '2025-03-02\n', '2025-03-02T10:15:30.1234567890', null],
];
const numbers = [
  '0',
  '-0',
  '-0.0',
  '5.10',
  '5.1',
  '1E5',
  '1e-7',
  '0.1',
  '100000000000000000000',
  '1e21',
  '0.30000000000000004',
  '12345678901234567',
  '-3',
  '4.9e-324',
  '1.7976931348623157e308',
  null,
];
const derived = [0.1, 1 / 3, -2.5, 0, 1e-7, 123456789.123456789, 1e21, 12, 2 ** -20, 99999.5, null];
const lists = [['1', '2'], ['a; b'], [' x'], ['ALT', 'alt'], ['Ω'], null];

/** Makes pseudo-random choices, the same on every run. */
function dice(seed: number): <T>(of: readonly T[]) => T {
  let state = seed;
  return <T>(of: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return of[((mixed ^ (mixed >>> 14)) >>> 0) % of.length] as T;
  };
}

/** Rows with values that readers, languages and engines may misread. */
export function hostileRows(name: DatasetName, count: number): FixtureRow[] {
  const pick = dice(7);
  const dataset = datasets[name];
  return Array.from({ length: count }, (_, n) => ({
    ...Object.fromEntries(dataset.columns.map((column) => [column.name, cellFor(column, pick)])),
    subject: pick(texts) ?? '0013',
    [dataset.key]: `r${String(n)}`,
  }));
}

function cellFor(column: Column, pick: <T>(of: readonly T[]) => T): FixtureRow[string] {
  switch (column.kind) {
    case 'number':
      return 'derive' in column ? pick(derived) : pick(numbers);
    case 'datetime':
      return pick(dates);
    case 'list':
      return pick(lists);
    case 'text':
    case 'flag':
      return pick(texts);
  }
}

/** A view with pseudo-random settings, most of them unlikely in practice. */
export function hostileView(name: DatasetName, seed: number): AskedView {
  const pick = dice(seed);
  const { columns, key } = datasets[name];
  const usual = columns.filter((column) => column.personal !== true);
  const where = Array.from({ length: pick([0, 1, 1, 2, 2, 3]) }, () => conditionOn(pick(usual), pick));
  const shown = [...new Set(Array.from({ length: pick([1, 4, 12]) }, () => pick(usual).name))];
  const named = texts.filter((text) => text !== null);
  return {
    selection: {
      ...everything(name),
      where,
      search: pick(['', '', '', 'alt', 'e', '_', 'οδοσ', 'é a']),
      subjects: pick([null, null, null, [pick(named), pick(named), pick(named), pick(named)]]),
      chosen: pick([null, null, null, { mode: 'except' as const, keys: ['r1', 'r5'] }]),
    },
    sort: [...new Set(Array.from({ length: pick([0, 1, 2]) }, () => pick(usual).name))].map((column) => ({
      column,
      descending: pick([true, false]),
    })),
    columns: [...new Set([...shown, key])],
    vocabulary: pick(['plain', 'sdtm', 'source']),
  };
}

function conditionOn(column: Column, pick: <T>(of: readonly T[]) => T): Condition {
  const op = pick(operatorsByKind[column.kind]);
  if (op === 'missing' || op === 'present') return { column: column.name, op, values: [] };
  const value = (): string => {
    if (column.kind === 'number') return pick(['5.1', '0', '-3', '0.1', '1e21', '0.30000000000000004', '12', '100000']);
    if (column.kind === 'datetime')
      return pick([
        '2025',
        '2025-03',
        '2025-03-02',
        '2025-03-02T10:15',
        '2025-03-02T10:15:30Z',
        '2025-03-02T10:15:30+02:00',
        '0000',
        '9999',
        '2025-03-02T08:15:30.000Z',
      ]);
    if (column.kind === 'list') return pick(['1', 'alt', 'ω', '; ', 'a; b', ' x']);
    return pick(texts.filter((text) => text !== null));
  };
  return { column: column.name, op, values: op === 'in' || op === 'not-in' ? [value(), value(), value()] : [value()] };
}
