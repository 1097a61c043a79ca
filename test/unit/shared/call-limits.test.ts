import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/shared/contract.ts';
import { shapes, type Shape } from '../../campaign/ipc/shapes.ts';

/** The limits of each property that the window sends, with those of the items, names and values in it. Whoever adds one states it here. */
const limits: Readonly<Record<string, string>> = {
  a: '1–4096 characters',
  all: '0–',
  allowed: '0–100 items',
  at: '0–8 items',
  audience: '0–1024 characters',
  b: '1–4096 characters',
  baseUrl: '0–2048 characters',
  body: '1–40000000 characters',
  chart: '0–40 characters',
  charts: '0–128 characters, 0–4096 characters',
  clientId: '1–256 characters',
  column: '0–64 characters',
  columns: '0–200 items, 0–64 characters',
  confirm: '1–1024 characters',
  current: '0–1024 characters',
  datasets: '0–5 items',
  dates: '0–200000 items',
  droppedSubjects: '0–',
  everyMinutes: '5–1440',
  finds: '0–100 items, 0–4096 characters, 0–64 characters, 1–50 items',
  generation: '0–',
  grids: '0–400 characters',
  heading: '0–2000 characters',
  ids: '1–100000 items',
  keep: '1–100',
  key: '0–1024 characters',
  keys: '0–100000 items, 0–1024 characters',
  label: '1–200 characters',
  labs: '0–200 items, 0–4096 characters',
  layouts: '0–200 characters',
  leaves: '0–100 items, 0–4096 characters, 0–64 characters, 1–50 items',
  limit: '1–1000',
  lockAfterMinutes: '1–60',
  maxRequestsPerSecond: '0.01–1000',
  name: '1–80 characters',
  noteDrafts: '0–4000 characters, 0–640 characters',
  of: '0–',
  offset: '0–',
  owner: '1–80 characters',
  partnerId: '1–256 characters',
  parts: '1–5 items',
  passphrase: '0–1024 characters',
  password: '0–1024 characters',
  path: '0–400 characters',
  patienceSeconds: '1–3600',
  pins: '1–8 items',
  proxy: '0–512 characters',
  recipient: '1–80 characters',
  rows: '1–',
  rules: '1–200 items',
  says: '0–400 characters',
  scope: '0–1024 characters',
  search: '0–200 characters',
  secret: '0–4096 characters',
  section: '0–32 characters',
  serviceCode: '1–512 characters',
  since: '0–',
  sort: '0–8 items',
  source: '0–200 characters',
  staleAfterHours: '1–8760',
  studies: '0–200 items, 1–128 characters',
  study: '1–128 characters',
  subject: '1–256 characters',
  subjects: '0–200000 items, 0–256 characters',
  suggestedName: '0–200 characters',
  test: '1–4096 characters',
  tests: '0–4096 characters, 1–40 items',
  text: '1–256 characters',
  texts: '0–20000 items, 0–4096 characters',
  title: '1–80 characters',
  tokenUrl: '0–2048 characters',
  topRow: '0–',
  typed: '0–128 characters',
  unit: '1–64 characters',
  units: '0–5000 items',
  user: '1–256 characters',
  values: '0–10000 items, 0–4096 characters',
  version: '0–',
  visit: '0–4096 characters',
  visits: '0–2000 items, 0–4096 characters',
  vitals: '0–200 items, 0–4096 characters',
  where: '0–100 items',
  width: '40–2000',
  withinDays: '0–3650',
};

/** The same for calls that differ from the others. */
const differing: Readonly<Record<string, string>> = {
  'columns of preferences.set': '0–200 items',
  'columns of annotations.write': '0–200 items',
  'columns of clipboard.records': '0–',
  'columns of chart.save': '0–',
  'columns of view.code': '0–64 characters, 1–200 items',
  'datasets of coverage.read': '1–2 items',
  'generation of changes.looked': '1–',
  'key of annotations.write': '1–1024 characters',
  'keys of rows.named': '0–1000 items, 0–1024 characters',
  'keys of annotations.write': '1–100000 items, 1–1024 characters',
  'limit of tests.results': '1–200000',
  'limit of listing.read': '1–200000',
  'limit of audit.list': '1–500',
  'limit of checks.records': '1–100000',
  'name of preferences.set': '0–64 characters',
  'name of annotations.write': '0–64 characters',
  'name of checks.read': '0–256 characters',
  'parts of export.start': '0–5 items',
  'passphrase of pack.start': '1–1024 characters',
  'passphrase of pack.look': '1–1024 characters',
  'passphrase of pack.take': '1–1024 characters',
  'passphrase of backup.start': '1–1024 characters',
  'passphrase of backup.plan': '1–1024 characters',
  'passphrase of backup.restore': '1–1024 characters',
  'passphrase of export.start': '0–1024 characters, 1–1024 characters',
  'rows of chart.save': '0–',
  'studies of sync.start': '1–128 characters, 1–200 items',
  'study of audit.list': '0–128 characters',
  'subjects of views.keep': '0–256 characters, 0–50000 items',
  'subjects of annotations.write': '0–200000 items, 1–256 characters',
  'test of results.shifts': '0–4096 characters',
  'tests of views.keep': '0–40 items, 0–4096 characters',
  'tests of annotations.write': '0–40 items, 0–4096 characters',
  'tests of terms.write': '0–20000 items',
  'tests of terms.save': '0–20000 items',
  'tests of export.start': '0–4096 characters, 1–1000 items, 1–40 items',
  'tests of tests.results': '0–200 items, 0–4096 characters',
  'tests of listing.read': '0–4096 characters, 1–1000 items',
  'text of clipboard.write': '0–900000 characters',
  'text of clipboard.records': '0–8000000 characters',
  'text of audit.list': '0–200 characters',
  'text of annotations.write': '1–4000 characters',
  'text of checks.read': '0–4000000 characters',
  'typed of data.wipe': '0–64 characters',
  'where of checks.try': '1–20 items',
  'where of checks.keep': '1–20 items',
  'where of checks.save': '1–20 items',
  'where of annotations.write': '0–100 items, 1–20 items',
};

/** The limits in a shape, by property. */
function limitsIn(shape: Shape, name: string): readonly (readonly [string, string])[] {
  const { additionalProperties: values, anyOf = [], oneOf = [], items, propertyNames, properties = {} } = shape;
  const inner = [...anyOf, ...oneOf, items, propertyNames, typeof values === 'object' ? values : undefined];
  return [
    ...ownLimits(shape).map((own) => [name, own] as const),
    ...inner.flatMap((one) => (one === undefined ? [] : limitsIn(one, name))),
    ...Object.entries(properties).flatMap(([property, one]) => limitsIn(one, property)),
  ];
}

function ownLimits({ minLength, maxLength, minItems, maxItems, minimum, maximum }: Shape): readonly string[] {
  return [
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' items'),
    ...between(numberSafe(minimum), numberSafe(maximum), ''),
  ];
}

function between(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  return least === undefined && most === undefined ? [] : [`${String(least ?? 0)}–${String(most ?? '')}${unit}`];
}

/** Every whole number is declared to be a safe one. */
function numberSafe(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) === Number.MAX_SAFE_INTEGER ? undefined : limit;
}

const found = Object.keys(contract).flatMap((call) => {
  const shape = shapes[call as keyof typeof shapes];
  if (shape === null) return [];
  const byName = Map.groupBy(limitsIn(shape, ''), ([name]) => name);
  return [...byName].map(([name, own]) => ({ call, name, says: [...new Set(own.map(([, limit]) => limit))].toSorted().join(', ') }));
});

describe('the limits of what the window may send', () => {
  test.each([...new Set(found.map(({ name }) => name))])('%s', (name) => {
    for (const { call, says } of found.filter((one) => one.name === name))
      expect(says, `${name} of ${call}`).toBe(differing[`${name} of ${call}`] ?? limits[name]);
  });

  test('of no other property are stated', () => {
    const known = new Set(found.flatMap(({ name, call }) => [name, `${name} of ${call}`]));
    expect([...Object.keys(limits), ...Object.keys(differing)].filter((stated) => !known.has(stated))).toEqual([]);
  });
});
