import { highestOf } from '../../shared/derive/extremes.ts';

/** Milliseconds: staged pages older than this are read again. */
const resumableFor = 12 * 60 * 60 * 1000;
/** Milliseconds: a pause this long can also occur between two pages of an uninterrupted reading. */
const shortBreak = 60 * 1000;

/** Whether newer pages may be added to a pass that began at `startedAt`. Milliseconds of the clock, which may have been adjusted. */
export function isResumable(startedAt: number, now: number): boolean {
  return Math.abs(now - startedAt) < resumableFor;
}

/** The newest staged page that is not reread at the end anyway, as page 1 and the last one are; null if there is none. */
export function newestOf(staged: readonly number[], last: number | null): number | null {
  const newest = highestOf(staged.filter((page) => page > 1 && page !== last));
  return Number.isFinite(newest) ? newest : null;
}

/** Whether a page was staged so long ago that it must be checked before the pass continues. */
export function isLongBreak(stagedAt: number, now: number): boolean {
  return Math.abs(now - stagedAt) > shortBreak;
}
