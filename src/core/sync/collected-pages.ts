/**
 * Order of events in a run: each request sent and each answer with new data gets a number. The computer's clock may be adjusted, and cannot
 * order two events in the same millisecond.
 */
export interface RunOrder {
  /** Returns the next number. */
  readonly next: () => number;
}

export function createRunOrder(): RunOrder {
  let place = 0;
  return { next: () => ++place };
}

/** When the last answer with new data arrived. */
export interface LastNews {
  readonly place: number;
  /** Milliseconds of this computer's clock. */
  readonly at: number;
}

/**
 * The content of a dataset's pages by their latest answers, and which of them a request sent after a given moment found unchanged. If all
 * were, every page had this content at that moment: it had it when first read, before the moment, and again after it (double collect; Afek
 * and others, "Atomic snapshots of shared memory", 1993). A request sent before the moment proves nothing, however late its answer arrives.
 */
export class CollectedPages {
  readonly #order: RunOrder;
  readonly #clock: () => number;
  readonly #held = new Map<number, string>();
  /** Per page, the number of the latest request that found its present content. */
  readonly #found = new Map<number, number>();
  #news: LastNews;

  /** `known`: digests by page number from an earlier reading. A page found unchanged has had its content since before this run. */
  constructor(order: RunOrder, known: Iterable<readonly [number, string]> = [], clock: () => number = Date.now) {
    this.#order = order;
    this.#clock = clock;
    for (const [page, digest] of known) this.#held.set(page, digest);
    this.#news = { place: order.next(), at: clock() };
  }

  /** Call before sending a request. Returns its number in the order. */
  send(): number {
    return this.#order.next();
  }

  /** Records a completely received answer. Returns whether the page already had this content. */
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

  /** Records new data other than a page: the number of pages, or of records. */
  changed(): void {
    this.#news = { place: this.#order.next(), at: this.#clock() };
  }

  /** Sets a page's content from an earlier reading, in this run or a previous one, without a new request. */
  assume(page: number, digest: string): void {
    if (this.#held.get(page) === digest) return;
    this.#held.set(page, digest);
    this.#found.delete(page);
  }

  /** Sets the number of pages and forgets those beyond it. */
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

  /** Pages whose content no request sent after that moment has confirmed. */
  unconfirmedSince({ place }: LastNews): readonly number[] {
    return [...this.#held.keys()].filter((page) => (this.#found.get(page) ?? 0) <= place).toSorted((left, right) => left - right);
  }
}

/** Returns the latest of several moments. */
export function latestNews(news: readonly LastNews[]): LastNews {
  return news.reduce((latest, one) => (one.place > latest.place ? one : latest));
}
