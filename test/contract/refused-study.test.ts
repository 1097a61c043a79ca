import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { SyncResult } from '../../src/shared/status.ts';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const studies = ['22-001', '23-014', '24-006'];
let service: AnsweringService;
let host: TestHost;

beforeEach(async () => {
  service = await startAnsweringService({ subjects: 2, studies, pageSize: 200 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  host = createTestHost({ baseUrl: service.baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  await service.close();
  host.remove();
});

const isToken = (url: string): boolean => url.includes('/token');
const asksFor = (url: string, refused: readonly string[]): boolean => refused.some((study) => url.includes(`researchstudy=${study}`));

/** Answers 401 to all requests for these studies. */
function refuse(refused: readonly string[]): void {
  service.alter = (answer, { url }) => (asksFor(url, refused) ? { ...answer, status: 401 } : answer);
}

async function sync(): Promise<SyncResult> {
  return syncStudies(host, { studies, only: null, acceptShrink: false });
}

function codesOf(result: SyncResult): readonly (readonly string[])[] {
  return result.studies.map(({ datasets }) => [...new Set(datasets.map(({ state, error }) => error?.code ?? state))]);
}

test.each([['22-001'], ['23-014']])('only the study that refuses the renewed token fails: %s', async (refused) => {
  refuse([refused]);
  const result = await sync();
  expect(result.code).toBe('PARTIAL');
  expect(codesOf(result)).toEqual(studies.map((study) => (study === refused ? ['AUTH'] : ['updated'])));
  expect(result.studies.find(({ study }) => study === refused)?.datasets[0]?.error?.message).toContain(`for study ${refused}`);
  expect(service.asked.filter(isToken)).toHaveLength(2);
  expect(service.asked.filter((url) => asksFor(url, [refused]))).toHaveLength(2);
});

test('a token that every study refuses is renewed once in a run (faults F06)', async () => {
  refuse(studies);
  const result = await sync();
  expect(result.code).toBe('AUTH');
  expect(codesOf(result)).toEqual([['AUTH'], ['AUTH'], ['AUTH']]);
  expect(service.asked.filter(isToken)).toHaveLength(2);
  // The first study is tried with both tokens, the others with the renewed one.
  expect(service.asked.filter((url) => !isToken(url))).toHaveLength(4);
});

test('a token accepted after its renewal is renewed again if it expires early (faults F05)', async () => {
  let answered = 0;
  service.alter = (answer, { url }) => {
    if (isToken(url)) return answer;
    answered += 1;
    return answered === 3 || answered === 9 ? { ...answer, status: 401 } : answer;
  };
  expect((await sync()).code).toBe('OK');
  expect(service.asked.filter(isToken)).toHaveLength(3);
});

test('credentials refused by the token endpoint at the renewal end the run', async () => {
  service.alter = (answer, { url }, count) => {
    const isRefused = isToken(url) ? count > 1 : asksFor(url, ['22-001']);
    return isRefused ? { ...answer, status: 401, body: Buffer.from('{"error":"invalid_client"}') } : answer;
  };
  const result = await sync();
  expect(codesOf(result)).toEqual([['AUTH'], ['AUTH'], ['AUTH']]);
  expect(service.asked).toHaveLength(3);
});
