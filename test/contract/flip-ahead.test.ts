import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { SyncProgress } from '../../src/shared/status.ts';
import { startChangingStudy, type ChangingStudy } from './changing-study.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = 'AHEAD-1';
const pages = 24;
const size = pages * 500;
/** The request for a page of the confirming round after the first index: that is created after eight pages, and six are in flight. */
const midway = pages + 18;
let changing: ChangingStudy;
let host: TestHost;

beforeEach(async () => {
  changing = await startChangingStudy(study, size);
  const { baseUrl, credentials } = changing.service;
  host = createTestHost(connectionTo(baseUrl, credentials), credentials.clientSecret);
});
afterEach(async () => {
  await changing.service.close();
  host.remove();
});

/** The current contents of the file: the tables with indexes of labs, and how many labs are shown. */
function labsNow(): { readonly indexed: readonly string[]; readonly shown: number } {
  return host.read(study, ({ db }) => ({
    indexed: db
      .prepare<[], string>(
        "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'index' AND name GLOB 'labs_*' AND sql IS NOT NULL ORDER BY 1",
      )
      .pluck()
      .all(),
    shown: db.prepare<[], number>('SELECT count(*) FROM labs').pluck().get() ?? 0,
  }));
}

async function sync(signal?: AbortSignal, onProgress?: (progress: SyncProgress) => void) {
  const listeners = { network: swift, ...(onProgress === undefined ? {} : { onProgress }), ...(signal === undefined ? {} : { signal }) };
  return syncStudies(host, { studies: [study], only: null, acceptShrink: false }, listeners);
}

function expectWhole(labs: number): void {
  expect(labsNow()).toEqual({ indexed: ['labs_row'], shown: labs });
  expect(host.read(study, checkStudy)).toEqual([]);
}

test('a first sync builds indexes while its pages are confirmed, and shows nothing before that', async () => {
  let last: ReturnType<typeof labsNow> | null = null;
  const { exitCode } = await sync(undefined, ({ dataset, confirmed, toConfirm }) => {
    if (dataset === 'labs' && confirmed !== undefined && confirmed === toConfirm) last = labsNow();
  });
  expect(last).toMatchObject({ shown: 0 });
  expect(last).toMatchObject({ indexed: expect.arrayContaining(['labs_staged']) });
  expect(exitCode).toBe(0);
  expectWhole(size);
});

test('early indexes are dropped if the data moved, and the copy matches the service', async () => {
  changing.atRequest = (request) => {
    if (request !== midway) return;
    // On the first page, which was found unchanged already, and on the last one.
    changing.labs.delete(0);
    changing.labs.delete(size - 1);
  };
  const { exitCode, studies } = await sync();
  expect(exitCode).toBe(0);
  const labs = studies[0]?.datasets.find(({ dataset }) => dataset === 'labs');
  expect(labs?.proof).toMatchObject({ confirmed: true, passes: 2 });
  expectWhole(size - 2);
});

test('a run cancelled with early indexes shows nothing, and the next one completes', async () => {
  const cancel = new AbortController();
  changing.atRequest = (request) => {
    if (request === midway) cancel.abort();
  };
  const cancelled = await sync(cancel.signal);
  expect(cancelled.exitCode).toBe(130);
  expect(labsNow()).toMatchObject({ shown: 0, indexed: expect.arrayContaining(['labs_staged']) });
  expect((await sync()).exitCode).toBe(0);
  expectWhole(size);
});
