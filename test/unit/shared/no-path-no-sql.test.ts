import { describe, expect, test } from 'vitest';
import type { CallName } from '../../../src/shared/contract.ts';
import { shapes, type Shape } from '../../campaign/ipc/shapes.ts';

/** The purpose of a text that a call takes. Whoever adds a text to a call states it here; paths, SQL and patterns are not among them. */
type Meaning =
  | 'typed secret'
  | 'connection'
  | 'study'
  | 'record key'
  | 'declared column'
  | 'declared issue'
  | 'words looked for'
  | 'value'
  | 'recipient'
  | 'suggested name'
  | 'preset name'
  | 'typed word'
  | 'copied'
  | 'picture'
  | 'note'
  | 'position in the code';

const meanings: Readonly<Record<string, Meaning>> = {
  passphrase: 'typed secret',
  password: 'typed secret',
  confirm: 'typed secret',
  current: 'typed secret',
  secret: 'typed secret',
  baseUrl: 'connection',
  partnerId: 'connection',
  clientId: 'connection',
  scope: 'connection',
  audience: 'connection',
  tokenUrl: 'connection',
  pins: 'connection',
  proxy: 'connection',
  user: 'connection',
  study: 'study',
  section: 'study',
  studies: 'study',
  layouts: 'study',
  key: 'record key',
  keys: 'record key',
  subjects: 'record key',
  subject: 'record key',
  tests: 'value',
  test: 'value',
  a: 'value',
  b: 'value',
  serviceCode: 'value',
  code: 'value',
  unit: 'value',
  labs: 'value',
  vitals: 'value',
  visit: 'value',
  id: 'record key',
  ids: 'record key',
  title: 'note',
  says: 'note',
  source: 'note',
  owner: 'note',
  check: 'value',
  rule: 'value',
  finds: 'value',
  leaves: 'value',
  column: 'declared column',
  columns: 'declared column',
  name: 'declared column',
  path: 'declared issue',
  search: 'words looked for',
  text: 'words looked for',
  values: 'value',
  recipient: 'recipient',
  label: 'value',
  grids: 'value',
  texts: 'value',
  charts: 'value',
  noteDrafts: 'note',
  suggestedName: 'suggested name',
  typed: 'typed word',
  chart: 'suggested name',
  body: 'picture',
  heading: 'picture',
  call: 'position in the code',
  at: 'position in the code',
};
/** The calls that may take a text of these meanings. */
const only: Readonly<Partial<Record<Meaning, readonly CallName[]>>> = {
  recipient: ['export.start', 'presets.save', 'presets.write'],
  'suggested name': ['export.start', 'pack.start', 'chart.save'],
  picture: ['chart.save', 'profile.save'],
  'preset name': ['presets.save', 'presets.remove', 'presets.write'],
  'declared issue': ['issues.records'],
  connection: ['connection.test', 'connection.save', 'proxy.keep', 'proxy.forget'],
  copied: ['clipboard.write', 'clipboard.records'],
  note: ['annotations.write', 'views.keep', 'checks.keep', 'checks.save'],
  'position in the code': ['diagnostics.note'],
};

/** The free texts that a shape takes, by the name of the property that holds them. */
function textsOf(shape: Shape, name: string): readonly string[] {
  if (shape.enum !== undefined || 'const' in shape) return [];
  if (shape.type === 'string') return [name];
  return [
    ...(shape.anyOf ?? []).flatMap((one) => textsOf(one, name)),
    ...(shape.items === undefined ? [] : textsOf(shape.items, name)),
    ...Object.entries(shape.properties ?? {}).flatMap(([property, one]) => textsOf(one, property)),
    ...(shape.propertyNames === undefined ? [] : textsOf(shape.propertyNames, name)),
    ...(typeof shape.additionalProperties === 'object' ? textsOf(shape.additionalProperties, name) : []),
  ];
}

/** Days and moments have a fixed form. */
const ofFixedForm = new Set(['expires', 'cutOff', 'moment', 'since', 'until']);

function meaningOf(call: string, name: string): Meaning | undefined {
  if (call.startsWith('presets.') && name === 'name') return 'preset name';
  return call.startsWith('clipboard.') && name === 'text' ? 'copied' : meanings[name];
}

const calls = Object.entries(shapes).flatMap(([call, shape]) => (shape === null ? [] : [{ call, shape }]));

describe('no call of the bridge takes a path or SQL', () => {
  test('covers all calls, and would find a path', () => {
    expect(calls.length).toBeGreaterThan(20);
    expect(textsOf({ type: 'object', properties: { where: { anyOf: [{ type: 'null' }, { type: 'string' }] } } }, '')).toEqual(['where']);
    expect(meaningOf('export.start', 'where')).toBeUndefined();
  });

  test.each(calls)('$call takes only texts with a known meaning', ({ call, shape }) => {
    for (const name of textsOf(shape, '').filter((each) => !ofFixedForm.has(each))) {
      const meaning = meaningOf(call, name);
      expect(meaning, `what is "${name}" for?`).toBeDefined();
      const allowed = meaning === undefined ? undefined : only[meaning];
      if (allowed !== undefined) expect(allowed).toContain(call);
    }
  });

  test.each(calls)('$call takes no undeclared properties', ({ shape }) => {
    expect(openObjects(shape)).toEqual([]);
  });
});

/** Objects that would accept properties of any name and type. */
function openObjects(shape: Shape): readonly Shape[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.items === undefined ? [] : [shape.items]), ...Object.values(shape.properties ?? {})];
  const isOpen = shape.type === 'object' && shape.additionalProperties !== false && typeof shape.additionalProperties !== 'object';
  return [...(isOpen ? [shape] : []), ...inner.flatMap(openObjects)];
}
