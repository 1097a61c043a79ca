import type { Inconsistency } from '../../shared/inconsistencies.ts';
import type { LinkedPage } from '../client/links.ts';

/** A longer page chain is treated as endless (faults F38). */
export const mostPages = 100_000;

/**
 * Pages requested ahead, counted from the first missing one. Requests wait for a late page, so that a chain that breaks there costs no more
 * requests than these (faults F37).
 */
export const readAhead = 8;

/** What one page says about itself. */
export interface PageFacts {
  readonly entries: number;
  /** Null if the service sent none. */
  readonly total: number | null;
  readonly next: LinkedPage;
  /** From the `last` link; null if missing or unreadable. */
  readonly last: number | null;
  /** Its links name another host or scheme. */
  readonly foreign: boolean;
}

/** Why a walk over the pages is not one consistent reading of the data. `next-unreadable`: an answer that is not understood. */
export type WalkProblem =
  Extract<Inconsistency, 'total-changed' | 'more-than-total' | 'next-elsewhere' | 'chain-broken' | 'too-many-pages'> | 'next-unreadable';

/** State of reading one dataset's pages: which are known, which may be requested, and whether the chain closed. */
export interface PageWalk {
  /** Adds a page. Returns the problem that it causes, or null. */
  add(page: number, facts: PageFacts): WalkProblem | null;
  /** The pages to request now, none beyond `last` unless a `next` link says so. `asked`: pages requested already. */
  wanted(asked: Pick<ReadonlySet<number>, 'has'>, inFlight: number): readonly number[];
  /** Number of the last page once all pages up to it are known, otherwise null. */
  closedAt(): number | null;
  has(page: number): boolean;
  readonly entries: number;
  /** Number of pages that the service announces; null before it does. */
  readonly announced: number | null;
  readonly total: number | null;
  /** Number of pages with links to another host or scheme. */
  readonly foreignLinks: number;
  /** Number of known pages. */
  readonly pages: number;
}

/**
 * Plans the reading of a page chain (spec 4, rule 3): page 1 gives total and last, then several pages are read in parallel, with the chain
 * checked by `next`.
 */
export function createPageWalk(): PageWalk {
  const known = new Map<number, PageFacts>();
  let frontier = 1;
  let entries = 0;
  let foreignLinks = 0;
  let total: number | null = null;
  let last: number | null = null;
  let closed: number | null = null;

  const add = (page: number, facts: PageFacts): WalkProblem | null => {
    if (known.has(page)) return null;
    known.set(page, facts);
    entries += facts.entries;
    if (facts.foreign) foreignLinks += 1;
    last ??= facts.last;
    // A service may send its total on some pages only.
    total ??= facts.total;
    if (facts.total !== null && facts.total !== total) return 'total-changed';
    if (total !== null && entries > total) return 'more-than-total';
    if (facts.next.kind === 'impossible' || (facts.next.kind === 'page' && facts.next.page !== page + 1)) return 'next-elsewhere';
    if (facts.next.kind === 'none' && last !== null && page < last) return 'chain-broken';
    return advance();
  };

  const advance = (): WalkProblem | null => {
    for (let facts = known.get(frontier); facts !== undefined; facts = known.get(frontier)) {
      frontier += 1;
      if (facts.next.kind === 'page') continue;
      if (facts.next.kind === 'unreadable' && isMoreDue()) return 'next-unreadable';
      closed = frontier - 1;
      return known.size > closed ? 'chain-broken' : null;
    }
    return frontier > mostPages ? 'too-many-pages' : null;
  };
  const isMoreDue = (): boolean => total === null || entries < total;

  /**
   * Up to `last`: that page first, then the others in order. It is reread at the end: read this early, it reveals every record that is
   * removed or added in between, because then all pages from there to the end shift.
   */
  const upToLast = (isAsked: (page: number) => boolean, most: number): number[] => {
    if (last === null || last > mostPages || !known.has(1)) return [];
    const isMissing = (page: number): boolean => !known.has(page) && !isAsked(page);
    const pages = isMissing(last) ? [last] : [];
    const end = Math.min(last, frontier + readAhead);
    for (let page = frontier; page < end && pages.length < most; page += 1) if (isMissing(page)) pages.push(page);
    return pages;
  };
  /** One after the other, following the links. */
  const byNext = (isAsked: (page: number) => boolean): number[] => {
    const before = known.get(frontier - 1)?.next;
    const isNamed = frontier === 1 || (before?.kind === 'page' && before.page === frontier);
    return isNamed && frontier <= mostPages && !isAsked(frontier) ? [frontier] : [];
  };

  return {
    add,
    wanted: (asked, inFlight) => {
      if (closed !== null || inFlight < 1) return [];
      const isAsked = (page: number): boolean => asked.has(page);
      const pages = upToLast(isAsked, inFlight);
      return pages.length > 0 ? pages : byNext(isAsked);
    },
    closedAt: () => closed,
    has: (page) => known.has(page),
    get entries() {
      return entries;
    },
    get announced() {
      return last ?? closed;
    },
    get total() {
      return total;
    },
    get foreignLinks() {
      return foreignLinks;
    },
    get pages() {
      return known.size;
    },
  };
}
