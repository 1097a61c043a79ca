import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/shared/errors.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { createByteBudget } from '../../../src/core/client/byte-budget.ts';
import { TooLargeTogether } from '../../../src/core/client/read-body.ts';
import type { FetchedPage, Reader, Searched, Service } from '../../../src/core/client/service.ts';
import { CollectedPages, createRunOrder } from '../../../src/core/sync/collected-pages.ts';
import { pumpPages } from '../../../src/core/sync/page-pump.ts';
import { createPageWalk } from '../../../src/core/sync/page-walk.ts';
import type { ReadPage } from '../../../src/core/sync/read-page.ts';
import { createHeapLimit } from '../../../src/core/sync/heap-limit.ts';

const lastPage = 12;

/** A service of twelve pages with one record each, whose answers come when the test says so. */
function heldService() {
  const waiting = new Map<number, { readonly answer: (then?: () => void) => Promise<void>; readonly fail: (error: Error) => void }>();
  const released: number[] = [];
  const service: Pick<Service, 'fetchPage'> = {
    fetchPage: async <T>(_dataset: Searched, study: string, page: number, read: Reader<T>, signal?: AbortSignal): Promise<FetchedPage<T>> =>
      new Promise((resolve, reject) => {
        const answer = async (then?: () => void): Promise<void> => {
          const address = { url: new URL(`http://127.0.0.1/?page=${page}`), study, category: null };
          resolve({ read: await read(Buffer.from(String(page)), address), release: () => released.push(page) });
          then?.();
        };
        signal?.addEventListener('abort', () => {
          reject(new AppError('CANCELLED', 'Cancelled.'));
        });
        waiting.set(page, { answer, fail: reject });
      }),
  };
  return { service: service as Service, waiting, released };
}

function pageOf(body: Buffer): ReadPage {
  const page = Number(body.toString());
  const next = page < lastPage ? ({ kind: 'page', page: page + 1 } as const) : ({ kind: 'none' } as const);
  const head = { resourceType: 'Bundle', type: 'searchset', identifier: null, total: lastPage, links: [] };
  return {
    digest: `d${page}`,
    body: { id: page, size: 1, head, entries: 1 },
    facts: { entries: 1, total: lastPage, next, last: lastPage, foreign: false },
  };
}

/** `until`: what reading waits for on every page but the first. */
function start(stage: (pages: readonly number[]) => void = () => undefined, until: Promise<unknown> = Promise.resolve()) {
  const control = new AbortController();
  const held = heldService();
  const staged: number[] = [];
  const done = pumpPages({
    service: held.service,
    dataset: datasets.labs,
    study: '22-001',
    signal: control.signal,
    walk: createPageWalk(),
    collected: new CollectedPages(createRunOrder()),
    read: async (body) => {
      if (body.toString() !== '1') await until;
      return pageOf(body);
    },
    stage: (pages) => {
      const numbers = pages.map(({ number }) => number);
      stage(numbers);
      staged.push(...numbers);
    },
    onPage: () => undefined,
    heapLimit: createHeapLimit(),
  });
  done.catch(() => undefined);
  const cancel = (): void => {
    control.abort();
  };
  return { ...held, staged, done, cancel };
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

describe('the pages of a chain', () => {
  test('are requested one alone, then four at a time', async () => {
    const { waiting, staged } = start();
    expect([...waiting.keys()]).toEqual([1]);
    await waiting.get(1)?.answer();
    await settled();
    expect(staged).toEqual([1]);
    expect([...waiting.keys()]).toEqual([1, 12, 2, 3, 4]);
    await waiting.get(3)?.answer();
    await settled();
    expect(staged).toEqual([1, 3]);
    expect([...waiting.keys()]).toEqual([1, 12, 2, 3, 4, 5]);
  });

  test('make room for the next as soon as they arrive, up to six that are not durable', async () => {
    const { promise: read, resolve } = Promise.withResolvers<null>();
    const { waiting, staged } = start(undefined, read);
    await waiting.get(1)?.answer();
    await settled();
    for (const page of [12, 2, 3]) void waiting.get(page)?.answer();
    await settled();
    expect([staged, [...waiting.keys()]]).toEqual([[1], [1, 12, 2, 3, 4, 5, 6]]);
    resolve(null);
    await settled();
    expect([staged.toSorted(), [...waiting.keys()]]).toEqual([
      [1, 12, 2, 3],
      [1, 12, 2, 3, 4, 5, 6, 7],
    ]);
  });

  test('are each staged once, and their bytes released', async () => {
    const { waiting, staged, released, done } = start();
    for (const page of [1, 12, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
      await settled();
      await waiting.get(page)?.answer();
    }
    expect(await done).toBeNull();
    const all = Array.from({ length: lastPage }, (_, index) => index + 1);
    expect(staged.toSorted((a, b) => a - b)).toEqual(all);
    expect(released.toSorted((a, b) => a - b)).toEqual(all);
  });

  test('that are too large together are requested one after the other', async () => {
    const { waiting, staged, done } = start();
    const take = (page: number) => {
      const taken = waiting.get(page);
      waiting.clear();
      return taken;
    };
    await waiting.get(1)?.answer();
    await settled();
    take(3)?.fail(new TooLargeTogether('127.0.0.1', { bytes: 2, budget: createByteBudget(2) }));
    for (const page of [12, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) {
      await settled();
      expect([...waiting.keys()]).toEqual([page]);
      await take(page)?.answer();
    }
    expect(await done).toBeNull();
    expect(staged).toHaveLength(lastPage);
  });

  test('that have arrived are staged when another one fails, and the failure is reported', async () => {
    const { waiting, staged, done } = start();
    await waiting.get(1)?.answer();
    await settled();
    const arriving = waiting.get(4)?.answer();
    waiting.get(3)?.fail(new AppError('NETWORK', 'Lost.'));
    await arriving;
    await expect(done).rejects.toMatchObject({ code: 'NETWORK' });
    expect(staged).toEqual([1, 4]);
  });

  test('that the store refuses are not staged a second time', async () => {
    let tries = 0;
    const { waiting, released, done } = start(() => {
      tries += 1;
      throw new AppError('STORE', 'The disk is full.');
    });
    await waiting.get(1)?.answer();
    await expect(done).rejects.toMatchObject({ code: 'STORE' });
    expect([tries, released]).toEqual([1, [1]]);
  });

  test('are not a closed chain if they are cancelled after all requested ones have arrived', async () => {
    const { waiting, staged, done, cancel } = start();
    await waiting.get(1)?.answer(cancel);
    await expect(done).rejects.toMatchObject({ code: 'CANCELLED' });
    expect([staged, [...waiting.keys()]]).toEqual([[1], [1]]);
  });
});
