import assert from 'node:assert/strict';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { createService } from '../../../src/core/client/service.ts';
import { usualBackoff } from '../../../src/core/client/status-policy.ts';
import { canary, type FaultBench } from '../bench/fault-bench.ts';
import { onSmallest, tryVariants, type Variant } from '../bench/variants.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import type { FaultCase } from './fault-case.ts';

/** The largest number of requests for one page. */
function mostTries(bench: FaultBench): number {
  return Math.max(...bench.seen('data').map(({ attempt }) => attempt));
}
/** The default backoff, sixty times faster; the command line has the default. */
const hasty = {
  backoff: { ...usualBackoff, base: usualBackoff.base / 60, ceiling: usualBackoff.ceiling / 60, timeoutMs: usualBackoff.timeoutMs / 60 },
};
/** The most requests for one page while every answer fails (faults F13). */
const mostWhileWaiting = 15;

/** Milliseconds between the first two requests for a first page. */
function firstWait(bench: FaultBench): number {
  const [first, second] = bench.seen('data').filter(({ page }) => page === 1);
  assert.ok(first !== undefined && second !== undefined, 'the page was not asked for again');
  return second.at - first.at;
}
function asksToWait(name: string, headers: NonNullable<Fault['headers']>, code: number, check: (bench: FaultBench) => void): Variant {
  return {
    name: `Retry-After ${name}`,
    faults: [{ where: 'responses', attempts: [1, 1], status: 429, headers: { 'retry-after': name, ...headers } }],
    code,
    sync: { only: ['responses'] },
    check: (_outcome, bench) => check(bench),
  };
}
const waitsTwoSeconds = (bench: FaultBench): void => assert.ok(firstWait(bench) >= 2000, `only ${firstWait(bench)} ms`);
const waitsAsUsual = (bench: FaultBench): void => assert.ok(firstWait(bench) < 2000, `${firstWait(bench)} ms`);

const waits: readonly Variant[] = [
  asksToWait('2', {}, 0, waitsTwoSeconds),
  asksToWait('Sun, 22 Nov 2026 10:00:02 GMT', { date: 'Sun, 22 Nov 2026 10:00:00 GMT' }, 0, waitsTwoSeconds),
  asksToWait('-5', {}, 0, waitsAsUsual),
  asksToWait('soon', {}, 0, waitsAsUsual),
  asksToWait('Sun, 22 Nov 2020 10:00:00 GMT', {}, 0, waitsAsUsual),
  asksToWait('1000000000', {}, 15, (bench) => assert.equal(mostTries(bench), 1, 'asked again')),
  {
    name: '429 for ever',
    faults: [{ status: 429 }],
    code: 15,
    sync: { only: ['responses'], network: hasty },
    check: (_outcome, bench) => assert.ok(mostTries(bench) > 5 && mostTries(bench) <= mostWhileWaiting, `${mostTries(bench)} tries`),
  },
];

const failingThenGood = [500, 502, 503, 504].map((status): Variant => ({
  name: `${status} three times, then good`,
  faults: [{ where: 'labs', pages: [1, 2], attempts: [1, 3], status }],
  code: 0,
  sync: { only: ['labs'] },
  check: (_outcome, bench) => {
    const tries = bench.seen('labs').filter(({ page }) => page === 2);
    assert.ok(tries.length >= 4 && tries.length <= 5, `${tries.length} tries of page 2`);
  },
}));

/** Twenty clients fail at the same moment: their waits must differ from run to run and from client to client. */
async function fullJitter(bench: FaultBench): Promise<void> {
  const clients = 20;
  bench.faults([{ where: 'labs', attempts: [1, 3 * clients], status: 503 }]);
  const { partnerId, clientId, clientSecret } = bench.sandbox.credentials;
  const connection = { baseUrl: bench.baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true } as const;
  const waited = Array.from({ length: clients }, async () => {
    const service = createService({
      connection,
      secret: clientSecret,
      network: { backoff: { tries: 5, base: 60, ceiling: 960, timeoutMs: 90_000 } },
    });
    const started = performance.now();
    await service.fetchPage(datasets.labs, bench.study, 1, () => null).catch(() => undefined);
    service.close();
    return Math.round(performance.now() - started);
  });
  const times = await Promise.all(waited);
  assert.ok(new Set(times).size > clients / 2, `clients in lock-step: ${times.join()}`);
  assert.ok(Math.max(...times) - Math.min(...times) > 30, `no spread: ${times.join()}`);
}

const refusedStatus = [400, 404, 405, 410, 422].map((status): Variant => ({
  name: String(status),
  faults: [{ status, body: `<b>${canary}</b> ${'x'.repeat(100_000)}`, headers: { 'content-type': 'text/html' } }],
  code: 16,
  check: (outcome, bench) => {
    assert.equal(mostTries(bench), 1, 'tries');
    for (const { error } of outcome.studies.flatMap(({ datasets: all }) => all)) {
      assert.ok(error !== null && error.message.length <= 400 && error.message.includes(String(status)), error?.message);
    }
  },
}));

const odd: readonly Variant[] = [
  ...[204, 206, 304].map((status): Variant => ({
    name: String(status),
    faults: [{ where: 'labs', status }],
    code: 16,
    sync: { only: ['labs'] },
  })),
  { name: '206 in mid-run', faults: [{ where: 'labs', pages: [4], status: 206 }], code: 16, sync: { only: ['labs'] } },
  { name: '200 after one 102', faults: [{ informational: 1 }], code: 0 },
  { name: '200 after 2,000 times 102', faults: [{ where: 'labs', pages: [2], informational: 2000 }], code: 0, sync: { only: ['labs'] } },
];

async function oneStudyRefused(bench: FaultBench): Promise<void> {
  const studies = bench.sandbox.studies;
  const [first = '', second = '', third = ''] = studies;
  await tryVariants(bench, [
    { name: 'all three, before', faults: [], code: 0, sync: { studies } },
    {
      name: `403 for ${second}`,
      faults: [{ study: second, status: 403, body: canary }],
      code: 30,
      sync: { studies },
      check: (outcome) => {
        const errors = outcome.studies.map(({ study, datasets: all }) => [study, ...new Set(all.map(({ error }) => error?.code ?? 'OK'))]);
        assert.deepEqual(errors, [
          [first, 'OK'],
          [second, 'FORBIDDEN'],
          [third, 'OK'],
        ]);
      },
    },
  ]);
  const outcome = await bench.sync({ studies: [second] });
  assert.equal(outcome.exitCode, 0);
  bench.faults([{ study: second, status: 403 }]);
  assert.equal((await bench.sync({ studies: [second] })).exitCode, 11, 'that study alone');
}

const oneDatasetRefused = [403, 404].map((status): Variant => ({
  name: `${status} for DiagnosticReport`,
  faults: [{ where: 'responses', status }],
  code: 30,
  sync: {},
  check: (outcome, bench) => {
    for (const name of ['subjects', 'medications', 'labs', 'vitals'] as const) assert.equal(bench.of(outcome, name).state, 'updated', name);
    assert.equal(bench.of(outcome, 'responses').state, 'kept');
    assert.equal(bench.of(outcome, 'responses').error?.code, status === 403 ? 'FORBIDDEN' : 'PROTOCOL');
  },
}));

export const statusCases: readonly FaultCase[] = [
  {
    id: 'F11',
    title: 'Retry-After is honoured up to the cap, and an unusable value is ignored',
    run: async (bench) => tryVariants(bench, waits),
  },
  {
    id: 'F12',
    title: 'after 500, 502, 503 or 504 three times and then a good answer, the sync succeeds within five tries per page',
    run: async (bench) => tryVariants(bench, failingThenGood),
  },
  {
    id: 'F12',
    title: 'twenty clients that fail at the same moment do not retry in lock-step',
    process: false,
    run: fullJitter,
  },
  {
    id: 'F13',
    title:
      'constant 503 with a patience of two minutes ends within 150 s; no page is requested more than 15 times, and every earlier copy is kept',
    run: async (bench) =>
      tryVariants(bench, [
        {
          name: '503',
          faults: [{ status: 503, body: canary }],
          code: 14,
          sync: { network: hasty },
          check: (outcome) => {
            assert.ok(mostTries(bench) > 5 && mostTries(bench) <= mostWhileWaiting, `${mostTries(bench)} tries`);
            assert.ok(outcome.milliseconds <= 150_000, `${outcome.milliseconds} ms`);
          },
        },
      ]),
  },
  {
    id: 'F14',
    title: '400, 404, 405, 410 or 422 is not retried, every earlier copy is kept, and the body of the answer is never shown',
    run: async (bench) => tryVariants(bench, onSmallest(bench, refusedStatus)),
  },
  {
    id: 'F15',
    title: 'with no access to one study of three, the other two complete and that one keeps its earlier copy',
    run: oneStudyRefused,
  },
  {
    id: 'F16',
    title: 'with DiagnosticReport alone unavailable, the other four datasets are updated and that one keeps its earlier copy',
    run: async (bench) => tryVariants(bench, oneDatasetRefused),
  },
  {
    id: 'F17',
    title: '204, 206 and 304 are refused; informational answers before the final one are accepted',
    run: async (bench) => tryVariants(bench, onSmallest(bench, odd)),
  },
];
