import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../../shared/datasets/declaration.ts';
import { pageAllowance } from '../client/byte-budget.ts';
import type { Bundle } from '../bundle/bundle.ts';
import { isMissingPage, type FetchedPage, type Service } from '../client/service.ts';
import type { PageWalk, WalkProblem } from './page-walk.ts';
import { readPage, type ReadPage } from './read-page.ts';

export interface Pump {
  readonly service: Service;
  readonly dataset: Dataset;
  readonly study: string;
  /** Ends all requests of this pump: the run's signal, and whatever else ends it. */
  readonly signal: AbortSignal;
  readonly walk: PageWalk;
  /** Stores a page; it is durable when the promise resolves. */
  readonly stage: (page: number, body: Buffer, bundle: Bundle) => Promise<void>;
  readonly onPage: () => void;
}

interface Arrived {
  readonly page: number;
  /** Null where the page, though announced, is not there. */
  readonly fetched: FetchedPage<ReadPage> | null;
}

/**
 * Reads all pages that the walk wants, up to four in flight, and stages each. Network and store share this thread, so
 * the next requests leave before a page is staged. Gives what is wrong with the walk, or null once the chain closed.
 * Errors: the first failure of a page; pages that were staged before it stay.
 */
export async function pumpPages(pump: Pump): Promise<WalkProblem | 'page-missing' | null> {
  const stop = new AbortController();
  const signal = AbortSignal.any([pump.signal, stop.signal]);
  const flying = new Map<number, Promise<Arrived>>();
  const unstaged = new Set<number>();
  let largest = 0;
  const launch = (): void => {
    const allowance = largest === 0 ? { inFlight: 1, unstaged: 1 } : pageAllowance(largest);
    const free = Math.min(allowance.inFlight - flying.size, allowance.unstaged - unstaged.size);
    for (const page of free > 0 ? pump.walk.wanted(unstaged, free) : []) {
      unstaged.add(page);
      const fetching = fetchOne(pump, page, signal);
      // It may fail while another page is staged and nobody waits for it: it is asked about later.
      fetching.catch(() => undefined);
      flying.set(page, fetching);
    }
  };
  try {
    launch();
    while (flying.size > 0) {
      const { page, fetched } = await Promise.race(flying.values());
      flying.delete(page);
      if (fetched === null) return 'page-missing';
      largest = Math.max(largest, fetched.body.length);
      const problem = pump.walk.add(page, fetched.read.facts);
      if (problem !== null) {
        fetched.release();
        return problem;
      }
      launch();
      // Requests are written in a later turn of the event loop.
      if (flying.size > 0) await nextTurn();
      await stageOne(pump, page, fetched);
      unstaged.delete(page);
      launch();
    }
    return null;
  } finally {
    stop.abort();
    await settle(flying.values());
  }
}

async function fetchOne(pump: Pump, page: number, signal: AbortSignal): Promise<Arrived> {
  try {
    return { page, fetched: await pump.service.fetchPage(pump.dataset, pump.study, page, (body, address) => readPage(pump.dataset, body, address), signal) };
  } catch (error: unknown) {
    if (page > 1 && isMissingPage(error)) return { page, fetched: null };
    throw error;
  }
}

async function stageOne(pump: Pump, page: number, fetched: FetchedPage<ReadPage>): Promise<void> {
  try {
    await pump.stage(page, fetched.body, fetched.read.bundle);
  } finally {
    fetched.release();
  }
  pump.onPage();
}

/** Waits for requests that were ended, and gives back the bytes of those that had arrived. */
async function settle(flying: Iterable<Promise<Arrived>>): Promise<void> {
  for (const outcome of await Promise.allSettled(flying)) {
    if (outcome.status === 'fulfilled') outcome.value.fetched?.release();
  }
}
