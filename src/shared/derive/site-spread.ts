import { logVarianceBias, successiveFreedom } from '../statistics/log-variance.ts';
import { sumOf, type Compared, type Sited } from './site-comparison.ts';
import type { SiteGroup, SiteSeries } from './site-work.ts';

/** Minimum numbers of values per subject in a series, and of subjects per series, for its spread to count. */
const fewestValues = 4;
const fewestInSeries = 6;
/** A spread is at least this part of the median one, so that a single row of equal numbers does not dominate. */
const leastSpread = 0.01;

/**
 * Spread within subjects: the logarithm of half the mean square of successive differences, corrected for bias by degrees of freedom and
 * relative to the mean of its series; averaged over a subject's series. A slow rise is no spread.
 */
export function spreadComparison(sited: Sited, group: SiteGroup): Compared {
  const ofSeries = new Map<SiteSeries, { readonly subject: number; readonly spread: number; readonly values: number }[]>();
  for (const [subject, [, { spreads }]] of sited.entries())
    for (const [series, { values, squares }] of spreads) {
      if (series.group !== group || values < fewestValues) continue;
      const its = ofSeries.get(series) ?? [];
      ofSeries.set(series, its);
      its.push({ subject, spread: squares / (2 * (values - 1)), values });
    }
  const scores = new Map<number, { sum: number; series: number; values: number }>();
  for (const its of ofSeries.values()) {
    const middle = its.map(({ spread }) => spread).sort((left, right) => left - right)[Math.floor(its.length / 2)] ?? 0;
    if (its.length < fewestInSeries || middle === 0) continue;
    const logs = its.map(
      ({ spread, values }) => Math.log(Math.max(spread, leastSpread * middle)) - logVarianceBias(successiveFreedom(values)),
    );
    const mean = sumOf(logs) / logs.length;
    for (const [at, { subject, values }] of its.entries()) {
      const score = scores.get(subject) ?? { sum: 0, series: 0, values: 0 };
      scores.set(subject, { sum: score.sum + (logs[at] ?? mean) - mean, series: score.series + 1, values: score.values + values });
    }
  }
  const having = [...scores].sort(([left], [right]) => left - right);
  const mean = having.map(([, { sum, series }]) => sum / series);
  const all = sumOf(mean);
  return {
    ...{ kind: 'spread', group, unit: null },
    subjects: having.map(([subject]) => sited[subject]?.[0] ?? ''),
    records: having.map(([, { values }]) => values),
    comparing: (size) => {
      const others = mean.length - size;
      const ownSum = (places: Int32Array | readonly number[]): number => {
        let sum = 0;
        for (let at = 0; at < size; at++) sum += mean[places[at] ?? 0] ?? 0;
        return sum;
      };
      return {
        measure: (places) => {
          const sum = ownSum(places);
          return (all - sum) / others - sum / size;
        },
        shown: (own) => ({
          share: Math.exp(ownSum(own) / size / 2),
          others: Math.exp((all - ownSum(own)) / others / 2),
          digits: [],
        }),
      };
    },
  };
}
