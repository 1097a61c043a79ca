import assert from 'node:assert/strict';
import type { Connection } from '../../../src/shared/connection.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { openAsProcess } from '../bench/as-process.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { openInProcess } from '../bench/in-process.ts';
import { labEntries, repaged } from '../bench/repaged.ts';
import type { Outcome, Side } from '../bench/side.ts';
import { rowsOf } from '../bench/snapshot.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

const empty: Fault = {
  edit: [
    ['entry', '[]'],
    ['total', '0'],
    ['link', '[]'],
  ],
};
const subjectsOnly = { sync: { only: ['subjects'], altered: true } } as const;
const group = (edit: Fault['edit'] & object): readonly Fault[] => [{ where: 'subjects', edit }];
const members = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => ({ entity: { reference: `Patient/${String(at).padStart(6, '0')}` } })));

/** Runs `use` with Carrel on a new data folder, connected to the bench's service. */
async function fresh({ baseUrl, sandbox, isProcess }: FaultBench, use: (side: Side) => Promise<void>): Promise<void> {
  const { partnerId, clientId, clientSecret } = sandbox.credentials;
  const connection: Connection = { baseUrl, partnerId, clientId, tokenStyle: 'body', demo: false };
  const side = await (isProcess ? openAsProcess : openInProcess)(connection, clientSecret);
  try {
    await use(side);
  } finally {
    side.remove();
  }
}

function statusOf({ studies }: Outcome, dataset: string) {
  return studies[0]?.datasets.find((one) => one.dataset === dataset);
}

/** A list of members that is too long for an edit. */
const manyMembers: Fault = {
  where: 'subjects',
  alter: (answer) => {
    const text = answer.body.toString().replace(/"member":\[.*?\]/, () => `"member":${members(200_000)}`);
    return { ...answer, body: Buffer.from(text) };
  },
};

async function tryFirstGroups(bench: FaultBench): Promise<void> {
  const forms: readonly (readonly [readonly Fault[], number])[] = [
    [[{ where: 'subjects', ...empty }], 0],
    [group([['entry.0.resource.member', '[]']]), 0],
    [group([['entry.0.resource.member', null]]), 0],
    [[manyMembers], 200_000],
  ];
  for (const [faults, records] of forms) {
    bench.faults(faults);
    await fresh(bench, async (side) => {
      const outcome = await side.sync({ studies: [bench.study], only: ['subjects'] });
      assert.deepEqual([outcome.exitCode, statusOf(outcome, 'subjects')?.records], [0, records]);
      assert.ok((outcome.peakRss ?? 0) <= 600, `${outcome.peakRss} MiB`);
    });
  }
}

/** The new set is pending review: the earlier copy stays, says so, and a person can accept the new set. */
function pendingReview(name: string, dataset: 'subjects' | 'labs' | 'medications', faults: readonly Fault[], left: number): Variant {
  return {
    name,
    faults,
    code: 30,
    sync: { only: [dataset], altered: true },
    check: async (outcome, bench) => {
      const { state, pending, records } = bench.of(outcome, dataset);
      assert.deepEqual([state, pending?.records, pending?.lost], ['pending', left, records - left]);
      assert.equal((await bench.rows(dataset)).length, records);
      const accepted = await bench.sync({ only: [dataset], acceptShrink: true, altered: true });
      assert.deepEqual([accepted.exitCode, bench.of(accepted, dataset).records], [0, left]);
    },
  };
}

const secondGroup = '{"resource":{"resourceType":"Group","type":"person","member":[{"entity":{"reference":"Patient/0009"}}]}}';

const groups: readonly Variant[] = [
  pendingReview('no Group', 'subjects', [{ where: 'subjects', ...empty }], 0),
  pendingReview('a Group without members', 'subjects', group([['entry.0.resource.member', '[]']]), 0),
  {
    name: 'two Groups',
    faults: group([
      ['entry.+', secondGroup],
      ['total', '2'],
    ]),
    code: 16,
    ...subjectsOnly,
  },
  { name: 'two Groups where one is announced', faults: group([['entry.+', secondGroup]]), code: [16, 17], ...subjectsOnly },
  {
    name: 'members listed twice',
    faults: group([['entry.0.resource.member', members(3).replace(']', ',{"entity":{"reference":"Patient/000001"}}]')]]),
    code: 0,
    // The earlier subjects are gone.
    sync: { ...subjectsOnly.sync, acceptShrink: true },
    check: (outcome, bench) => {
      const { records, issues } = bench.of(outcome, 'subjects');
      assert.equal(records, 3);
      assert.ok(issues > 0, 'the repeated member is not listed');
    },
  },
];

async function tryShrinking(bench: FaultBench): Promise<void> {
  await tryVariants(bench, [
    pendingReview('labs without records', 'labs', [{ where: 'labs', ...empty }], 0),
    pendingReview('medications without records', 'medications', [{ where: 'medications', ...empty }], 0),
  ]);
  const all = await labEntries(bench);
  const { length: shown } = await bench.rows('labs');
  const fewer = Math.ceil(shown / 2) - 2;
  await tryVariants(bench, [
    pendingReview('fewer than half and more than 100 gone', 'labs', [repaged(all.slice(0, fewer), [60, 200])], fewer),
  ]);
  // The data has changed meanwhile: half of the current entries.
  const entries = await labEntries(bench);
  await tryVariants(bench, [
    {
      name: 'half of them gone',
      still: true,
      faults: [repaged(entries.slice(0, Math.ceil(entries.length / 2)), [60, 200])],
      code: 0,
      sync: { only: ['labs'], altered: true },
    },
  ]);
}

/** A large set of its own, which vanishes completely after it was mirrored. */
async function tryLargeSet(bench: FaultBench): Promise<void> {
  const large: Sandbox = createSandbox({ port: 0, subjects: 20, labs: 50_000, pageSize: 5000, studies: [bench.study] });
  const baseUrl = await large.listen();
  try {
    await fresh({ ...bench, baseUrl, sandbox: large }, async (side) => {
      const rows = async (): Promise<number> => (await side.read(bench.study, (opened) => rowsOf(opened, 'labs').length)) ?? 0;
      const only = ['labs'] as const;
      assert.equal((await side.sync({ studies: [bench.study], only })).exitCode, 0);
      const before = await rows();
      assert.ok(before >= 50_000);
      large.setFaults([{ where: 'labs', ...empty }]);
      const held = await side.sync({ studies: [bench.study], only });
      assert.deepEqual([held.exitCode, statusOf(held, 'labs')?.state, await rows()], [30, 'pending', before]);
      large.setFaults([]);
      const mended = await side.sync({ studies: [bench.study], only });
      assert.deepEqual([mended.exitCode, statusOf(mended, 'labs')?.state, await rows()], [0, 'unchanged', before]);
    });
  } finally {
    await large.close();
  }
}

const foreignBundles: readonly Variant[] = (['subjects', 'medications', 'labs', 'vitals', 'responses'] as const).flatMap((where) =>
  [
    ['another study', '"23-014"'],
    ['no study', '""'],
  ].map(([name, json]) => ({
    name: `${where} of ${name}`,
    faults: [{ where, edit: [['identifier.value', json ?? '']] }] as const,
    code: 18,
    sync: { only: [where] },
    check: (outcome: Outcome, bench: FaultBench) => assert.match(bench.of(outcome, where).error?.message ?? '', /a study other than/),
  })),
);

const foreignRecords: readonly Variant[] = [
  ['labs', 'entry.3.resource.extension.0.valueString'],
  ['medications', 'entry.3.resource.extension.0.valueCode'],
  ['vitals', 'entry.3.resource.extension.0.valueString'],
  ['responses', 'entry.3.resource.extension.0.valueString'],
].map(([name, path]) => {
  const where = name as 'labs' | 'medications' | 'vitals' | 'responses';
  return {
    name: `a record among ${where}`,
    faults: [{ where, pages: [1], edit: [[path ?? '', '"23-014"']] }] as const,
    code: 0,
    sync: { only: [where], altered: true as const },
    check: async (outcome: Outcome, bench: FaultBench) => {
      const { quarantined, records } = bench.of(outcome, where);
      assert.equal(quarantined, 1);
      assert.equal((await bench.rows(where)).length, records);
    },
  };
});

export const wholeSetCases: readonly FaultCase[] = [
  { id: 'F46', title: 'a first Group with no members or with 200,000 is mirrored as it is', run: tryFirstGroups },
  {
    id: 'F46',
    title: 'a Group that loses all members is pending review, two Groups are refused, and repeated members are merged and listed',
    run: async (bench) => tryVariants(bench, groups),
  },
  {
    id: 'F47',
    title: 'a dataset that is suddenly empty or loses most of its records is pending review until it is accepted',
    run: tryShrinking,
  },
  { id: 'F47', title: 'a dataset of 50,000 records that is suddenly empty is pending review', slow: true, run: tryLargeSet },
  { id: 'F48', title: 'a Bundle of another study is refused as a whole', run: async (bench) => tryVariants(bench, foreignBundles) },
  {
    id: 'F48',
    title: 'a record that names another study is counted as quarantined and not shown',
    run: async (bench) => tryVariants(bench, foreignRecords),
  },
];
