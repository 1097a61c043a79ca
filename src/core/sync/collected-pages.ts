/**
 * The order of what happened in a run: each request that is sent and each answer with something new has a place in it. The clock of the
 * computer may be set, and tells no order of two things in the same millisecond.
 */
export interface RunOrder {
  /** The next place. */
  readonly next: () => number;
}

export function createRunOrder(): RunOrder {
  let place = 0;
  return { next: () => ++place };
}

/** The moment at which the last answer with something new had arrived. */
export interface LastNews {
  readonly place: number;
  /** Milliseconds of this computer's clock. */
  readonly at: number;
}

/**
 * What the pages of a dataset hold, by their latest answers, and which of them were found so by a request that was sent after a given moment.
 * Where all were, each held what it holds at that moment: it had it when it was first read, before, and again after it (double collect;
 * Afek and others, "Atomic snapshots of shared memory", 1993). A request that was sent before the moment proves nothing, however late
 * its answer comes.
 */
export class CollectedPages {
  readonly #order: RunOrder;
  readonly #clock: () => number;
  readonly #held = new Map<number, string>();
  /** By page the place of the latest request that found it as it is held. */
  readonly #found = new Map<number, number>();
  #news: LastNews;

  /** `known`: pages as an earlier reading left them, by number their digests. What is found unchanged was so before this began. */
  constructor(order: RunOrder, known: Iterable<readonly [number, string]> = [], clock: () => number = Date.now) {
    this.#order = order;
    this.#clock = clock;
    for (const [page, digest] of known) this.#held.set(page, digest);
    this.#news = { place: order.next(), at: clock() };
  }

  /** To be asked before a request is sent: its place. */
  send(): number {
    return this.#order.next();
  }

  /** Takes in an answer, which must have arrived as a whole; whether it is what the page held already. */
  note(page: number, digest: string, sent: number): boolean {
    if (this.#held.get(page) === digest) {
      this.#found.set(page, Math.max(sent, this.#found.get(page) ?? 0));
      return true;
    }
    this.#held.set(page, digest);
    this.#found.delete(page);
    this.changed();
    return false;
  }

  /** Something is new that is no page: the number of pages, or of records. */
  changed(): void {
    this.#news = { place: this.#order.next(), at: this.#clock() };
  }

  /** A page as it was read before, in this run or an earlier one, without having been asked for now. */
  assume(page: number, digest: string): void {
    if (this.#held.get(page) === digest) return;
    this.#held.set(page, digest);
    this.#found.delete(page);
  }

  /** There are so many pages: others are forgotten. */
  limitTo(pages: number): void {
    for (const page of [...this.#held.keys()].filter((number) => number > pages)) {
      this.#held.delete(page);
      this.#found.delete(page);
    }
  }

  get news(): LastNews {
    return this.#news;
  }

  digestOf(page: number): string | undefined {
    return this.#held.get(page);
  }

  /** The pages that no request sent after that moment has found as they are held. */
  unconfirmedSince({ place }: LastNews): readonly number[] {
    return [...this.#held.keys()].filter((page) => (this.#found.get(page) ?? 0) <= place).toSorted((left, right) => left - right);
  }
}

/** The latest of some moments. */
export function latestNews(news: readonly LastNews[]): LastNews {
  return news.reduce((latest, one) => (one.place > latest.place ? one : latest));
}
