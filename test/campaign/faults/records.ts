import assert from 'node:assert/strict';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

type Dataset = 'labs' | 'medications' | 'responses';
type Edits = NonNullable<Fault['edit']>;

/** The texts of a column, in no particular order. */
async function columnOf(bench: FaultBench, dataset: Dataset, column: string): Promise<ReadonlySet<unknown>> {
  return new Set((await bench.rows(dataset)).map((row) => row[column]));
}
async function assertHas(bench: FaultBench, dataset: Dataset, column: string, texts: readonly string[]): Promise<void> {
  const found = await columnOf(bench, dataset, column);
  for (const text of texts) assert.ok(found.has(text), `${dataset}.${column} does not show ${JSON.stringify(text)} as it was sent`);
}
/** Records of the first page are changed: the sync succeeds and shows them. */
function changed(name: string, dataset: Dataset, edit: Edits, check: (bench: FaultBench) => Promise<void>): Variant {
  return {
    name,
    faults: [{ where: dataset, pages: [1], edit }],
    code: 0,
    sync: { only: [dataset], altered: true },
    check: async (_outcome, bench) => check(bench),
  };
}

const property = '{"x":1,"polluted":true}';
async function noPrototypeTouched(bench: FaultBench): Promise<void> {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  const codes = names.flatMap((name, at): Edits => [
    [`entry.${at}.resource.code`, JSON.stringify({ text: name, coding: [{ code: name, display: name }] })],
    [`entry.${at}.resource.valueQuantity`, `{"value":${at},"unit":"${name}"}`],
    [`entry.${at}.resource.subject.reference`, `"Patient/${name}"`],
    [`entry.${at}.resource.more`, `{"__proto__":${property},"constructor":{"prototype":${property}}}`],
  ]);
  await tryVariants(bench, [
    changed('codes, units, subjects and fields', 'labs', codes, async () => {
      for (const column of ['test', 'unit', 'subject']) await assertHas(bench, 'labs', column, names);
    }),
    {
      name: 'fields of the Bundle and of its records',
      faults: [
        {
          where: 'labs',
          replace: [
            ['^\\{', `{"__proto__":${property},"constructor":{"prototype":${property}},`],
            ['"resource":\\{', `"resource":{"__proto__":${property},`],
          ],
        },
      ],
      code: 0,
      sync: { only: ['labs'], altered: true },
      check: async () => assert.ok((await bench.rows('labs')).length > 100, 'rows are gone'),
    },
  ]);
  assert.deepEqual([({} as { x?: unknown }).x, ({} as { polluted?: unknown }).polluted], [undefined, undefined]);
}

const digits = ['1e400', '-0', '9007199254740993', '0.100000000000000005', '5.10', '1E+2', '123456789012345678901234567890'];
const numbers = changed(
  'digits',
  'labs',
  digits.flatMap((text, at): Edits => [
    [`entry.${at}.resource.valueString`, null],
    [`entry.${at}.resource.valueQuantity`, `{"value":${text},"unit":"mg"}`],
  ]),
  async (bench) => assertHas(bench, 'labs', 'result', digits),
);
const repeatedKey = changed(
  'a key twice',
  'labs',
  [['entry.0.resource.valueQuantity', '{"value":1,"value":4711.5,"unit":"mg"}']],
  async (bench) => assertHas(bench, 'labs', 'result', ['4711.5']),
);

/** An error in the Bundle refuses the page. */
const wrongBundle: readonly Variant[] = (
  [
    ['entry is an object', 'entry', '{"0":{}}'],
    ['entry is a text', 'entry', '"x"'],
    ['total is a text', 'total', '"14"'],
    ['total is a fraction', 'total', '1.5'],
    ['link is an object', 'link', '{}'],
    ['a link without url', 'link.0.url', null],
    ['identifier is a number', 'identifier.value', '7'],
    ['type is another', 'type', '"batch"'],
    ['type is missing', 'type', null],
  ] as const
).map(([name, path, json]) => ({ name, faults: [{ where: 'responses', edit: [[path, json]] }], code: 16, sync: { only: ['responses'] } }));

/** An error in one record affects that record only: `hidden` if it cannot be shown. */
const wrongRecord = (
  [
    ['no resource', 'resource', null, 1],
    ['a resource that is a text', 'resource', '"x"', 1],
    ['a resource that is null', 'resource', 'null', 1],
    ['another type', 'resource.resourceType', '"Patient"', 1],
    ['no key', 'resource.identifier', null, 1],
    ['coding is no array', 'resource.category.0.coding', '{"code":"RAD"}', 0],
    ['conclusion is a list', 'resource.conclusion', '["Stable Disease"]', 0],
    ['extension is an object', 'resource.result', '{"reference":{}}', 0],
    ['a date is a number', 'resource.effectiveDateTime', '20250101', 0],
  ] as const
).map(([name, path, json, hidden]): Variant => ({
  ...changed(name, 'responses', [[`entry.0.${path}`, json]], async () => undefined),
  check: async (outcome, bench) => {
    const { records, quarantined, issues } = bench.of(outcome, 'responses');
    assert.equal(quarantined, hidden, 'quarantined');
    assert.equal((await bench.rows('responses')).length, records);
    assert.ok(hidden > 0 || issues > 0, 'the record is shown, and nothing says that something is wrong with it');
  },
}));

interface Extension {
  url: string;
  readonly [key: string]: unknown;
}
const KINDS: readonly ((extensions: Extension[]) => Extension[])[] = [
  (all) => all.map((one) => renamed(one, 'valueString', 'valueCode')),
  (all) => all.map((one) => renamed(one, 'valueInteger', 'valueDecimal')),
  (all) => all.map((one) => ({ ...one, url: one.url.replace(/#\w+$/, (fragment) => fragment.toUpperCase()) })),
  (all) => [...all, { url: 'https://elsewhere.example/x#NotDescribed', valueString: 'new' }],
  // The two revision numbers are distinguished by their order only.
  (all) => [...all.filter(({ url }) => !isRevision(url)).reverse(), ...all.filter(({ url }) => isRevision(url))],
];
function renamed(extension: Extension, from: string, to: string): Extension {
  const { [from]: value, ...rest } = extension;
  return value === undefined ? extension : { ...rest, url: extension.url, [to]: value };
}
function isRevision(url: string): boolean {
  return /#revisionnumber$/i.test(url);
}
function withExtensions(change: (extensions: Extension[]) => Extension[]): Fault {
  return {
    where: 'responses',
    alter: (answer) => {
      if (answer.status !== 200) return answer;
      const bundle = JSON.parse(answer.body.toString()) as { entry: { resource: { extension: Extension[] } }[] };
      for (const { resource } of bundle.entry) resource.extension = change(resource.extension);
      return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
    },
  };
}

/** Expects the same rows for all combinations of the ways to write an extension. */
async function sameRows(bench: FaultBench): Promise<void> {
  const [only, altered] = [['responses'] as const, true as const];
  bench.faults([]);
  assert.equal((await bench.sync({ only })).exitCode, 0);
  const plain = await bench.rows('responses');
  for (let chosen = 1; chosen < 2 ** KINDS.length; chosen += 1) {
    bench.faults([withExtensions((all) => KINDS.reduce((sofar, change, bit) => ((chosen >> bit) & 1 ? change(sofar) : sofar), all))]);
    assert.equal((await bench.sync({ only, altered })).exitCode, 0, `combination ${chosen}`);
    assert.deepEqual(await bench.rows('responses'), plain, `combination ${chosen}`);
  }
  const revisions = async (change: (all: Extension[]) => Extension[]): Promise<unknown> => {
    bench.faults([withExtensions(change)]);
    assert.equal((await bench.sync({ only, altered })).exitCode, 0);
    const [row] = await bench.rows('responses');
    return [row?.['case_revision'], row?.['assessment_revision'], row?.['assessment_revised']];
  };
  const others = (all: Extension[]): Extension[] => all.filter(({ url }) => !isRevision(url));
  const number = (value: number): Extension => ({ url: 'https://x.example/crit#RevisionNumber', valueInteger: value });
  const seventh: Extension = { url: 'https://x.example/crit#SomeDate', valueDateTime: '2025-12-09T10:00:00' };
  assert.deepEqual(await revisions((all) => [...others(all), number(4)]), [4, null, null], 'once: the case');
  assert.deepEqual(await revisions((all) => [...others(all), number(4), number(7)]), [4, 7, null], 'twice: case, then assessment');
  assert.deepEqual(await revisions((all) => [...others(all), number(4), number(7), number(9)]), [4, 7, null], 'thrice');
  assert.deepEqual(await revisions((all) => [seventh, ...others(all)]), [null, null, '2025-12-09T10:00:00'], 'index 6');
}

/** Every record contains this; `flagged`: it deviates from the interface. */
function said(name: string, pattern: string, text: string, column: string, flagged: boolean): Variant {
  return {
    name,
    faults: [{ where: 'responses', replace: [[`(${pattern})"[^"]*"`, `$1${JSON.stringify(text)}`]] }],
    code: 0,
    sync: { only: ['responses'], altered: true },
    check: async (outcome, bench) => {
      assert.deepEqual([...(await columnOf(bench, 'responses', column))], [text]);
      const { issues, records } = bench.of(outcome, 'responses');
      assert.ok(records > 0 && (flagged ? issues >= records : true), `${issues} issues in ${records} records`);
    },
  };
}
const conclusions: readonly Variant[] = [
  said('a conclusion outside the list', '"conclusion":', 'Complete Metabolic Response', 'conclusion', true),
  said('Follow-up 26', '#Name","valueString":', 'Follow-up 26', 'assessment', true),
  ...['--', '+3 mm'].map((text) => said(text, '#ChangeFromBaseline","valueString":', text, 'change_from_baseline_text', false)),
  ...['3 cm', 'three'].map((text) => said(text, '#ChangeFromBaseline","valueString":', text, 'change_from_baseline_text', true)),
  said('a minus sign U+2212', '#ChangeFromBaseline","valueString":', '\u22123 mm', 'change_from_baseline_text', false),
];

const dates = [
  '2026-03-29T02:30:00',
  '2026-03-29T02:30:00+05:45',
  '2026-01-01T24:00:00',
  '2016-12-31T23:59:60Z',
  '2026-02-30',
  '0001-01-01',
  '2026-05-04T03:02:01.123456789',
  '2026-05-04T03:02:01.5-12:00',
  'yesterday',
];

/** A year's two clock changes, half-hour zones and both sides of the date line must not change a date. */
async function sameInAllZones(bench: FaultBench): Promise<void> {
  const edit = dates.map((date, at) => [`entry.${at}.resource.effectiveDateTime`, JSON.stringify(date)] as const);
  const seen = new Set<string>();
  for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'Europe/Berlin']) {
    // A different text each time, so that the page is read again.
    bench.faults([
      { where: 'labs', replace: [['^\\{', `{"zone":"${zone}",`]] },
      { where: 'labs', pages: [1], edit },
    ]);
    const outcome = await bench.sync({ only: ['labs'], altered: true, env: { TZ: zone } });
    assert.equal(outcome.exitCode, 0, zone);
    assert.ok(bench.of(outcome, 'labs').issues >= 4, 'dates that are none are listed');
    await assertHas(bench, 'labs', 'collected', dates);
    seen.add((await bench.snapshot()).labs);
  }
  assert.equal(seen.size, 1, 'a time zone changed what is shown');
}

const hostile = [
  '<img src=x onerror=alert(1)>',
  '\u202eabc\u202c',
  '👩🏽‍🔬 e\u0301',
  '\u001b[31mred\u001b]0;title\u0007',
  '"; DROP TABLE labs; --',
  'x'.repeat(64 * 1024),
];
const hostileEdits = hostile.map((text, at) => [`entry.${at}.resource.dosage.0.text`, JSON.stringify(text)] as const);

const texts: readonly Variant[] = [
  changed('notes', 'medications', hostileEdits, async (bench) => assertHas(bench, 'medications', 'directions', hostile)),
  {
    ...changed('half of a surrogate pair', 'medications', [['entry.0.resource.dosage.0.text', '"a\\ud800b"']], async () => undefined),
    check: (outcome, bench) => assert.ok(bench.of(outcome, 'medications').issues > 0, 'it is not listed'),
  },
];

/** Expects that hostile texts in a terminal neither move the cursor nor reverse a line. */
async function escapedInTheTerminal(bench: FaultBench): Promise<void> {
  bench.faults([{ where: 'medications', pages: [1], edit: hostileEdits }]);
  assert.equal((await bench.sync({ only: ['medications'], altered: true })).exitCode, 0);
  for (const args of [['changes', bench.study, '--dataset', 'medications'], ['status', bench.study], ['verify']]) {
    const { code, stdout, stderr } = await bench.carrel(...args);
    assert.equal(code, 0, args.join(' '));
    assert.doesNotMatch(stdout + stderr, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/, args.join(' '));
  }
}

export const recordCases: readonly FaultCase[] = [
  {
    id: 'F27',
    title: '__proto__, constructor and toString as fields, codes, units and subjects are treated as ordinary text',
    run: noPrototypeTouched,
  },
  {
    id: 'F28',
    title: 'numbers keep the digits that were sent, and the last value of a repeated key counts',
    run: async (bench) => tryVariants(bench, [numbers, repeatedKey]),
  },
  {
    id: 'F29',
    title: 'a wrong type in the Bundle is reported as PROTOCOL',
    run: async (bench) => tryVariants(bench, wrongBundle),
  },
  {
    id: 'F29',
    title: 'a wrong type in a record affects only that record, which is listed, and hidden only if it cannot be shown',
    run: async (bench) => tryVariants(bench, wrongRecord),
  },
  {
    id: 'F30',
    title: 'all 32 combinations of the ways to write an extension give the same rows; revision numbers are distinguished by their order',
    process: false,
    run: sameRows,
  },
  {
    id: 'F31',
    title: 'a conclusion, assessment or change from baseline that deviates from the interface is kept as sent and listed',
    run: async (bench) => tryVariants(bench, conclusions),
  },
  {
    id: 'F32',
    title: 'dates of every kind are kept as sent, identically in three time zones',
    process: true,
    run: sameInAllZones,
  },
  {
    id: 'F33',
    title: 'markup, control characters, right-to-left marks and long notes are kept as text',
    run: async (bench) => tryVariants(bench, texts),
  },
  {
    id: 'F33',
    title: 'hostile texts are escaped when the command line prints them',
    process: true,
    run: escapedInTheTerminal,
  },
];
