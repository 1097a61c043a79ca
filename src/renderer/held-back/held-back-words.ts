import type { DatasetStatus } from '../../shared/status.ts';
import { formatMoment } from '../format/dates.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import { titlesOf } from '../parts/as-of.ts';
import { datasetTitles } from '../parts/dataset-titles.ts';

export interface HeldBackQuestion {
  /** "Labs would shrink from 50,000 to 0 records." */
  readonly title: string;
  /** "The earlier copy of 13 May 2026, 18:20 stays until you decide." */
  readonly says: string;
  /** What showing the new copy does, with its numbers. */
  readonly consequence: string;
  /** "Show 0 records" */
  readonly accept: string;
}

/** The shrink guard's question for one dataset; null where nothing is held back. */
export function describeHeldBack({ dataset, pending, asOf }: DatasetStatus): HeldBackQuestion | null {
  if (pending === null) return null;
  const noun = datasetTitles[dataset].toLowerCase();
  const { records, lost } = pending;
  const from = formatCount(records + lost);
  const earlier = asOf === null ? 'The earlier copy' : `The earlier copy of ${formatMoment(asOf)}`;
  return {
    title: `${datasetTitles[dataset]} would shrink from ${from} to ${formatCountOf(records, 'record')}.`,
    says: `${earlier} stays until you decide.`,
    consequence: `The service sent ${formatCountOf(records, 'record')} on ${formatMoment(pending.asOf)}, complete by all that was checked. Shown instead of the earlier copy, the table, counts and exports go from ${from} to ${formatCountOf(records, 'record')}: ${formatCount(lost)} fewer ${noun}. What vanishes stays readable in Changes; the earlier copy as a whole cannot be brought back.`,
    accept: `Show ${formatCountOf(records, 'record')}`,
  };
}

/** " Vitals and responses still wait for your decision.", after another sentence; empty where nothing else is held back. */
export function describeOthers(held: readonly DatasetStatus[]): string {
  return held.length === 0 ? '' : ` ${titlesOf(held)} still wait for your decision.`;
}
