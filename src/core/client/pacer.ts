import { cancelled } from './request-errors.ts';
import type { Backoff } from './status-policy.ts';

/** Kind of answer. `limited` asks for fewer requests (429, 503), whichever page it was about. */
export type Manner = 'good' | 'limited' | 'other';

export interface Turn {
  /** Call once, with the seconds that the service asked to wait. Returns the milliseconds for which all requests are now held. */
  readonly leave: (manner: Manner, retryAfter?: number | null) => number;
}

/** Schedules the requests of a connection, shared by all studies and datasets of a run. */
export interface Pacer {
  /** Throws CANCELLED. */
  readonly enter: (signal: AbortSignal | null) => Promise<Turn>;
}

export interface Pace {
  readonly backoff: Pick<Backoff, 'base' | 'ceiling'>;
  readonly random: () => number;
  /** Most requests in flight. */
  readonly most: number;
  /** Null: no limit. */
  readonly maxPerSecond: number | null;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

/** Consecutive good answers after which the rate is raised a little. */
const goodRun = 10;
/** Factors for the gap between two requests: growth on a refusal, reduction after a good run. */
const [slower, faster] = [1.6, 0.9];
/** Consecutive refusals after which a service counts as down, not busy. */
const downAfter = 5;
/** Milliseconds: largest gap between two requests, and the smallest that is kept. */
const [widestGap, leastGap] = [10_000, 20];

/**
 * Additive increase, multiplicative decrease: a refusal halves the requests in flight, widens the gap between requests and holds all of
 * them for a while; good runs restore both slowly. Refusals of requests that were in flight together count once. Consecutive refusals say
 * nothing about a rate: all requests are held for longer, and the gap stays. After several of them the service was down, and the earlier
 * pace is resumed.
 */
export function createPacer({ backoff, random, most, maxPerSecond, clock = () => performance.now() }: Pace): Pacer {
  const narrowestGap = maxPerSecond === null ? 0 : 1000 / maxPerSecond;
  const waiting: (() => void)[] = [];
  let [inFlight, width, gap] = [0, most, narrowestGap];
  let [nextAt, heldUntil] = [0, 0];
  let [good, refusals, epoch] = [0, 0, 0];
  let before = { width, gap };
  let timer: NodeJS.Timeout | undefined;

  const next = (): void => {
    clearTimeout(timer);
    while (waiting.length > 0 && inFlight < width) {
      const now = clock();
      const at = Math.max(nextAt, heldUntil);
      if (at > now) {
        timer = setTimeout(next, Math.ceil(at - now));
        return;
      }
      nextAt = now + gap;
      inFlight += 1;
      waiting.shift()?.();
    }
  };
  const dare = (): void => {
    if (refusals >= downAfter) ({ width, gap } = before);
    refusals = 0;
    good += 1;
    if (good < goodRun) return;
    good = 0;
    width = Math.min(most, width + 1);
    gap = Math.max(narrowestGap, gap * faster < leastGap ? 0 : gap * faster);
  };
  const yieldTo = (retryAfter: number | null): void => {
    epoch += 1;
    good = 0;
    if (refusals === 0) before = { width, gap };
    refusals += 1;
    width = Math.max(1, Math.floor(width / 2));
    if (refusals === 1) gap = Math.min(widestGap, Math.max(gap * slower, backoff.base * 0.4));
    const grown = Math.min(backoff.ceiling, backoff.base * 2 ** (refusals - 1));
    const hold = retryAfter === null ? grown * (1 + random() / 4) : retryAfter * 1000 + random() * backoff.base;
    heldUntil = Math.max(heldUntil, clock() + hold);
  };
  const turn = (): Turn => {
    const begun = epoch;
    return {
      leave: (manner, retryAfter = null) => {
        inFlight -= 1;
        if (manner === 'good') dare();
        else if (manner === 'limited' && begun === epoch) yieldTo(retryAfter);
        next();
        return Math.max(0, heldUntil - clock());
      },
    };
  };
  return {
    enter: async (signal) =>
      new Promise((resolve, reject) => {
        const begin = (): void => {
          signal?.removeEventListener('abort', abort);
          resolve(turn());
        };
        const abort = (): void => {
          const place = waiting.indexOf(begin);
          if (place !== -1) waiting.splice(place, 1);
          reject(cancelled());
        };
        if (signal?.aborted === true) {
          reject(cancelled());
          return;
        }
        signal?.addEventListener('abort', abort, { once: true });
        waiting.push(begin);
        next();
      }),
  };
}
