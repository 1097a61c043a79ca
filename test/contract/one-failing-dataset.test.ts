import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { SyncResult } from '../../src/shared/status.ts';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { createTestHost, type TestHost } from './study-host.ts';

/** Its answers take longer than the timeout of a run. */
const slow = 300;
const network = { backoff: { tries: Number.POSITIVE_INFINITY, base: 2, ceiling: 8, timeoutMs: 200 } };
let service: AnsweringService;
let host: TestHost;

beforeEach(async () => {
  service = await startAnsweringService({ subjects: 2, studies: ['22-001', '23-014'], pageSize: 200 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  host = createTestHost({ baseUrl: service.baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  await service.close();
  host.remove();
});

const isToken = (url: string): boolean => url.includes('/token');

/** Answers requests whose address matches with this status, after a while if `latency` says so. */
function fail(matches: (url: string) => boolean, status: number, latency = 0): void {
  service.alter = (answer, { url }) => {
    const isFailing = !isToken(url) && matches(url);
    service.latency = isFailing ? latency : 0;
    return isFailing ? { ...answer, status } : answer;
  };
}

async function sync(): Promise<SyncResult> {
  return syncStudies(host, { studies: ['22-001', '23-014'], only: null, acceptShrink: false }, { network });
}

function outcomesOf({ studies }: SyncResult): readonly string[] {
  return studies.flatMap(({ datasets }) => datasets.map(({ dataset, state, error }) => `${dataset} ${error?.code ?? state}`));
}

test.each([
  [504, 'SERVER', slow],
  [401, 'AUTH', 0],
] as const)('a dataset that is only answered with %i does not keep the others from being mirrored', async (status, code, latency) => {
  fail((url) => url.includes('DiagnosticReport'), status, latency);
  const result = await sync();
  expect(result.code).toBe('PARTIAL');
  const outcomes = outcomesOf(result);
  expect(outcomes).toHaveLength(10);
  for (const outcome of outcomes) expect(outcome).toMatch(outcome.startsWith('responses') ? code : 'updated');
});

test('a service that stops answering ends the run after one request for another dataset', async () => {
  let answered = 0;
  fail(() => ++answered > 1, 504, slow);
  const result = await sync();
  expect(new Set(outcomesOf(result).map((outcome) => outcome.split(' ')[1]))).toEqual(new Set(['SERVER']));
  expect(service.asked.filter((url) => !isToken(url)).length).toBeLessThanOrEqual(4);
});
