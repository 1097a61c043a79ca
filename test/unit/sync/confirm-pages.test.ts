import { describe, expect, test } from 'vitest';
import { digestOf } from '../../../src/core/bundle/bundle-entry.ts';
import { refusalOf } from '../../../src/core/client/refusal.ts';
import type { FetchedPage, Reader, Searched, Service } from '../../../src/core/client/service.ts';
import { CollectedPages, createRunOrder } from '../../../src/core/sync/collected-pages.ts';
import { confirmPages } from '../../../src/core/sync/confirm-pages.ts';
import { isPageUnchanged, rereadFirstAndLast, type KnownPage } from '../../../src/core/sync/reread-pages.ts';
import type { AppError } from '../../../src/shared/errors.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

const study = '22-001';
const { signal } = new AbortController();
const addressOf = (page: number) => ({
  url: new URL(`https://service.test/external/Observation?page=${String(page)}`),
  ...{ study, category: null },
});

function bodyOf(id: string, at = '08:00'): Buffer {
  const entry = [{ resource: { resourceType: 'Observation', id } }];
  return Buffer.from(JSON.stringify({ resourceType: 'Bundle', type: 'searchset', meta: { lastUpdated: at }, link: [], entry }));
}

function refused(status: number, page: number): AppError {
  const asked = { address: addressOf(page), title: 'Labs', showsCertificate: false };
  const refusal = refusalOf({ status, headers: {}, arrived: 0, body: Buffer.alloc(0), release: () => undefined }, asked, false);
  if (refusal === null) throw new Error('Nothing was refused.');
  return refusal.error;
}

/** A service that answers with these pages, from 1 on; a number is the status of a refusal. */
function serviceOf(...pages: readonly (Buffer | number)[]) {
  const requested: number[] = [];
  let held = 0;
  const service: Pick<Service, 'fetchPage'> = {
    fetchPage: async <T>(_dataset: Searched, _study: string, page: number, read: Reader<T>): Promise<FetchedPage<T>> => {
      requested.push(page);
      const answer = pages[page - 1] ?? 404;
      if (typeof answer === 'number') throw refused(answer, page);
      held++;
      return { read: await read(Buffer.from(answer), addressOf(page)), release: () => held-- };
    },
  };
  return { service: service as Service, requested, held: () => held };
}

describe('rereading pages', () => {
  const [one, two, three] = [bodyOf('a'), bodyOf('b'), bodyOf('c')];
  const stored = [one, two, three];

  async function confirm(answering: ReturnType<typeof serviceOf>, stop = new AbortController()) {
    const collected = new CollectedPages(
      createRunOrder(),
      stored.map((body, at) => [at + 1, digestOf(body)] as const),
    );
    const since = collected.news;
    const progress: (readonly number[])[] = [];
    const holds = confirmPages({
      ...{ service: answering.service, dataset: datasets.labs, study, signal: stop.signal, collected, since, most: 1 },
      storedBody: (page) => stored[page - 1] ?? Buffer.alloc(0),
      onPage: (done, of) => progress.push([done, of]),
    });
    return { holds: await holds, progress, collected, since };
  }

  test('confirms all of them if each is unchanged, also with another time of day', async () => {
    const answering = serviceOf(one, bodyOf('b', '09:00'), three);
    const { holds, progress, collected, since } = await confirm(answering);
    expect(holds).toBe(true);
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(collected.unconfirmedSince(since)).toEqual([]);
    expect(answering.held()).toBe(0);
  });

  test('ends at the first that has changed, which is news', async () => {
    const answering = serviceOf(one, bodyOf('x'), three);
    const { holds, collected, since } = await confirm(answering);
    expect(holds).toBe(false);
    expect(answering.requested).toEqual([1, 2]);
    expect(collected.digestOf(2)).toBe(digestOf(bodyOf('x')));
    expect(collected.news.place).toBeGreaterThan(since.place);
  });

  test.each([404, 410])('ends at one that is gone, which is news (status %i)', async (status) => {
    const { holds, collected, since } = await confirm(serviceOf(one, status, three));
    expect(holds).toBe(false);
    expect(collected.news.place).toBeGreaterThan(since.place);
  });

  test('fails if the first page is gone, or another one cannot be read', async () => {
    await expect(confirm(serviceOf(404, two, three))).rejects.toThrow('(status 404)');
    await expect(confirm(serviceOf(one, 500, three))).rejects.toThrow('(status 500)');
  });

  test('is cancelled even if all were unchanged', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(confirm(serviceOf(one, two, three), stop)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('the first and the last page', () => {
  const known = (number: number, body: Buffer): KnownPage => ({ number, digest: digestOf(body), storedBody: () => body });
  const ends = async (answering: ReturnType<typeof serviceOf>, last = 2) =>
    rereadFirstAndLast(
      answering.service,
      datasets.labs,
      study,
      [known(1, bodyOf('a')), known(last, bodyOf(last === 1 ? 'a' : 'b'))],
      signal,
    );

  test.each([
    ['unchanged', [bodyOf('a'), bodyOf('b')], true, true],
    ['of another time of day', [bodyOf('a', '09:00'), bodyOf('b', '09:00')], true, true],
    ['of which the first changed', [bodyOf('x'), bodyOf('b')], false, true],
    ['of which the last changed', [bodyOf('a'), bodyOf('x')], true, false],
    ['of which the last is gone', [bodyOf('a'), 404], true, false],
  ] as const)('are compared: %s', async (_what, pages, firstUnchanged, lastUnchanged) => {
    const answering = serviceOf(...pages);
    expect(await ends(answering)).toEqual({ firstUnchanged, lastUnchanged });
    expect(answering.held()).toBe(0);
  });

  test('are read once if they are the same', async () => {
    const answering = serviceOf(bodyOf('x'));
    expect(await ends(answering, 1)).toEqual({ firstUnchanged: false, lastUnchanged: false });
    expect(answering.requested).toEqual([1]);
  });

  test('must exist, the first one, and be readable', async () => {
    await expect(ends(serviceOf(404))).rejects.toThrow('(status 404)');
    await expect(isPageUnchanged(serviceOf(500, 500).service, datasets.labs, study, known(2, bodyOf('b')), signal)).rejects.toThrow(
      '(status 500)',
    );
  });
});
