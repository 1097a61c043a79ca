import { AppError } from '../../shared/errors.ts';
import { unchanged } from '../client/request-errors.ts';
import { inconsistencies, type Inconsistency } from '../../shared/inconsistencies.ts';

/** Most passes over a dataset, including two repeats, before it is abandoned (architecture, Sync). */
export const mostPasses = 3;

/** Counts over the staged pages of a pass whose chain closed. */
export interface ReadPass {
  readonly entries: number;
  /** Null if the service sends no total: the count is then not confirmed. */
  readonly total: number | null;
  /** Entries whose record key occurred before. */
  readonly repeats: number;
}

/** Returns why a pass does not add up; empty if it does. */
export function judgePass(pass: ReadPass): readonly Inconsistency[] {
  const reasons: Inconsistency[] = [];
  if (pass.total !== null && pass.entries !== pass.total) reasons.push('count');
  if (pass.repeats > 0) reasons.push('repeated-records');
  return reasons;
}

/** The error of a dataset that could not be read consistently in `passes` passes. */
export function inconsistent(reasons: readonly Inconsistency[], passes: number): AppError {
  const why = reasons.map((reason) => inconsistencies[reason]).join('; ');
  return new AppError(
    'INCONSISTENT',
    `The data could not be read as one consistent copy in ${passes} passes: ${why}. ${unchanged} Sync again later, when the data is stable.`,
  );
}
