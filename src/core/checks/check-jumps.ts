import { wideTests } from '../../shared/plausible-limits.ts';
import type { Result } from './read-courses.ts';

const wide: ReadonlySet<string | null> = new Set(wideTests);

/**
 * Finds results of a subject that are 10 or 1000 times, or a tenth or thousandth of, those before and after them. A result between 1 and
 * 100 is in transition and is not found. The first and the last result of a series are compared with the two next to them, if those agree
 * with each other. Results are compared within one unit, and those without a unit with each other. A result whose range begins below 0 is
 * not compared, because near 0 any factor is within the range.
 */
export function factorJumps(own: readonly Result[]): readonly Result[] {
  const compared = own.filter(({ number, at, isRangeBelowZero }) => number !== null && number > 0 && at !== null && !isRangeBelowZero);
  return [...Map.groupBy(compared, ({ test }) => test).values()].flatMap((ofTest) =>
    [...Map.groupBy(ofTest, ({ means }) => means).values()].flatMap((row) => row.filter((_, place) => isJump(row, place))),
  );
}

function isJump(row: readonly Result[], place: number): boolean {
  const here = row[place];
  const at = (index: number): number | undefined => row[index]?.number ?? undefined;
  const value = at(place);
  if (here === undefined || value === undefined) return false;
  const isFactor = (left: number, right: number): boolean => isMisplaced(left / right, wide.has(here.code));
  const isFar = (other: number): boolean => isFactor(value, other) || isFactor(other, value);
  const [before, after] = [at(place - 1), at(place + 1)];
  if (before !== undefined && after !== undefined)
    return (isFactor(value, before) && isFactor(value, after)) || (isFactor(before, value) && isFactor(after, value));
  const [beside, second] = before === undefined ? [after, at(place + 2)] : [before, at(place - 2)];
  return beside !== undefined && second !== undefined && agree(beside / second) && isFar(beside);
}

function agree(ratio: number): boolean {
  return ratio >= 0.5 && ratio <= 2;
}

/** Whether a ratio is about 10 or 1000, within a tenth; only 1000 for tests that may change tenfold. */
function isMisplaced(ratio: number, isWide: boolean): boolean {
  return (!isWide && ratio >= 9 && ratio <= 11) || (ratio >= 900 && ratio <= 1100);
}
