/** How far the service's clock is ahead of this computer's, by the `Date` of its answers. */
export interface ServiceClock {
  /**
   * `date`: the header of an answer. `sent`, `come`: when the request was sent and its headers arrived, in milliseconds of this computer's
   * clock.
   */
  readonly note: (date: string | undefined, sent: number, come: number) => void;
  /** Seconds, the median over the run; 0 within the precision of the header, null if no answer had a time. */
  readonly offset: () => number | null;
}

/** Date has whole seconds, and an answer takes time to arrive: within this many seconds the clocks agree. */
const tellable = 2;
/** Most answers recorded. */
const most = 501;
/** A time with its zone: all but the obsolete form of asctime, which has none (RFC 9110, 5.6.7). */
const zonedTime = /\d:\d{2}:\d{2} (?:GMT|UTC|Z|[+-]\d{4})$/;
/** The year 10000: later times cannot be written as dates of four digits. */
const latest = Date.UTC(10_000, 0);

export function createServiceClock(): ServiceClock {
  const offsets: number[] = [];
  return {
    note: (date, sent, come) => {
      const at = date !== undefined && zonedTime.test(date.trim()) ? Date.parse(date) : Number.NaN;
      if (!(at > 0 && at < latest) || come < sent) return;
      if (offsets.length === most) offsets.shift();
      // The header truncates to the second, which loses half a second on average.
      offsets.push((at + 500 - (sent + come) / 2) / 1000);
    },
    offset: () => {
      const sorted = offsets.toSorted((left, right) => left - right);
      const median = sorted[Math.floor(sorted.length / 2)];
      if (median === undefined) return null;
      return Math.abs(median) <= tellable ? 0 : Math.round(median);
    },
  };
}
