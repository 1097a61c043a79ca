import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { startChangingStudy, type ChangingStudy } from './changing-study.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = 'MOVING-1';
let changing: ChangingStudy;
let host: TestHost;

beforeEach(async () => {
  changing = await startChangingStudy(study, 20);
  const { baseUrl, credentials } = changing.service;
  host = createTestHost(connectionTo(baseUrl, credentials), credentials.clientSecret);
});
afterEach(async () => {
  await changing.service.close();
  host.remove();
});

interface Certainty {
  readonly confirmed: boolean;
  readonly wholeStudy: boolean;
}

/** What the proofs say after a sync during which the first `changes` requests for laboratory results each met another value. */
async function certaintyAfter(changes: number): Promise<Readonly<Record<string, Certainty | null>>> {
  changing.atRequest = (request) => {
    if (request <= changes) changing.labs.set(0, { value: 20 + request, range: '7 - 56' });
  };
  const { studies } = await syncStudies(host, { studies: [study], only: null, acceptShrink: false }, { network: swift });
  return Object.fromEntries(
    (studies[0]?.datasets ?? []).map(({ dataset, proof }) => [
      dataset,
      proof === null ? null : { confirmed: proof.confirmed, wholeStudy: proof.wholeStudy },
    ]),
  );
}

test.each([
  ['no value changes', 0, { confirmed: true, wholeStudy: true }, { confirmed: true, wholeStudy: true }],
  ['values change as often as one state allows', 3, { confirmed: true, wholeStudy: true }, { confirmed: true, wholeStudy: true }],
  ['values change more often', 4, { confirmed: true, wholeStudy: false }, { confirmed: true, wholeStudy: false }],
  ['values never stop changing', 100, { confirmed: false, wholeStudy: false }, { confirmed: true, wholeStudy: false }],
])('if %s, each dataset is confirmed as far as it can be', async (_what, changes, labs, others) => {
  expect(await certaintyAfter(changes)).toEqual({ subjects: others, medications: others, labs, vitals: others, responses: others });
});

test.each([
  ['read here before are confirmed by one more reading', [], 1],
  ['came in a site pack are confirmed by two', ['labs'], 2],
] as const)('pages that %s', async (_what, fromPack, rounds) => {
  const order = { studies: [study], only: ['labs'], acceptShrink: false } as const;
  await syncStudies(host, order, { network: swift });
  host.fromPack = fromPack;
  const { studies } = await syncStudies(host, order, { network: swift });
  expect(studies[0]?.datasets.find(({ dataset }) => dataset === 'labs')).toMatchObject({
    state: 'unchanged',
    proof: { confirmed: true, rounds },
  });
});
