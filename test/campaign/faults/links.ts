import assert from 'node:assert/strict';
import { readAhead } from '../../../src/core/sync/page-walk.ts';
import { labPages } from '../bench/repaged.ts';
import { tryVariants, type Variant } from '../bench/variants.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultCase } from './fault-case.ts';

const labs = { where: 'labs' } as const;
const only = { sync: { only: ['labs'] } } as const;

const api = '/svc-apim/external/v2/crit/svc/api';
const search = '{origin}' + `${api}/observation?researchstudy=22-001&category=laboratory`;

/** All links of all pages point to another origin, with the same path, study and page. */
function elsewhere(origin: string): Variant {
  return {
    name: `links to ${origin.replaceAll(/\d{4,5}/g, 'PORT')}`,
    faults: [{ ...labs, replace: [[`http://(127\\.0\\.0\\.1|localhost):\\d+(?=${api})`, origin]] }],
    code: 0,
    ...only,
    check: (outcome, bench) => {
      const { pages, proof } = bench.of(outcome, 'labs');
      const asked = bench.seen('labs').map(({ page }) => Number(page));
      const announced = Array.from({ length: pages }, (_, at) => at + 1);
      const inOrder = [...new Set(asked)].toSorted((one, other) => one - other);
      assert.deepEqual(inOrder, announced, 'other pages than those that the links number');
      assert.deepEqual([proof?.passes, proof?.rounds, proof?.foreignLinks], [1, 2, pages], 'passes, rounds and pages with foreign links');
      for (const page of announced)
        assert.ok(asked.filter((one) => one === page).length <= 2, `page ${page} was asked for more often than once a round`);
    },
  };
}

/** Expects that only pages of labs were requested that the service announces. */
async function assertWithinPages(bench: FaultBench): Promise<void> {
  const asked = bench.seen('labs').map(({ page }) => Number(page));
  const last = (await labPages(bench)).length;
  for (const page of asked) assert.ok(page >= 1 && page <= last, `page ${page} of ${last}`);
}

const next = (pages: readonly number[], url: string | null): Fault => ({ ...labs, pages, links: [['next', url]] });

function foreign({ thief, baseUrl }: FaultBench): readonly Variant[] {
  const host = `127.0.0.1:${thief.port}`;
  return [
    ...[...thief.addresses, `https://localhost:${thief.port}`].map(elsewhere),
    elsewhere(`https://${new URL(baseUrl).host}@${host}`),
    elsewhere(`http://user:word@${host}`),
    elsewhere('https://rеsearch.еxample.org'),
    elsewhere(`//${host}`),
    elsewhere(`\\\\\\\\${host}`),
    elsewhere('file://'),
  ];
}

function withoutPage({ thief }: FaultBench): readonly Variant[] {
  const host = `127.0.0.1:${thief.port}`;
  return [`//${host}/x`, `\\\\${host}\\x`, 'data:text/html,<script>1</script>', 'file:///etc/passwd', 'javascript:1'].map((url) => ({
    name: `next is ${url.slice(0, 8)}`,
    faults: [next([2], url)],
    code: 16,
    ...only,
  }));
}

const otherSearches: readonly (readonly [string, string])[] = [
  ['another study', `{origin}${api}/observation?researchstudy=23-014&category=laboratory&page={next}`],
  ['another study in other letters', `{origin}${api}/observation?ResearchStudy=23-014&category=laboratory&page={next}`],
  ['two studies', `${search}&researchstudy=23-014&page={next}`],
  ['another category', `{origin}${api}/observation?researchstudy=22-001&category=vital-signs&page={next}`],
  ['another endpoint', `{origin}${api}/DiagnosticReport?researchstudy=22-001&category=laboratory&page={next}`],
  ['a path that climbs', `{origin}${api}/x/../../observation?researchstudy=22-001&category=laboratory&page={next}`],
  ['the token endpoint', '{origin}/svc-apim/external/svc-oidc/oauth2/token?page={next}'],
];

const loops: readonly (readonly [string, number, string])[] = [
  ['to itself', 2, '{here}&page=2'],
  ['back from A over B to A', 3, '{here}&page=2'],
  ['to the first page', 3, '{here}&page=1'],
  ['to page 10^9', 2, '{here}&page=1000000000'],
  ['to a page that is no number a computer can hold', 2, '{here}&page=99999999999999999999'],
  ['to page -1', 2, '{here}&page=-1'],
  ['to page 0', 2, '{here}&page=0'],
  ['over a page', 2, '{here}&page=4'],
  ['to nothing but itself', 2, ''],
  ['to two pages', 2, '{here}&page=2&page=3'],
];

export const linkCases: readonly FaultCase[] = [
  {
    id: 'F34',
    title: 'links to another host, port, scheme, user or look-alike supply only the page number, and no other server is contacted',
    run: async (bench) => tryVariants(bench, foreign(bench)),
  },
  {
    id: 'F34',
    title: 'a next link to an address without a page number is not followed and is reported as PROTOCOL',
    run: async (bench) => tryVariants(bench, withoutPage(bench)),
  },
  {
    id: 'F34',
    title: 'a link to another host that also names another study is treated as an attack',
    run: async (bench) =>
      tryVariants(
        bench,
        bench.thief.addresses.flatMap((address) =>
          ['self', 'first', 'last', 'next'].map((relation) => ({
            name: `${relation} at ${address.slice(0, 16)}`,
            faults: [{ ...labs, pages: [2], links: [[relation, `${address}${api}/observation?researchstudy=23-014&page=3`]] }] as const,
            code: 18,
            ...only,
          })),
        ),
      ),
  },
  {
    id: 'F36',
    title: 'a next link to another study, category, path or endpoint is never followed',
    run: async (bench) =>
      tryVariants(
        bench,
        otherSearches.map(([name, url]) => ({
          name,
          faults: [next([2], url)],
          code: 18,
          ...only,
          check: async (outcome) => {
            assert.ok(bench.seen('labs').every(({ study }) => study === bench.study));
            assert.deepEqual([bench.seen('other').length, bench.seen('token').length], [0, 1]);
            assert.match(bench.of(outcome, 'labs').error?.message ?? '', /It was not followed/);
            await assertWithinPages(bench);
          },
        })),
      ),
  },
  {
    id: 'F37',
    title: 'a chain that loops, jumps or goes back is detected at once; each of three passes overshoots by at most the pages read ahead',
    run: async (bench) =>
      tryVariants(
        bench,
        loops.map(([name, page, url]) => ({
          name,
          faults: [next([page], url)],
          code: 17,
          ...only,
          check: async () => {
            const asked = bench.seen('labs').length;
            // In each pass: the pages before it, the last one and those read ahead.
            assert.ok(asked <= 3 * (page + readAhead), `${asked} requests`);
            await assertWithinPages(bench);
          },
        })),
      ),
  },
  {
    id: 'F45',
    title: 'links in other letter case or with a trailing slash are accepted',
    run: async (bench) =>
      tryVariants(
        bench,
        ['Observation', 'OBSERVATION', 'observation/', 'Observation//'].map((resource) => ({
          name: resource,
          faults: [{ ...labs, replace: [['/[Oo]bservation\\?', `/${resource}?`]] }],
          code: 0,
          sync: { only: ['labs', 'subjects'] },
        })),
      ),
  },
];
