import type { Inconsistency } from '../../shared/inconsistencies.ts';
import type { LinkedPage } from '../client/links.ts';

/** A page chain longer than this never ends (faults F38). */
export const mostPages = 100_000;

/**
 * Pages that are asked for beyond the first one that is still missing, it included: a page that comes late is waited for, so that
 * a chain which goes wrong there costs no more requests than these (faults F37).
 */
export const readAhead = 8;

/** What one page told of itself. */
export interface PageFacts {
  readonly entries: number;
  /** Null where the service sent none. */
  readonly total: number | null;
  readonly next: LinkedPage;
  /** From the `last` link; null where there is none or it cannot be read. */
  readonly last: number | null;
  /** Its links name another host or scheme. */
  readonly foreign: boolean;
}

/** Why a walk over the pages cannot be one consistent reading of the data; `next-unreadable` is an answer that is not understood. */
export type WalkProblem =
  Extract<Inconsistency, 'total-changed' | 'more-than-total' | 'next-elsewhere' | 'chain-broken' | 'too-many-pages'> | 'next-unreadable';

/** The state of reading one dataset's pages: which are known, which may be asked for, and whether the chain closed. */
export interface PageWalk {
  /** Takes in a page; gives what is wrong with the walk since then, or null. */
  add(page: number, facts: PageFacts): WalkProblem | null;
  /** The pages to ask for now: none beyond `last` unless a `next` says so; `asked` are on their way already. */
  wanted(asked: Pick<ReadonlySet<number>, 'has'>, inFlight: number): readonly number[];
  /** The number of the last page once all pages up to it are known; else null. */
  closedAt(): number | null;
  has(page: number): boolean;
  readonly entries: number;
  /** Number of pages that the service announces; null before it does. */
  readonly announced: number | null;
  readonly total: number | null;
  /** Pages with links to another host or scheme. */
  readonly foreignLinks: number;
  /** Bytes do not matter here: how many pages are known. */
  readonly pages: number;
}

/** Plans the reading of a page chain (spec 4, rule 3): page 1 tells total and last, then several pages side by side, the chain checked by `next`. */
export function createPageWalk(): PageWalk {
  const known = new Map<number, PageFacts>();
  let frontier = 1;
  let entries = 0;
  let foreignLinks = 0;
  let total: number | null | undefined;
  let last: number | null = null;
  let closed: number | null = null;

  const add = (page: number, facts: PageFacts): WalkProblem | null => {
    if (known.has(page)) return null;
    known.set(page, facts);
    entries += facts.entries;
    if (facts.foreign) foreignLinks += 1;
    last ??= facts.last;
    if (total === undefined) total = facts.total;
    if (facts.total !== total) return 'total-changed';
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
  const isMoreDue = (): boolean => total === null || total === undefined || entries < total;

  /**
   * Up to `last`: that page first, then one after the other. It is looked at again in the end: read so early, it tells of every record
   * that goes and comes in between, for all pages from there to the end move then.
   */
  const upToLast = (isAsked: (page: number) => boolean, most: number): number[] => {
    if (last === null || last > mostPages || !known.has(1)) return [];
    const isMissing = (page: number): boolean => !known.has(page) && !isAsked(page);
    const pages = isMissing(last) ? [last] : [];
    const end = Math.min(last, frontier + readAhead);
    for (let page = frontier; page < end && pages.length < most; page += 1) if (isMissing(page)) pages.push(page);
    return pages;
  };
  /** One after the other, as the links say. */
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
      return total ?? null;
    },
    get foreignLinks() {
      return foreignLinks;
    },
    get pages() {
      return known.size;
    },
  };
}
