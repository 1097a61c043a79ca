import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../../shared/datasets/declaration.ts';
import { pageAllowance } from '../client/byte-budget.ts';
import { isMissingPage, type FetchedPage, type Reader, type Service } from '../client/service.ts';
import type { PageWalk, WalkProblem } from './page-walk.ts';
import type { ReadPage } from './read-page.ts';

export interface Pump {
  readonly service: Service;
  readonly dataset: Dataset;
  readonly study: string;
  /** Ends all requests of this pump: the run's signal, and whatever else ends it. */
  readonly signal: AbortSignal;
  readonly walk: PageWalk;
  readonly read: Reader<ReadPage>;
  /** Stores a page; it is durable on return. */
  readonly stage: (page: number, read: ReadPage) => void;
  readonly onPage: () => void;
}

interface Arrived {
  readonly page: number;
  /** Null where the page, though announced, is not there. */
  readonly fetched: FetchedPage<ReadPage> | null;
}

/**
 * Fetches all pages that the walk wants, up to four in flight, reads and stages each. Network and store share this
 * thread, so the next requests leave before a page is staged. Gives what is wrong with the walk, or null once the chain closed.
 * Errors: the first failure of a page; pages that were staged before it stay.
 */
export async function pumpPages(pump: Pump): Promise<WalkProblem | 'page-missing' | null> {
  const stop = new AbortController();
  const signal = AbortSignal.any([pump.signal, stop.signal]);
  /** Pages that were asked for and are not staged, whether they arrived or not. */
  const unstaged = new Map<number, Promise<Arrived>>();
  let inFlight = 0;
  let largest = 0;
  const found: { problem: WalkProblem | 'page-missing' | null } = { problem: null };
  // The next request leaves as soon as a page is there, also while that one is read and another one is staged.
  const read: Reader<ReadPage> = async (body, address) => {
    inFlight -= 1;
    largest = Math.max(largest, body.length);
    launch();
    try {
      return await pump.read(body, address);
    } catch (error: unknown) {
      // It may be fetched once more.
      inFlight += 1;
      throw error;
    }
  };
  const launch = (): void => {
    const allowance = largest === 0 ? { inFlight: 1, unstaged: 1 } : pageAllowance(largest);
    const free = Math.min(allowance.inFlight - inFlight, allowance.unstaged - unstaged.size);
    for (const page of free > 0 && found.problem === null && !signal.aborted ? pump.walk.wanted(unstaged, free) : []) {
      inFlight += 1;
      const arriving = fetchOne(pump, page, read, signal).then(arrive);
      // It may fail while another page is staged and nobody waits for it: it is asked about later.
      arriving.catch(() => undefined);
      unstaged.set(page, arriving);
    }
  };
  const arrive = (arrived: Arrived): Arrived => {
    const { page, fetched } = arrived;
    found.problem ??= fetched === null ? 'page-missing' : pump.walk.add(page, fetched.read.facts);
    launch();
    return arrived;
  };
  try {
    launch();
    while (unstaged.size > 0) {
      const { page, fetched } = await Promise.race(unstaged.values());
      if (found.problem !== null || fetched === null) break;
      // Requests are written in a later turn of the event loop.
      if (inFlight > 0) await nextTurn();
      pump.stage(page, fetched.read);
      fetched.release();
      unstaged.delete(page);
      pump.onPage();
      launch();
    }
    return found.problem;
  } finally {
    stop.abort();
    await settle(unstaged.values());
  }
}

async function fetchOne(pump: Pump, page: number, read: Reader<ReadPage>, signal: AbortSignal): Promise<Arrived> {
  try {
    return { page, fetched: await pump.service.fetchPage(pump.dataset, pump.study, page, read, signal) };
  } catch (error: unknown) {
    if (page > 1 && isMissingPage(error)) return { page, fetched: null };
    throw error;
  }
}

/** Waits for requests that were ended, and gives back the bytes of those that had arrived. */
async function settle(flying: Iterable<Promise<Arrived>>): Promise<void> {
  for (const outcome of await Promise.allSettled(flying)) {
    if (outcome.status === 'fulfilled') outcome.value.fetched?.release();
  }
}
