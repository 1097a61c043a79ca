import assert from 'node:assert/strict';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';
import type { Inconsistency } from '../../../src/shared/inconsistencies.ts';
import { labEntries, repaged } from '../bench/repaged.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultCase } from './fault-case.ts';

const labs = { where: 'labs' } as const;
const only = { sync: { only: ['labs'] } } as const;
const total = (value: string | null, pages?: readonly number[]): Fault => ({
  ...labs,
  ...(pages === undefined ? {} : { pages }),
  edit: [['total', value]],
});
const onPages = (pages: readonly number[], strike: Fault): Fault => ({ ...labs, ...strike, pages });
/** Applies only to the first request for a page. */
const once = (fault: Fault): Fault => ({ ...fault, attempts: [1, 1] });

/** All three passes fail, so none is accepted. */
function failing(name: string, ...faults: readonly Fault[]): Variant {
  return { name, faults, code: 17, ...only };
}

/** The first pass fails for this reason, and the next succeeds. */
function mended(name: string, reason: Inconsistency, ...faults: readonly Fault[]): Variant {
  return {
    name,
    faults: faults.map(once),
    code: 0,
    ...only,
    check: (outcome, bench) => {
      const { proof } = bench.of(outcome, 'labs');
      assert.equal(proof?.passes, 2);
      assert.ok(proof.repeated[0]?.includes(reason), `repeated for ${JSON.stringify(proof.repeated)}`);
    },
  };
}

const cutOff: readonly Variant[] = [
  failing('next missing on page 3 of 7', onPages([3], { links: [['next', null]] })),
  failing('no last link, next missing on page 3', { ...labs, links: [['last', null]] }, onPages([3], { links: [['next', null]] })),
  failing('the last link says page 3', { ...labs, links: [['last', '{here}&page=3']] }, onPages([3], { links: [['next', null]] })),
  mended('next missing on page 3 once', 'chain-broken', onPages([3], { links: [['next', null]] })),
];

/** Raises the announced total by this many. */
function miscount(more: number): Fault {
  return {
    ...labs,
    alter: (answer) => {
      const text = answer.body.toString().replace(/"total":(\d+)/, (_all, digits: string) => `"total":${Number(digits) + more}`);
      return { ...answer, body: Buffer.from(text) };
    },
  };
}

const miscounted: readonly Variant[] = [
  failing('more announced than there is', total('9999')),
  failing('one more announced', miscount(1)),
  failing('one fewer announced', miscount(-1)),
  failing('fewer announced than there is', total('100')),
  failing('another total on page 2', total('9999', [2])),
  failing('a negative total', total('-1')),
  failing('a total of 10^18', total('1000000000000000000')),
  mended('another total on page 2 once', 'total-changed', total('9999', [2])),
  {
    name: 'no total on page 3: the other pages have it',
    faults: [total(null, [3])],
    code: 0,
    ...only,
    check: (outcome, bench) => {
      const { proof, records } = bench.of(outcome, 'labs');
      assert.deepEqual([proof?.totalAtStart, proof?.totalAtEnd], [records, records]);
    },
  },
  {
    name: 'no total at all: taken over, marked as not confirmed',
    faults: [total(null)],
    code: 0,
    ...only,
    check: (outcome, bench) => {
      const { proof } = bench.of(outcome, 'labs');
      assert.deepEqual([proof?.totalAtStart, proof?.totalAtEnd], [null, null]);
    },
  },
  failing('no total, and the chain ends before the last page', total(null), onPages([3], { links: [['next', null]] })),
];

type Bundle = { entry: unknown[] };
/** A record is inserted before page 3 while the pages are read: page 3 begins with the last record of page 2, and misses its own last. */
function shifted(pages: readonly number[]): Fault {
  return {
    ...labs,
    pages,
    alter: (answer) => {
      const bundle = JSON.parse(answer.body.toString()) as Bundle;
      bundle.entry = [bundle.entry[1], ...bundle.entry.slice(1)];
      return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
    },
  };
}

const moving: readonly Variant[] = [
  mended('a record twice and another missing', 'repeated-records', shifted([3])),
  mended('a record missing', 'count', onPages([3], { edit: [['entry.0', null]] })),
  mended(
    'a record too many',
    'more-than-total',
    onPages([7], { edit: [['entry.+', '{"resource":{"resourceType":"Observation","id":"x"}}']] }),
  ),
  failing('a record twice and another missing, in every pass', shifted([3])),
  failing('a record missing in every pass', onPages([5], { edit: [['entry.0', null]] })),
];

const sameId = (pages: readonly number[]): Fault =>
  onPages(pages, {
    edit: [
      ['entry.0.resource.id', '"one-id"'],
      ['entry.0.resource.identifier.0.value', '"one-id"'],
    ],
  });

function cachedPages(): readonly Variant[] {
  const rest = [2, 3, 4, 5, 6, 7, 8];
  const noStore = (bench: FaultBench): void => {
    assert.ok(
      bench.seen('data').every(({ headers }) => headers.includes('cache-control')),
      'a request without Cache-Control',
    );
  };
  return [
    failing('page 1 for every page', onPages(rest, { page: 1 })),
    failing('page 1 for every page, with links that fit', onPages(rest.slice(0, 5), { page: 1, links: [['next', '{here}&page={next}']] })),
    failing('page 2 for page 5, with links that fit', onPages([5], { page: 2, links: [['next', '{here}&page=6']] })),
    failing('pages 2 and 3 in exchange', onPages([2], { page: 3 }), onPages([3], { page: 2 })),
    failing('no total, and page 2 for page 5', total(null), onPages([5], { page: 2, links: [['next', '{here}&page=6']] })),
    mended('page 1 for page 4 once', 'next-elsewhere', onPages([4], { page: 1 })),
  ].map((variant) => ({
    ...variant,
    check: async (outcome, bench) => {
      noStore(bench);
      await variant.check?.(outcome, bench);
    },
  }));
}

async function tryEndless(bench: FaultBench): Promise<void> {
  let made = 0;
  const further: Fault = {
    ...labs,
    alter: (answer, { url }) => {
      const page = Number(/page=(\d+)/.exec(url)?.[1] ?? '1');
      const text = answer.status === 200 ? answer.body.toString() : '{"resourceType":"Bundle","type":"searchset","total":279,"entry":[]}';
      const bundle = JSON.parse(text) as { entry: unknown[]; link: unknown };
      made += 1;
      if (answer.status !== 200 || bundle.entry.length === 0)
        bundle.entry = [{ resource: { resourceType: 'Observation', id: `made-${made}`, identifier: [{ value: `made-${made}` }] } }];
      bundle.link = [{ relation: 'next', url: url.includes('page=') ? url.replace(/page=\d+/, `page=${page + 1}`) : `${url}&page=2` }];
      return { ...answer, status: 200, body: Buffer.from(JSON.stringify(bundle)) };
    },
  };
  await tryVariants(bench, [
    {
      name: 'new records after the announced total',
      faults: [further],
      code: 17,
      ...only,
      check: () => assert.ok(bench.seen('labs').length < 60, `${bench.seen('labs').length} requests`),
    },
  ]);
}

async function tryPageSizes(bench: FaultBench): Promise<void> {
  const forms: readonly (readonly [string, readonly number[], boolean])[] = [
    ['an empty page in the middle', [50, 0, 50, 200], true],
    ['two empty pages at the end', [200, 100, 0, 0], true],
    ['an empty first page', [0, 100, 200], true],
    ['sizes 50, 7, 200', [50, 7, 200, 1, 0, 60], true],
    ['a page a record for a while', [...Array.from({ length: 30 }, () => 1), 300], true],
    ['all in one page', [1000], true],
    ['no last link', [50, 0, 7, 300], false],
  ];
  for (const [name, sizes, last] of forms) {
    bench.moveData();
    await tryVariants(bench, [{ name, still: true, faults: [repaged(await labEntries(bench), sizes, { last })], code: 0, ...only }]);
  }
}

export const pagingCases: readonly FaultCase[] = [
  { id: 'F38', title: 'next pages with new records beyond the announced total end the run', run: tryEndless },
  {
    id: 'F39',
    title: 'a chain that ends before the announced total is not accepted as complete',
    run: async (bench) => tryVariants(bench, cutOff),
  },
  {
    id: 'F40',
    title: 'a total that does not add up repeats the pass; a copy without a total is accepted, and its proof states no total',
    run: async (bench) => tryVariants(bench, miscounted),
  },
  {
    id: 'F41',
    title: 'records that move while pages are read are neither lost nor shown twice',
    run: async (bench) => tryVariants(bench, moving),
  },
  {
    id: 'F42',
    title: 'the same id on two pages with different content repeats the pass and is never accepted',
    run: async (bench) =>
      tryVariants(bench, [
        failing('in every pass', sameId([2, 3])),
        failing('on the first and last page', sameId([1, 7])),
        mended('once', 'repeated-records', sameId([2, 3])),
      ]),
  },
  {
    id: 'F43',
    title: 'a cache that answers one page for another is detected; every request sends Cache-Control',
    run: async (bench) => tryVariants(bench, cachedPages()),
  },
  { id: 'F44', title: 'empty pages and pages of changing sizes are accepted', run: tryPageSizes },
];

/** All datasets at once: a fault of one must not affect the others. */
export const severalDatasetsCases: readonly FaultCase[] = [
  {
    id: 'F39',
    title: 'a chain that is cut in one dataset does not stop the others from completing',
    run: async (bench) =>
      tryVariants(bench, [
        {
          name: 'labs of five',
          faults: [onPages([3], { links: [['next', null]] })],
          code: 30,
          check: (outcome) => {
            for (const name of datasetNames)
              assert.equal(bench.of(outcome, name).error?.code, name === 'labs' ? 'INCONSISTENT' : undefined, name);
          },
        },
      ]),
  },
];
