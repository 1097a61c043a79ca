/** How far the service's clock is ahead of this computer's, by the `Date` of its answers. */
export interface ServiceClock {
  /** `date`: the header of an answer; `sent`, `come`: milliseconds of this computer's clock. */
  readonly note: (date: string | undefined, sent: number, come: number) => void;
  /** Seconds, the median over the run; 0 within what the header can tell, null where no answer told the time. */
  readonly offset: () => number | null;
}

/** A Date has whole seconds, and an answer is on its way for a while: within so many seconds the clocks agree. */
const tellable = 2;
/** Answers that are remembered. */
const most = 501;

export function createServiceClock(): ServiceClock {
  const offsets: number[] = [];
  return {
    note: (date, sent, come) => {
      const at = Date.parse(date ?? '');
      if (Number.isNaN(at) || come < sent) return;
      if (offsets.length === most) offsets.shift();
      // The header has the second begun: half of one has gone by on average.
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
