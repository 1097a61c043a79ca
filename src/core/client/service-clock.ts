/** How far the service's clock is ahead of this computer's, by the `Date` of its answers. */
export interface ServiceClock {
  /** `date`: the header of an answer. `sent`, `come`: milliseconds of this computer's clock. */
  readonly note: (date: string | undefined, sent: number, come: number) => void;
  /** Seconds, the median over the run; 0 within the precision of the header, null if no answer had a time. */
  readonly offset: () => number | null;
}

/** Date has whole seconds, and an answer takes time to arrive: within this many seconds the clocks agree. */
const tellable = 2;
/** Most answers remembered. */
const most = 501;

export function createServiceClock(): ServiceClock {
  const offsets: number[] = [];
  return {
    note: (date, sent, come) => {
      const at = Date.parse(date ?? '');
      if (Number.isNaN(at) || come < sent) return;
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
