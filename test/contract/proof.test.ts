import { closeSync, openSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import type { DatasetName } from '../../src/shared/datasets/datasets.ts';
import type { DatasetStatus, SyncResult } from '../../src/shared/status.ts';
import { faultIn, pageOf, startAnsweringService, text, type AnsweringService } from './answering-service.ts';
import { swift } from './hostile-server.ts';
import { createTestHost, snapshotOf, type TestHost } from './study-host.ts';

const study = '22-001';
let service: AnsweringService;
let host: TestHost;

beforeEach(async () => {
  service = await startAnsweringService({ subjects: 4, pageSize: 20 });
  const { partnerId, clientId, clientSecret } = service.sandbox.credentials;
  host = createTestHost({ baseUrl: service.baseUrl, partnerId, clientId, tokenStyle: 'body', demo: true }, clientSecret);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
  host.remove();
});

function sync(only: readonly DatasetName[] | null = null, signal = new AbortController().signal): Promise<SyncResult> {
  return syncStudies(host, { studies: [study], only, acceptShrink: false }, { network: swift, signal });
}
function of(result: SyncResult, dataset: DatasetName): DatasetStatus | undefined {
  return result.studies[0]?.datasets.find((status) => status.dataset === dataset);
}
function labPages(): readonly number[] {
  return service.asked.filter((url) => url.includes('laboratory')).map((url) => pageOf({ url }));
}

/** Cancels the run at the request for the given page of labs; returns the requested pages and clears the record of requests. */
async function interruptedAt(page: number): Promise<readonly number[]> {
  const control = new AbortController();
  service.alter = faultIn('laboratory', (answer, request) => {
    if (pageOf(request) === page) control.abort();
    return answer;
  });
  expect((await sync(['labs'], control.signal)).code).toBe('CANCELLED');
  await service.quiet();
  service.alter = (answer) => answer;
  const asked = labPages();
  service.asked.length = 0;
  return asked;
}

/** Makes the interrupted run look this many minutes old. */
async function waitMinutes(minutes: number): Promise<void> {
  const { path, key } = await host.studyFile(study);
  const file = openStudyForWriting(path, key, study, null);
  file.db.prepare('UPDATE pass SET staged_at = ?').run(new Date(Date.now() - minutes * 60_000).toISOString());
  file.close();
}

describe('the proof states', () => {
  test('why passes were repeated', async () => {
    service.alter = faultIn('laboratory', (answer, _request, count) => {
      if (count === 3) service.sandbox.setRevision(1);
      return answer;
    });
    const proof = of(await sync(['labs']), 'labs')?.proof;
    expect(proof?.passes).toBe(2);
    expect(proof?.repeated).toHaveLength(1);
    expect(proof?.repeated[0]?.length).toBeGreaterThan(0);
  });

  test('what the interface does not describe, with counts and an example path', async () => {
    service.alter = faultIn('laboratory', (answer) =>
      text(answer, (body) =>
        body
          .replaceAll('"status":"final"', '"status":"final","fasting":true')
          .replaceAll('"extension":[', '"extension":[{"url":"https://example.org/sd#Site","valueString":"7"},'),
      ),
    );
    const labs = of(await sync(['labs']), 'labs');
    expect(labs?.proof?.drift).toEqual([
      { kind: 'extension', name: 'Site', count: labs?.records, path: 'extension[#Site]' },
      { kind: 'field', name: 'fasting', count: labs?.records, path: 'fasting' },
    ]);
    expect(of(await sync(['labs']), 'labs')?.proof?.drift).toEqual(labs?.proof?.drift);
  });

  test('how the subjects of the data and the Group compare, in both directions', async () => {
    // One of the subjects failed screening: it has nothing but its membership.
    const whole = await sync();
    for (const name of ['subjects', 'labs', 'vitals'] as const)
      expect(of(whole, name)?.subjects, name).toEqual({ seen: 3, members: 4, outsideGroup: 0, withoutData: 1 });
    service.alter = faultIn('/group', (answer) =>
      text(answer, (body) =>
        body.replace(/"member":\[\{"entity":\{"reference":"[^"]*"/, '"member":[{"entity":{"reference":"Patient/never-seen"'),
      ),
    );
    const changed = await sync(['subjects']);
    expect(of(changed, 'subjects')?.subjects).toEqual({ seen: 3, members: 4, outsideGroup: 1, withoutData: 2 });
    service.alter = (answer) => answer;
    expect(of(await sync(['labs']), 'labs')?.subjects).toEqual({ seen: 3, members: 4, outsideGroup: 1, withoutData: 2 });
  });

  test('nothing of the Group before it is mirrored', async () => {
    expect(of(await sync(['labs']), 'labs')?.subjects).toBeNull();
  });

  test.each([-600, 600])('all times by the service’s clock, which differs by %i s', async (seconds) => {
    service.alter = (answer) => ({
      ...answer,
      headers: { ...answer.headers, date: new Date(Date.now() + seconds * 1000).toUTCString() },
    });
    const begun = Date.now();
    const proof = of(await sync(['labs']), 'labs')?.proof;
    const times = [proof?.startedAt, proof?.confirmedAt, proof?.endedAt].map((time) => Date.parse(time ?? ''));
    expect(times.toSorted((one, other) => one - other)).toEqual(times);
    expect(Math.abs((times[0] ?? 0) - begun - seconds * 1000)).toBeLessThan(60_000);
  });
});

test('data that keep changing replace a counted copy, but not a confirmed one', async () => {
  const changing = faultIn('laboratory', (answer, _request, count) =>
    text(answer, (body) => body.replace(/Practitioner\/[^"]*/, `Practitioner/${count}`)),
  );
  service.alter = changing;
  const first = of(await sync(['labs']), 'labs');
  expect([first?.state, first?.proof?.confirmed]).toEqual(['updated', false]);
  const second = of(await sync(['labs']), 'labs');
  expect([second?.state, second?.proof?.confirmed]).toEqual(['updated', false]);
  expect(second?.generation).toBeGreaterThan(first?.generation ?? 0);
  service.alter = (answer) => answer;
  const confirmed = of(await sync(['labs']), 'labs');
  expect(confirmed?.proof?.confirmed).toBe(true);
  service.alter = changing;
  const later = await sync(['labs']);
  expect(later.code).toBe('INCONSISTENT');
  expect(of(later, 'labs')).toMatchObject({ state: 'kept', asOf: confirmed?.asOf });
});

describe('a copy is confirmed', () => {
  test('however long its first reading took', async () => {
    const clock = performance.now.bind(performance);
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed);
    service.alter = faultIn('laboratory', (answer, _request, count) => {
      if (count === 3) passed = 11 * 60_000;
      return answer;
    });
    expect(of(await sync(['labs']), 'labs')?.proof).toMatchObject({ confirmed: true, rounds: 2, repeated: [] });
  });

  test('with the records added behind a full last page, although the service sends no total', async () => {
    interface Bundle {
      readonly total: number;
      readonly link: readonly { readonly relation: string; readonly url: string }[];
    }
    const seen = new Set<number>();
    let isAdded = false;
    let total = 0;
    service.alter = faultIn('laboratory', (answer, request) => {
      const page = pageOf(request);
      isAdded ||= seen.has(page);
      seen.add(page);
      return text(answer, (body) => {
        const { link, ...bundle } = JSON.parse(body) as Bundle;
        total = bundle.total;
        const last = Math.ceil(total / 20) - (isAdded ? 0 : 1);
        const links = link
          .filter(({ relation }) => relation !== 'next' || page < last)
          .map(({ relation, url }) => ({ relation, url: relation === 'last' ? url.replace(/page=\d+/, `page=${last}`) : url }));
        return JSON.stringify({ ...bundle, total: undefined, link: links });
      });
    });
    const labs = of(await sync(['labs']), 'labs');
    expect(labs?.records).toBe(total);
    expect(labs?.proof).toMatchObject({ confirmed: true, pages: Math.ceil(total / 20), repeated: [['page-changed']] });
  });
});

test('damage that a sync meets is reported as damage', async () => {
  await sync(['labs']);
  const { path, key } = await host.studyFile(study);
  const db = openDatabase(path, key, 'read');
  const pages = db.prepare<[], number>("SELECT pageno FROM dbstat WHERE name = 'page' AND pagetype = 'leaf'").pluck().all();
  db.close();
  const file = openSync(path, 'r+');
  for (const page of pages) writeSync(file, 'damaged', (page - 1) * 4096 + 2000);
  closeSync(file);
  expect((await sync(['labs'])).code).toBe('CORRUPT');
});

describe('an interrupted run', () => {
  test('is resumed: at most six pages that were not yet durable are read again, apart from confirming all pages', async () => {
    const asked = await interruptedAt(12);
    const labs = of(await sync(['labs']), 'labs');
    const again = labPages();
    expect(labs?.proof).toMatchObject({ passes: 1, repeated: [], entries: labs?.records });
    expect(labs?.proof?.resumedPages).toBeGreaterThanOrEqual(new Set(asked).size - 6);
    // All pages are requested once more to confirm them, but no page a third time.
    const last = labs?.pages ?? 0;
    expect(again).toHaveLength(last - (labs?.proof?.resumedPages ?? 0) + last);
  });

  test.each([
    ['a sign-in page', 'PROTOCOL', 200],
    ['a refusal', 'FORBIDDEN', 403],
    ['an answer with an undescribed status', 'PROTOCOL', 405],
  ] as const)('by %s is resumed as well', async (_what, code, status) => {
    service.alter = faultIn('laboratory', (answer, request) =>
      pageOf(request) === 6 ? { ...answer, status, body: Buffer.from('<!doctype html><html>sign in</html>') } : answer,
    );
    expect((await sync(['labs'])).code).toBe(code);
    service.alter = (answer) => answer;
    const labs = of(await sync(['labs']), 'labs');
    expect(labs?.proof).toMatchObject({ passes: 1, repeated: [], entries: labs?.records });
    expect(labs?.proof?.resumedPages).toBeGreaterThanOrEqual(3);
  });

  test('by data of another study starts over', async () => {
    service.alter = faultIn('laboratory', (answer, request) =>
      pageOf(request) === 6 ? text(answer, (body) => body.replaceAll(study, '99-999')) : answer,
    );
    expect((await sync(['labs'])).code).toBe('SECURITY');
    service.alter = (answer) => answer;
    expect(of(await sync(['labs']), 'labs')?.proof).toMatchObject({ passes: 1, resumedPages: 0 });
  });

  test('that is minutes old is resumed after a check of its newest page', async () => {
    await interruptedAt(12);
    await waitMinutes(10);
    const labs = of(await sync(['labs']), 'labs');
    expect(labs?.proof).toMatchObject({ passes: 1, repeated: [] });
    expect(labPages()).toHaveLength(2 * (labs?.pages ?? 0) - (labs?.proof?.resumedPages ?? 0) + 1);
  });

  test('is not joined with pages of changed data, such as one record gone before the break and another added after it', async () => {
    await interruptedAt(12);
    await waitMinutes(10);
    // The records from page 3 on move up by one and the last page gains one, so the total stays the same.
    const moved = movedService();
    const labs = of(await sync(['labs']), 'labs');
    expect(labs?.proof).toMatchObject({ passes: 2, repeated: [expect.any(Array)], resumedPages: 0 });
    expect(labs?.proof?.repeated[0]).not.toEqual([]);
    expect(labs?.records).toBe(moved.total);
    const fresh = createTestHost(host.connection, host.secret);
    await syncStudies(fresh, { studies: [study], only: ['labs'], acceptShrink: false }, { network: swift });
    expect(snapshotOf(host, study)).toBe(snapshotOf(fresh, study));
    fresh.remove();
  });

  /** Drops the first record of page 3, moves the first of each later page to the end of the page before it, and adds one to the end. */
  function movedService(): { readonly total: number } {
    const { partnerId } = service.sandbox.credentials;
    const known: { total: number } = { total: 0 };
    service.alter = faultIn('laboratory', (answer, request) => {
      const page = pageOf(request);
      const bundle = JSON.parse(answer.body.toString()) as {
        total: number;
        entry: { resource: { id: string } }[];
        link: { relation: string }[];
      };
      known.total = bundle.total;
      if (page < 3) return answer;
      bundle.entry.shift();
      const isLast = bundle.link.every(({ relation }) => relation !== 'next');
      if (isLast)
        bundle.entry.push(
          JSON.parse(JSON.stringify(bundle.entry[0] ?? null).replace(/"id":"[^"]*"/, '"id":"added"')) as { resource: { id: string } },
        );
      else {
        const next = service.sandbox.answer({
          ...request,
          url: `${request.url.replace(/&page=\d+/, '')}&page=${page + 1}`,
          headers: { ...request.headers, 'x-partnerid': partnerId },
        });
        const [first] = (JSON.parse(next.body.toString()) as typeof bundle).entry;
        if (first !== undefined) bundle.entry.push(first);
      }
      return { ...answer, body: Buffer.from(JSON.stringify(bundle)) };
    });
    return known;
  }
});
