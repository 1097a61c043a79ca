import assert from 'node:assert/strict';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { onSmallest, tryVariants, type Variant } from '../bench/variants.ts';
import { shiftedClock } from './clock.ts';
import type { FaultCase } from './fault-case.ts';

/** Requests for a token, and for data. */
function requests(bench: FaultBench): readonly [number, number] {
  return [bench.seen('token').length, bench.seen('data').length];
}
function onlyOneTokenRequest(_outcome: unknown, bench: FaultBench): void {
  assert.deepEqual(requests(bench), [1, 0], 'token and data requests');
}
function token(name: string, code: number, fault: Fault): Variant {
  return { name, code, faults: [{ where: 'token', ...fault }] };
}
/** A token answer with this JSON in a field; `null` removes the field. */
function field(name: string, code: number, path: string, json: string | null): Variant {
  return token(name, code, { edit: [[path, json]] });
}

const html = '<!doctype html><html>sign in</html>';

const refusals = [
  token('400 invalid_client', 10, { status: 400, body: '{"error":"invalid_client"}' }),
  token('401', 10, { status: 401, body: 'no' }),
  token('403', 10, { status: 403, body: '{}' }),
  token('a web page with 200', 16, { body: html, headers: { 'content-type': 'text/html' } }),
  token('a web page that says it is JSON', 16, { body: html }),
];

const unusable = [
  field('no token', 16, 'access_token', null),
  field('an empty one', 16, 'access_token', '""'),
  field('a number', 16, 'access_token', '7'),
  field('null', 16, 'access_token', 'null'),
  field('1 MB', 16, 'access_token', JSON.stringify('x'.repeat(1_000_000))),
  field('CR and LF', 16, 'access_token', '"abc\\r\\nx-evil: 1"'),
  field('a space', 16, 'access_token', '"abc def"'),
  field('a character beyond ASCII', 16, 'access_token', '"abcé"'),
];

const lifetimes = ['0', '-1', '"3600"', '1e12', '1.5', 'null', null].map((json): Variant => ({
  ...field(`expires_in ${json ?? 'missing'}`, 0, 'expires_in', json),
  still: true,
  sync: {},
  check: (_outcome, bench) => {
    const [tokens, data] = requests(bench);
    assert.ok(tokens <= Math.max(1, data / 5), `${tokens} token requests for ${data} data requests`);
  },
}));

const types = [
  { ...field('mac', 16, 'token_type', '"mac"'), check: onlyOneTokenRequest },
  field('lower case', 0, 'token_type', '"bearer"'),
  field('upper case', 0, 'token_type', '"BEARER"'),
];

/** The page is refused once and requested again with one more token; each of the two rounds requests a page at most once. */
const expiredEarly = [
  { page: 1, attempts: [1, 1] as const },
  { page: 3, attempts: [1, 1] as const },
  // The round that confirms the pages.
  { page: 1, attempts: [2, 2] as const },
].map(({ page, attempts }): Variant => ({
  name: `labs page ${page}, request ${attempts[0]}`,
  faults: [{ where: 'labs', pages: [page], attempts, status: 401 }],
  code: 0,
  sync: { only: ['labs'] },
  check: (outcome, bench) => {
    assert.equal(bench.seen('token').length, 2, 'one renewal');
    const asked = bench.seen('labs').filter((one) => one.page === page);
    assert.deepEqual([asked[attempts[0] - 1]?.nthToken, asked[attempts[0]]?.nthToken], [1, 2], 'the same page, with the further token');
    const { rounds = 0, passes } = bench.of(outcome, 'labs').proof ?? {};
    assert.deepEqual([rounds, passes], [2, 1], 'rounds and passes');
    assert.ok(asked.length <= rounds + 1, `${asked.length} requests for page ${page}`);
  },
}));

const allAtOnce: Variant = {
  name: 'four pages in flight',
  faults: [{ where: 'labs', pages: [2, 3, 4, 5, 6, 7], withToken: 1, delay: 60, status: 401 }],
  code: 0,
  sync: { only: ['labs'] },
  check: (_outcome, bench) => {
    const refused = bench.seen('labs').filter(({ nthToken, page }) => nthToken === 1 && page !== 1);
    assert.ok(refused.length >= 3, `only ${refused.length} pages were in flight`);
    assert.equal(bench.seen('token').length, 2, 'one renewal for all of them');
  },
};

/** How much faster time goes for Carrel than for the service. */
const rate = 60;
/** Carrel renews the token after half a second of the service's time, where it is valid for a minute: enough even on a busy computer. */
const shortLived: Variant = {
  name: 'a minute of a fast clock',
  faults: [{ where: 'token', lifetime: 60 }, { delay: 150 }],
  code: 0,
  sync: {
    network: { clock: () => performance.now() * rate },
    env: { NODE_OPTIONS: shiftedClock, CARREL_CLOCK_RATE: String(rate) },
  },
  check: (_outcome, bench) => {
    assert.ok(bench.seen('token').length >= 2, 'no renewal at all');
    assert.deepEqual(
      bench.seen('data').filter((one) => one.token !== 'good'),
      [],
      'data requests with an expired token',
    );
  },
};

async function secretPlaced(bench: FaultBench): Promise<void> {
  for (const [tokenStyle, place] of [
    ['body', 'body'],
    ['query', 'url'],
  ] as const) {
    await bench.connectTo({ tokenStyle });
    await tryVariants(bench, [
      {
        name: `${tokenStyle} style`,
        faults: [],
        code: 0,
        sync: { only: ['responses'] },
        check: () => {
          for (const { endpoint, secretIn, headers } of bench.seen()) {
            assert.deepEqual(secretIn, endpoint === 'token' ? [place] : [], `the secret in a ${endpoint} request`);
            assert.ok(!headers.includes('referer') && !headers.includes('cookie'), 'a header that nobody asked for');
          }
        },
      },
    ]);
  }
}

export const tokenCases: readonly FaultCase[] = [
  {
    id: 'F01',
    title:
      'refused credentials or a web page instead of a token cause one token request and no data request, and every earlier copy is kept',
    run: async (bench) =>
      tryVariants(
        bench,
        onSmallest(
          bench,
          refusals.map((variant) => ({ ...variant, check: onlyOneTokenRequest })),
        ),
      ),
  },
  {
    id: 'F02',
    title: 'a token that is missing, empty, not text, too long or invalid in a header is refused, and no data request is sent',
    run: async (bench) =>
      tryVariants(
        bench,
        onSmallest(
          bench,
          unusable.map((variant) => ({ ...variant, check: onlyOneTokenRequest })),
        ),
      ),
  },
  {
    id: 'F03',
    title: 'a sync with a missing or unusable token lifetime succeeds, without a loop of token requests',
    run: async (bench) => tryVariants(bench, lifetimes),
  },
  {
    id: 'F04',
    title: 'the token type mac is refused; bearer is accepted in any letter case',
    run: async (bench) => tryVariants(bench, onSmallest(bench, types)),
  },
  {
    id: 'F05',
    title: 'a token that a data request refuses once is renewed exactly once, and the same page is requested again',
    run: async (bench) => tryVariants(bench, expiredEarly),
  },
  {
    id: 'F06',
    title: 'a token that every data request refuses is renewed once, and the second refusal ends the run',
    run: async (bench) =>
      tryVariants(bench, [
        {
          name: '401 for every page',
          faults: [{ status: 401, body: '{"error":"invalid_token"}' }],
          code: 10,
          check: () => assert.deepEqual(requests(bench), [2, 2], 'token and data requests'),
        },
      ]),
  },
  {
    id: 'F07',
    title: 'pages in flight whose token is refused at the same time share one renewal',
    run: async (bench) => tryVariants(bench, [allAtOnce]),
  },
  {
    id: 'F08',
    title: 'a token that expires during the run is renewed in time, so no data request carries an expired one',
    run: async (bench) => tryVariants(bench, [shortLived]),
  },
  {
    id: 'F10',
    title: 'the secret is sent only in the body of the token request or, if so configured, in its address',
    run: secretPlaced,
  },
];
