import { isWithin, type DaySpan } from './shown-dates.ts';
import type { ResponseLine } from './response-lines.ts';
import { bandsOf, type ResultSeries } from './result-series.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** The part of a series within the dates shown. Runs and gaps are still those of all results; range bands are recomputed. */
export function seriesWithin(series: ResultSeries, span: DaySpan | null): ResultSeries {
  if (span === null) return series;
  const within = ({ at }: { readonly at: number }): boolean => isWithin(span, at);
  const points = series.points.filter(within);
  const texts = series.texts.filter(within);
  return {
    ...series,
    points,
    runs: series.runs.map((run) => run.filter(within)).filter((run) => run.length > 0),
    gaps: series.gaps.filter(({ from, to }) => isWithin(span, from) && isWithin(span, to)),
    bands: bandsOf(points),
    texts,
    notShown: series.points.length + series.texts.length - points.length - texts.length,
  };
}

/** The assessments within the dates shown. Changes are still from the baseline, even if its date is not shown. */
export function responseWithin(line: ResponseLine, span: DaySpan | null): ResponseLine {
  const points = line.points.filter(({ at }) => isWithin(span, at));
  return { ...line, points, notShown: line.points.length - points.length };
}

/** Counts of the records that a strip does not draw, for example "3 not shown" and "2 without a date". */
export function leftWords(left: {
  readonly notShown: number;
  readonly undated?: number;
  readonly otherUnits?: number;
  readonly withoutNumber?: number;
}): readonly string[] {
  const { notShown, undated = 0, otherUnits = 0, withoutNumber = 0 } = left;
  return [
    ...(notShown > 0 ? [`${formatCount(notShown)} not shown`] : []),
    ...(undated > 0 ? [`${formatCount(undated)} without a date`] : []),
    ...(otherUnits > 0 ? [`${formatCount(otherUnits)} in other units`] : []),
    ...(withoutNumber > 0 ? [`${formatCount(withoutNumber)} without a number`] : []),
  ];
}

/** For example "No results within the dates shown, 3 not shown, 2 without a date." */
export function noneWithinWords(noun: string, left: Parameters<typeof leftWords>[0]): string {
  return `${[`No ${noun} within the dates shown`, ...leftWords(left)].join(', ')}.`;
}
