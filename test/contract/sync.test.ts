import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { datasetNames, type DatasetName } from '../../src/shared/datasets/datasets.ts';
import type { DatasetStatus, SyncResult } from '../../src/shared/status.ts';
import { syncStudies, type SyncListeners, type SyncRequest } from '../../src/core/sync/sync-studies.ts';
import { faultIn, pageOf, startAnsweringService, text, type Alter, type AnsweringService } from './answering-service.ts';
import { startThief, swift, tokenPath } from './hostile-server.ts';
import { createTestHost, snapshotOf, type TestHost } from './study-host.ts';

const study = '22-001';
let service: AnsweringService;
let host: TestHost;

beforeEach(async () => {
  service = await startAnsweringService({ subjects: 4, pageSize: 40 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  host = createTestHost({ baseUrl: service.baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  await service.close();
  host.remove();
});

function sync(request: Partial<SyncRequest> = {}, listeners: SyncListeners = {}): Promise<SyncResult> {
  return syncStudies(host, { studies: [study], only: null, acceptShrink: false, ...request }, { network: swift, ...listeners });
}
function of(result: SyncResult, dataset: DatasetName): DatasetStatus | undefined {
  return result.studies[0]?.datasets.find((status) => status.dataset === dataset);
}
describe('a working service', () => {
  test('is mirrored completely, proven and reported', async () => {
    const heard: string[] = [];
    service.latency = 5;
    const result = await sync(
      {},
      { onDataset: (_study, { dataset, state }) => heard.push(`${dataset} ${state}`), onStudy: (done) => heard.push(done) },
    );
    expect(result).toMatchObject({ exitCode: 0, code: 'OK' });
    expect(result.studies[0]?.datasets.map(({ dataset, state, error }) => [dataset, state, error])).toEqual(
      datasetNames.map((name) => [name, 'updated', null]),
    );
    expect(heard).toEqual([...datasetNames.map((name) => `${name} updated`), study]);
    const labs = of(result, 'labs');
    expect(labs?.records).toBeGreaterThan(100);
    expect(labs?.proof).toMatchObject({
      entries: labs?.records,
      distinct: labs?.records,
      totalAtStart: labs?.records,
      totalAtEnd: labs?.records,
      pages: labs?.pages,
      passes: 1,
      secondLook: true,
      confirmed: true,
      wholeStudy: true,
      rounds: 2,
      confirmedAt: labs?.asOf,
      clockOffsetSeconds: 0,
    });
    expect(new Set(result.studies[0]?.datasets.map(({ asOf }) => asOf)).size).toBe(1);
    expect(labs?.proof?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(of(result, 'subjects')?.records).toBe(4);
    expect(host.seals).toEqual(['pending 1', 'complete 1']);
    expect(host.audited).toMatchObject([{ kind: 'sync', study, outcome: 'OK' }]);
    expect(service.busiest()).toBeGreaterThan(1);
    expect(service.busiest()).toBeLessThanOrEqual(4);
    expect(service.asked.filter((url) => url.startsWith(tokenPath))).toHaveLength(1);
  });

  test('is unchanged when read again: only the as-of time moves', async () => {
    const first = await sync();
    const before = snapshotOf(host, study);
    const second = await sync();
    expect(second.studies[0]?.datasets.map(({ state, generation }) => [state, generation])).toEqual(
      datasetNames.map(() => ['unchanged', 1]),
    );
    expect(snapshotOf(host, study)).toBe(before);
    expect(of(second, 'labs')?.asOf).not.toBe(of(first, 'labs')?.asOf);
  });

  test('that puts the time of day into its Bundles is still confirmed by its records', async () => {
    service.alter = faultIn('researchstudy', (answer, _request, count) => text(answer, (body) => body.replace('{', `{"at":"${count}",`)));
    expect(of(await sync({ only: ['labs'] }), 'labs')?.proof).toMatchObject({ confirmed: true, rounds: 2 });
    expect(of(await sync({ only: ['vitals'], confirm: false }), 'vitals')).toMatchObject({
      state: 'updated',
      proof: { confirmed: false, rounds: 1, secondLook: true },
    });
  });

  test('yields new, changed and vanished records when its data changes', async () => {
    await sync();
    service.sandbox.setRevision(1);
    const result = await sync();
    expect(result.exitCode).toBe(0);
    const changed = result.studies[0]?.datasets.filter(({ state }) => state === 'updated') ?? [];
    expect(changed.length).toBeGreaterThan(0);
    const sum = (pick: (status: DatasetStatus) => number): number => changed.reduce((total, status) => total + pick(status), 0);
    expect([sum(({ added }) => added) > 0, sum(({ changed: fields }) => fields) > 0, sum(({ vanished }) => vanished) > 0]).toEqual([
      true,
      true,
      true,
    ]);
    for (const { generation } of changed) expect(generation).toBe(2);
    const fresh = createTestHost(host.connection, host.secret);
    await syncStudies(fresh, { studies: [study], only: null, acceptShrink: false }, { network: swift });
    const plain = (text_: string): unknown => JSON.parse(text_);
    expect((plain(snapshotOf(host, study)) as unknown[][]).map((rows) => rows.length)).toEqual(
      (plain(snapshotOf(fresh, study)) as unknown[][]).map((rows) => rows.length),
    );
    fresh.remove();
  });

  test('is read for selected datasets of several studies', async () => {
    const result = await sync({ studies: ['22-001', '24-006'], only: ['subjects', 'vitals'] });
    expect(result.studies.map(({ study: number, datasets }) => [number, datasets.map(({ dataset }) => dataset)])).toEqual([
      ['22-001', ['subjects', 'vitals']],
      ['24-006', ['subjects', 'vitals']],
    ]);
    expect(result.exitCode).toBe(0);
  });

  test('yields as many records with links of another host, without first and last links, or without a total', async () => {
    await sync({ only: ['labs'] });
    const before = snapshotOf(host, study);
    for (const change of [
      (body: string) => body.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://evil.example.org:444'),
      (body: string) => body.replaceAll(/"relation":"(first|last)"/g, '"relation":"other"'),
      (body: string) => body.replace(/"total":\d+,/, ''),
    ]) {
      service.alter = (answer, request) => (request.url.includes('researchstudy') ? text(answer, change) : answer);
      expect((await sync({ only: ['labs'] })).code).toBe('OK');
    }
    expect(JSON.parse(snapshotOf(host, study)).flat().length).toBe(JSON.parse(before).flat().length);
    expect(of(await sync({ only: ['labs'] }), 'labs')?.proof).toMatchObject({ totalAtStart: null, totalAtEnd: null });
  });
});

describe('whatever goes wrong, the earlier copy stays', () => {
  const cases: readonly (readonly [string, string, Alter | (() => Promise<void>)])[] = [
    ['a web page instead of data', 'PROTOCOL', faultIn('researchstudy', (answer) => text(answer, () => '<html>sign in</html>'))],
    ['a body that is not a Bundle', 'PROTOCOL', faultIn('researchstudy', (answer) => text(answer, () => '{"resourceType":"Patient"}'))],
    ['a truncated body', 'PROTOCOL', faultIn('researchstudy', (answer) => text(answer, (body) => body.slice(0, -20)))],
    [
      'another study in the Bundle',
      'SECURITY',
      faultIn('researchstudy', (answer) => text(answer, (body) => body.replace('"value":"22-001"', '"value":"22-002"'))),
    ],
    [
      'a link to another study',
      'SECURITY',
      faultIn('researchstudy', (answer) => text(answer, (body) => body.replaceAll('researchstudy=22-001', 'researchstudy=22-002'))),
    ],
    [
      'a link to another endpoint',
      'SECURITY',
      faultIn('researchstudy', (answer) => text(answer, (body) => body.replaceAll('/api/', '/other/'))),
    ],
    ['a redirect', 'SECURITY', faultIn('researchstudy', (answer) => ({ ...answer, status: 302, headers: { location: '/elsewhere' } }))],
    ['a failing service', 'SERVER', faultIn('researchstudy', (answer) => ({ ...answer, status: 503 }))],
    ['revoked access', 'FORBIDDEN', faultIn('researchstudy', (answer) => ({ ...answer, status: 403 }))],
    ['a refused token', 'AUTH', faultIn('researchstudy', (answer) => ({ ...answer, status: 401 }))],
    ['a service that hangs up', 'NETWORK', faultIn('researchstudy', () => null)],
    [
      'a total that is too high',
      'INCONSISTENT',
      faultIn('researchstudy', (answer) => text(answer, (body) => body.replace(/"total":\d+/, '"total":99999'))),
    ],
    [
      'a total that is negative',
      'INCONSISTENT',
      faultIn('researchstudy', (answer) => text(answer, (body) => body.replace(/"total":\d+/, '"total":-1'))),
    ],
    [
      'another record in every answer',
      'INCONSISTENT',
      faultIn('researchstudy', (answer, _request, count) =>
        text(answer, (body) => body.replace(/"resource":\s*\{/, `"resource":{"at":"${count}",`)),
      ),
    ],
    [
      'a next link to the same page',
      'INCONSISTENT',
      faultIn('researchstudy', (answer) =>
        text(answer, (body) =>
          body
            .replace(/("relation":"(?:self|first|last)","url":"[^"]*page=)\d+/g, '$11')
            .replace('"link":[', '"link":[{"relation":"next","url":"?page=1"},'),
        ),
      ),
    ],
  ];

  test.each(cases)('%s is %s', async (_name, code, fault) => {
    await sync();
    const before = snapshotOf(host, study);
    service.alter = fault as Alter;
    const result = await sync();
    expect(result.code).toBe(code);
    for (const { state, records, error } of result.studies[0]?.datasets ?? []) {
      expect([state, error?.code, records > 0]).toEqual(['kept', code, true]);
    }
    expect(snapshotOf(host, study)).toBe(before);
    service.alter = (answer) => answer;
    expect((await sync()).studies[0]?.datasets.map(({ state, error }) => [state, error])).toEqual(
      datasetNames.map(() => ['unchanged', null]),
    );
  });

  test('an unknown study is FORBIDDEN, a wrong secret AUTH with one token request, an unreachable service NETWORK', async () => {
    expect(await sync({ studies: ['99-999'] })).toMatchObject({ code: 'FORBIDDEN', exitCode: 11 });
    host.secret = 'wrong';
    service.asked.length = 0;
    const refused = await sync();
    expect(refused).toMatchObject({ code: 'AUTH', exitCode: 10 });
    expect(refused.studies[0]?.datasets.map(({ state }) => state)).toEqual(datasetNames.map(() => 'none'));
    expect(refused.studies[0]?.datasets[0]?.error?.message).not.toMatch(/mirrored|earlier/);
    expect(service.asked).toHaveLength(1);
    host.connection = { ...host.connection, baseUrl: 'http://127.0.0.1:9' };
    expect(await sync()).toMatchObject({ code: 'NETWORK', exitCode: 12 });
  });

  test('a bad base address is USAGE', async () => {
    host.connection = { ...host.connection, baseUrl: 'http://research.example.org' };
    await expect(sync()).rejects.toMatchObject({ code: 'USAGE' });
  });

  test('neither a redirect nor a foreign link is followed', async () => {
    const thief = await startThief();
    service.alter = faultIn('researchstudy', (answer) => ({
      ...answer,
      status: 307,
      headers: { location: `http://127.0.0.1:${thief.port}/x` },
    }));
    expect((await sync()).code).toBe('SECURITY');
    service.alter = faultIn('researchstudy', (answer) =>
      text(answer, (body) => body.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, `http://127.0.0.1:${thief.port}`)),
    );
    expect((await sync()).code).toBe('OK');
    expect(thief.connections()).toBe(0);
    await thief.close();
  });
});

describe('when part of it fails', () => {
  test('one refused dataset keeps its copy, and the others flip', async () => {
    await sync();
    service.sandbox.setRevision(1);
    service.alter = faultIn('diagnosticreport', (answer) => ({ ...answer, status: 403 }));
    const result = await sync();
    expect(result).toMatchObject({ code: 'PARTIAL', exitCode: 30 });
    expect(of(result, 'responses')).toMatchObject({ state: 'kept', generation: 1, error: { code: 'FORBIDDEN' } });
    expect(of(result, 'labs')).toMatchObject({ error: null, generation: 2 });
  });

  test.each([403, 404, 410])('a dataset answered with %i is reported by name as not available', async (status) => {
    service.alter = faultIn('diagnosticreport', (answer) => ({ ...answer, status }));
    const failed = of(await sync(), 'responses');
    expect(failed?.error?.message).toMatch(/^Response assessments are not available for study 22-001 /);
    // Alone, or refused on a later page, it may have another reason.
    expect(of(await sync({ only: ['responses'] }), 'responses')?.error?.message).toMatch(/^The service /);
    service.alter = faultIn('laboratory', (answer, request) => (pageOf(request) === 2 ? { ...answer, status: 403 } : answer));
    expect(of(await sync({ only: ['subjects', 'labs'] }), 'labs')?.error?.message).toMatch(/^The service /);
  });

  test('one refused study of three gives exit code 30', async () => {
    const result = await sync({ studies: ['22-001', '99-999', '24-006'], only: ['subjects'] });
    expect(result.exitCode).toBe(30);
    expect(result.studies.map(({ datasets }) => datasets[0]?.error?.code ?? 'OK')).toEqual(['OK', 'FORBIDDEN', 'OK']);
  });

  test('a token refused once in the middle loses no page', async () => {
    let refusals = 0;
    service.alter = faultIn('laboratory', (answer, _request, count) =>
      count === 3 && refusals++ === 0 ? { ...answer, status: 401 } : answer,
    );
    expect((await sync()).exitCode).toBe(0);
    expect(service.asked.filter((url) => url.startsWith(tokenPath))).toHaveLength(2);
  });

  test('data that moves while it is being read is read again', async () => {
    service.alter = faultIn('laboratory', (answer, _request, count) => {
      if (count === 3) service.sandbox.setRevision(1);
      return answer;
    });
    const result = await sync({ only: ['labs'] });
    expect(result.code).toBe('OK');
    expect(of(result, 'labs')?.proof?.passes).toBeGreaterThan(1);
  });

  test('a page repeated in place of another is INCONSISTENT', async () => {
    service.alter = faultIn('laboratory', (answer, request) =>
      pageOf(request) === 2
        ? text(service.sandbox.answer({ ...request, url: request.url.replace('page=2', 'page=3') }), (body) =>
            body.replaceAll('page=4', 'page=3'),
          )
        : answer,
    );
    expect((await sync({ only: ['labs'] })).code).toBe('INCONSISTENT');
  });

  test('a dataset that becomes empty is pending review until it is accepted', async () => {
    await sync();
    const before = snapshotOf(host, study);
    service.alter = faultIn('laboratory', (answer) =>
      text(answer, (body) => `${body.slice(0, body.indexOf('"total"'))}"total":0,"link":[],"entry":[]}`),
    );
    const held = await sync();
    expect([held.exitCode, of(held, 'labs')?.state, of(held, 'vitals')?.state]).toEqual([30, 'pending', 'unchanged']);
    expect(snapshotOf(host, study)).toBe(before);
    expect((await sync()).exitCode).toBe(30);
    const accepted = await sync({ acceptShrink: true });
    expect([accepted.exitCode, of(accepted, 'labs')?.records]).toEqual([0, 0]);
  });
});

describe('cancelling', () => {
  test('stops after a page, keeps what was read, and the next run continues from there', async () => {
    const control = new AbortController();
    service.alter = faultIn('laboratory', (answer, _request, count) => {
      if (count === 4) control.abort();
      return answer;
    });
    const cancelled = await sync({}, { signal: control.signal });
    expect(cancelled).toMatchObject({ code: 'CANCELLED', exitCode: 130 });
    // What was proven but never shown is not reported as mirrored.
    expect(datasetNames.map((name) => of(cancelled, name)?.error?.code)).toEqual(datasetNames.map(() => 'CANCELLED'));
    expect(host.seals).toEqual([]);
    service.alter = (answer) => answer;
    service.asked.length = 0;
    const result = await sync();
    expect(result.exitCode).toBe(0);
    const pages = service.asked
      .filter((url) => url.includes('laboratory'))
      .map((url) => Number(new URLSearchParams(url.split('?')[1]).get('page') ?? '1'));
    const labs = of(result, 'labs');
    // Page 1 was kept before the others were requested, so it is only confirmed. (Requests that were cancelled may arrive late.)
    expect(pages.filter((page) => page === 1)).toHaveLength(1);
    expect(labs?.proof?.entries).toBe(labs?.records);
    // Datasets that were already complete are only confirmed.
    expect(service.asked.filter((url) => url.includes('/Group'))).toHaveLength(1);
    const fresh = createTestHost(host.connection, host.secret);
    await syncStudies(fresh, { studies: [study], only: null, acceptShrink: false }, { network: swift });
    expect(snapshotOf(host, study)).toBe(snapshotOf(fresh, study));
    fresh.remove();
  });
});
