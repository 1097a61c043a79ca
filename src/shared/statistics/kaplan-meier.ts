/** How long a subject was followed, and whether the event occurred at the end. */
export interface FollowedTime {
  readonly time: number;
  readonly isEvent: boolean;
}

/** The estimate from the time of an event until the next. */
export interface SurvivalStep {
  readonly time: number;
  readonly atRisk: number;
  readonly events: number;
  /** The proportion without the event. */
  readonly share: number;
  /** The pointwise 95 % interval; null if there is none because the share is 1 or 0. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface SurvivalCurve {
  readonly steps: readonly SurvivalStep[];
  /** Times without an event, in ascending order. */
  readonly censored: readonly number[];
  readonly followed: number;
  readonly events: number;
  /** When the share falls to one half, with its 95 % interval; null if it does not. */
  readonly median: { readonly at: number | null; readonly low: number | null; readonly high: number | null };
}

/** The 97.5th percentile of the normal distribution. */
const normal = 1.959963984540054;

/**
 * The product-limit estimate (Kaplan and Meier, J Am Stat Assoc 53, 1958) with Greenwood's variance and pointwise intervals on the
 * log(−log) scale (Kalbfleisch and Prentice), and the interval of the median by Brookmeyer and Crowley, like R's `survfit(conf.type =
 * "log-log")`. Subjects censored at the time of an event are still at risk then.
 */
export function kaplanMeier(followed: readonly FollowedTime[]): SurvivalCurve {
  const inOrder = followed.toSorted((one, other) => one.time - other.time);
  const steps: SurvivalStep[] = [];
  let [share, variance, place] = [1, 0, 0];
  while (place < inOrder.length) {
    const time = inOrder[place]?.time ?? 0;
    const atRisk = inOrder.length - place;
    let events = 0;
    for (; inOrder[place]?.time === time; place++) if (inOrder[place]?.isEvent === true) events++;
    if (events === 0) continue;
    share *= 1 - events / atRisk;
    variance += events === atRisk ? Infinity : events / (atRisk * (atRisk - events));
    steps.push({ time, atRisk, events, share, ...logLogInterval(share, variance) });
  }
  return {
    steps,
    censored: inOrder.flatMap(({ time, isEvent }) => (isEvent ? [] : [time])),
    followed: followed.length,
    events: followed.filter(({ isEvent }) => isEvent).length,
    median: {
      at: whenHalf(steps, ({ share: of }) => of),
      low: whenHalf(steps, ({ low }) => low),
      high: whenHalf(steps, ({ high }) => high),
    },
  };
}

function logLogInterval(share: number, variance: number): Pick<SurvivalStep, 'low' | 'high'> {
  if (share <= 0 || share >= 1) return { low: null, high: null };
  const scaled = Math.log(-Math.log(share));
  const error = (normal * Math.sqrt(variance)) / Math.log(share);
  return { low: Math.exp(-Math.exp(scaled - error)), high: Math.exp(-Math.exp(scaled + error)) };
}

/** Half the digits of a double: the tolerance within which R treats a share as one half. */
const nearHalf = Math.sqrt(Number.EPSILON);

/** The first time at which a curve is at most one half; the middle of the step if it is exactly one half. */
function whenHalf(steps: readonly SurvivalStep[], of: (step: SurvivalStep) => number | null): number | null {
  const reached = steps.flatMap((step) => {
    const share = of(step);
    return share !== null && share < 0.5 + nearHalf ? [{ time: step.time, share }] : [];
  });
  const [first] = reached;
  if (first === undefined) return null;
  if (Math.abs(first.share - 0.5) >= nearHalf) return first.time;
  const next = reached.find(({ share }) => share < first.share);
  return next === undefined ? first.time : (first.time + next.time) / 2;
}

/** The number at risk at each of these times. */
export function atRisk(followed: readonly FollowedTime[], times: readonly number[]): readonly number[] {
  return times.map((from) => followed.filter(({ time }) => time >= from).length);
}
