/** Milliseconds: staged pages older than this are read anew. */
const resumableFor = 12 * 60 * 60 * 1000;
/** Milliseconds: so long a pause may lie between two pages of one uninterrupted reading as well. */
const shortBreak = 60 * 1000;

/** Whether the pages of a pass that began then may be joined by newer ones. Milliseconds of the clock, which may have been set. */
export function isResumable(startedAt: number, now: number): boolean {
  return Math.abs(now - startedAt) < resumableFor;
}

/** The newest of the staged pages that is not looked at in the end anyhow, as page 1 and the last one are; null where there is none. */
export function newestOf(staged: readonly number[], last: number | null): number | null {
  const newest = Math.max(...staged.filter((page) => page > 1 && page !== last));
  return Number.isFinite(newest) ? newest : null;
}

/** Whether so much time went by since a page was staged that it must be looked at again before the pass goes on. */
export function isLongBreak(stagedAt: number, now: number): boolean {
  return Math.abs(now - stagedAt) > shortBreak;
}
