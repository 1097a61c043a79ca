import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWriter } from '../../src/core/calls/writer-calls.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { readStudyStatus } from '../../src/core/store/database/status.ts';
import { events } from '../../src/shared/contract.ts';
import type { DatasetStatus } from '../../src/shared/status.ts';
import { answer } from '../../src/shared/answering.ts';
import type { Handlers, Reply } from '../../src/shared/rpc.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { startHostileServer, swift } from './hostile-server.ts';
import { createTestHost, snapshotOf, type TestHost } from './study-host.ts';

const study = '22-001';
let full: Sandbox;
let empty: Sandbox;
let host: TestHost;
let handlers: Handlers<'writer'>;
let reported: unknown[];
let before: string;

/** A service that has become empty: all five datasets are pending review. */
beforeEach(async () => {
  full = createSandbox({ port: 0, subjects: 3 });
  empty = createSandbox({ port: 0, subjects: 0 });
  const { partnerId, clientId, clientSecret } = full.credentials;
  host = createTestHost({ baseUrl: await full.listen(), partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
  reported = [];
  ({ handlers } = createWriter(
    host,
    (name, data) => {
      if (name === 'sync.dataset') reported.push(data);
    },
    swift,
  ));
  await sync();
  before = snapshotOf(host, study);
  host.connection = { ...host.connection, baseUrl: await empty.listen() };
  await sync();
  reported = [];
});
afterEach(async () => {
  await full.close();
  await empty.close();
  host.remove();
});

function sync(): Promise<Reply> {
  return answer('writer', handlers, 'sync.start', { studies: [study], only: null });
}
function decide(choice: 'accept' | 'discard'): Promise<Reply> {
  return answer('writer', handlers, `shrink.${choice}`, { study, dataset: 'vitals' });
}
function vitals(): DatasetStatus | undefined {
  return host.read(study, readStudyStatus).datasets.find(({ dataset }) => dataset === 'vitals');
}
function valueOf(reply: Reply): unknown {
  return reply.ok ? reply.value : reply.error;
}

describe('a copy that is pending review', () => {
  test('says what it would lose, and the earlier copy stays', () => {
    const status = vitals();
    expect(status).toMatchObject({ state: 'pending', error: null, pending: { records: 0, lost: status?.records } });
    expect(status?.records).toBeGreaterThan(0);
    expect(Date.parse(status?.pending?.asOf ?? '')).toBeGreaterThan(Date.parse(status?.asOf ?? ''));
    expect(snapshotOf(host, study)).toBe(before);
  });

  test('is shown once accepted, without asking the service', async () => {
    await empty.close();
    const asOf = vitals()?.pending?.asOf;
    const reply = await decide('accept');
    expect(valueOf(reply)).toMatchObject({ state: 'updated', records: 0, pending: null, asOf, generation: 2 });
    expect(reported.map((data) => events['sync.dataset'].safeParse(data).success)).toEqual([true]);
    expect(host.seals.slice(-2)).toEqual(['pending 2', 'complete 2']);
    expect(host.audited.at(-1)).toMatchObject({ kind: 'shrink-decided', dataset: 'vitals', choice: 'accept', records: 0 });
    const others = host.read(study, readStudyStatus).datasets.filter(({ pending }) => pending !== null);
    expect(others).toHaveLength(4);
  });

  test('is dropped once refused, and the next sync asks again', async () => {
    expect(valueOf(await decide('discard'))).toMatchObject({ state: 'kept', pending: null, error: null, added: 0 });
    expect(host.audited.at(-1)).toMatchObject({ kind: 'shrink-decided', dataset: 'vitals', choice: 'discard', records: 0 });
    expect(snapshotOf(host, study)).toBe(before);
    expect(valueOf(await decide('accept'))).toMatchObject({ code: 'USAGE' });
    await sync();
    expect(vitals()?.pending).toMatchObject({ records: 0 });
  });

  test('still waits after a sync that could not reach the service', async () => {
    await empty.close();
    expect(valueOf(await sync())).toMatchObject({ code: 'NETWORK' });
    expect(vitals()).toMatchObject({ state: 'kept', error: { code: 'NETWORK' }, pending: { records: 0 } });
    expect(valueOf(await decide('accept'))).toMatchObject({ state: 'updated', records: 0 });
  });

  test.each([
    [403, 'FORBIDDEN'],
    [404, 'PROTOCOL'],
    [302, 'SECURITY'],
  ] as const)('still waits after a sync whose every request was answered with %i', async (status, code) => {
    const refusing = await startHostileServer({
      page: (_request, response) => {
        response.writeHead(status).end();
      },
    });
    host.connection = { ...host.connection, baseUrl: refusing.baseUrl };
    expect(valueOf(await sync())).toMatchObject({ code });
    expect(vitals()).toMatchObject({ state: 'kept', error: { code }, pending: { records: 0 } });
    expect(valueOf(await decide('accept'))).toMatchObject({ state: 'updated', records: 0 });
    await refusing.close();
  });

  test('outlives the validity of its pages until the service supplies a replacement', async () => {
    const { path, key } = await host.studyFile(study);
    const file = openStudyForWriting(path, key, study, null);
    const begun = new Date(Date.now() - 13 * 60 * 60_000).toISOString();
    file.db.prepare("UPDATE pass SET started_at = ? WHERE status = 'proven'").run(begun);
    file.close();
    const { baseUrl } = host.connection;
    const asOf = vitals()?.pending?.asOf;
    host.connection = { ...host.connection, baseUrl: 'http://127.0.0.1:9' };
    expect(valueOf(await sync())).toMatchObject({ code: 'NETWORK' });
    expect(vitals()).toMatchObject({ state: 'kept', pending: { records: 0, asOf } });
    host.connection = { ...host.connection, baseUrl };
    expect(valueOf(await sync())).toMatchObject({ code: 'PARTIAL' });
    expect(Date.parse(vitals()?.pending?.asOf ?? '')).toBeGreaterThan(Date.parse(asOf ?? ''));
  });

  test('still waits after a run that was cancelled', async () => {
    const again = createSandbox({ port: 0, subjects: 3, latency: 5 });
    host.connection = { ...host.connection, baseUrl: await again.listen() };
    const control = new AbortController();
    await syncStudies(
      host,
      { studies: [study], only: null, acceptShrink: false },
      {
        network: swift,
        signal: control.signal,
        // Vitals have been read completely by then.
        onProgress: ({ dataset }) => {
          if (dataset === 'responses') control.abort();
        },
      },
    );
    expect(vitals()).toMatchObject({ state: 'pending' });
    await again.close();
  });

  test('is gone once the records are back', async () => {
    const again = createSandbox({ port: 0, subjects: 3 });
    host.connection = { ...host.connection, baseUrl: await again.listen() };
    expect(valueOf(await sync())).toMatchObject({ code: 'OK' });
    expect(vitals()).toMatchObject({ state: 'unchanged', pending: null });
    await again.close();
  });
});
