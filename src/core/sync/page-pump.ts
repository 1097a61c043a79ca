import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { mostRequests, pageAllowance } from '../client/byte-budget.ts';
import { cancelled } from '../client/request-errors.ts';
import { TooLargeTogether } from '../client/read-body.ts';
import { isMissingPage } from '../client/refusal.ts';
import type { FetchedPage, Reader, Service } from '../client/service.ts';
import type { CollectedPages } from './collected-pages.ts';
import type { PageWalk, WalkProblem } from './page-walk.ts';
import type { ArrivedPage } from '../store/passes/stage-page.ts';
import type { ReadPage } from './read-page.ts';
import type { HeapLimit } from './heap-limit.ts';

export interface Pump {
  readonly service: Service;
  readonly dataset: Dataset;
  readonly study: string;
  /** Aborts all requests of this pump: the run's signal combined with any other reason. */
  readonly signal: AbortSignal;
  readonly walk: PageWalk;
  /** Records the content of pages, and when they were requested. */
  readonly collected: Pick<CollectedPages, 'send' | 'note'>;
  readonly read: Reader<ReadPage>;
  /** Stores pages; they are durable on return. If storing is slower than reading, several are passed at once, which is cheaper. */
  readonly stage: (pages: readonly ArrivedPage[]) => void;
  readonly onPage: () => void;
  readonly heapLimit: HeapLimit;
}

/**
 * Fetches, reads and stages all pages that the walk wants: up to four are in flight while others are read and stored. Pages that are too
 * large together are requested one after the other. Returns the problem of the walk, or null if the chain closed. Throws CANCELLED or the
 * first failure of a page; pages staged before it stay.
 */
export async function pumpPages(pump: Pump): Promise<WalkProblem | 'page-missing' | null> {
  try {
    return await pumpAtMost(pump, Number.POSITIVE_INFINITY);
  } catch (error: unknown) {
    // Pages before these were much smaller.
    if (error instanceof TooLargeTogether) return pumpAtMost(pump, 1);
    throw error;
  }
}

/**
 * `most`: pages requested and not yet stored. Network and store share this thread, so the next requests are sent before pages are staged.
 */
async function pumpAtMost(pump: Pump, most: number): Promise<WalkProblem | 'page-missing' | null> {
  const stop = new AbortController();
  const signal = AbortSignal.any([pump.signal, stop.signal]);
  /** Pages requested but not staged; those whose body has arrived; those that have been read. */
  const unstaged = new Map<number, Promise<void>>();
  const come = new Set<number>();
  const arrived = new Map<number, FetchedPage<ReadPage>>();
  const { heapLimit } = pump;
  let largest = 0;
  const found: { problem: WalkProblem | 'page-missing' | null } = { problem: null };
  const readerOf =
    (page: number): Reader<ReadPage> =>
    async (body, address) => {
      largest = Math.max(largest, body.length);
      come.add(page);
      launch();
      heapLimit.beforePage(body);
      // Another thread is about to need more memory.
      await heapLimit.shrinkIfGrown();
      try {
        return await pump.read(body, address);
      } catch (error: unknown) {
        // The page may be requested again.
        come.delete(page);
        throw error;
      }
    };
  const launch = (): void => {
    const onTheirWay = unstaged.size - come.size;
    const allowed = largest === 0 ? 1 : Math.min(most, pageAllowance(largest));
    const free = Math.min(mostRequests - onTheirWay, allowed - unstaged.size);
    for (const page of free > 0 && found.problem === null && !signal.aborted ? pump.walk.wanted(unstaged, free) : []) {
      const sent = pump.collected.send();
      const arriving = fetchOne(pump, page, readerOf(page), signal).then((fetched) => {
        if (fetched !== null) pump.collected.note(page, fetched.read.digest, sent);
        arrive(page, fetched);
      });
      // The request may fail while another page is staged and nobody awaits it; its result is checked later.
      arriving.catch(() => undefined);
      unstaged.set(page, arriving);
    }
  };
  const arrive = (page: number, fetched: FetchedPage<ReadPage> | null): void => {
    if (fetched !== null) arrived.set(page, fetched);
    found.problem ??= fetched === null ? 'page-missing' : pump.walk.add(page, fetched.read.facts);
    launch();
  };
  const stageArrived = (): void => {
    const pages = [...arrived];
    pump.stage(pages.map(([number, fetched]) => ({ number, digest: fetched.read.digest, body: fetched.read.body })));
    for (const [page, { release }] of pages) {
      release();
      arrived.delete(page);
      come.delete(page);
      unstaged.delete(page);
    }
  };
  const settle = async (): Promise<void> => {
    stop.abort();
    await Promise.allSettled(unstaged.values());
  };
  try {
    launch();
    while (unstaged.size > 0) {
      try {
        await Promise.race(unstaged.values());
      } catch (error: unknown) {
        await settle();
        // Stages pages that have arrived, so that the next run need not request them again.
        if (found.problem === null) stageArrived();
        else if (error instanceof TooLargeTogether) return found.problem;
        throw error;
      }
      // Requests are written in a later turn of the event loop.
      if (unstaged.size > arrived.size) await nextTurn();
      if (found.problem !== null) break;
      stageArrived();
      await heapLimit.shrinkIfGrown();
      pump.onPage();
      launch();
    }
    // No more pages were requested because the run was cancelled, which does not close the chain.
    if (found.problem === null && pump.signal.aborted && pump.walk.closedAt() === null) throw cancelled();
    return found.problem;
  } finally {
    await settle();
    // Returns the bytes of unstaged pages to the budget.
    for (const { release } of arrived.values()) release();
  }
}

/** Returns null if an announced page does not exist. */
async function fetchOne(pump: Pump, page: number, read: Reader<ReadPage>, signal: AbortSignal): Promise<FetchedPage<ReadPage> | null> {
  try {
    return await pump.service.fetchPage(pump.dataset, pump.study, page, read, signal);
  } catch (error: unknown) {
    if (page > 1 && isMissingPage(error)) return null;
    throw error;
  }
}
