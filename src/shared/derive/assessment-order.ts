import { isSurelyBefore, type LocalSpan } from './plausible-date.ts';

/** The properties that determine the order of assessments. */
export interface OrderedAssessment {
  /** The wall-clock time that its date may mean; null if the date is missing, unreadable or impossible. */
  readonly span: LocalSpan | null;
  /** The service's number of the assessment; the baseline has 0. */
  readonly timepoint: number | null;
  readonly isBaseline: boolean;
}

/**
 * Sorts assessments so that each follows those certainly before it. If dates leave the order open (partial, equal or missing), the
 * timepoint decides. An undated baseline comes first, because later assessments are compared with it.
 */
export function inOrder<A extends OrderedAssessment>(assessments: readonly A[]): readonly A[] {
  const byStart = assessments.toSorted((left, right) => compare(startOf(left), startOf(right)) || byTimepoint(left, right));
  const ordered: A[] = [];
  for (const next of byStart) {
    let place = ordered.length;
    while (place > 0 && mayPass(next, ordered[place - 1])) place -= 1;
    ordered.splice(place, 0, next);
  }
  return ordered;
}

function startOf({ span, isBaseline }: OrderedAssessment): number {
  return span?.from ?? (isBaseline ? -Infinity : Infinity);
}

function mayPass(next: OrderedAssessment, before: OrderedAssessment | undefined): boolean {
  if (before === undefined || byTimepoint(next, before) >= 0) return false;
  const isFirst = before.isBaseline && before.span === null;
  return !isFirst && (next.span === null || before.span === null || !isSurelyBefore(before.span, next.span));
}

function byTimepoint(left: OrderedAssessment, right: OrderedAssessment): number {
  return compare(numberOf(left), numberOf(right));
}

/** A baseline identified only by its name counts as timepoint 0. */
function numberOf({ timepoint, isBaseline }: OrderedAssessment): number {
  return timepoint ?? (isBaseline ? 0 : Infinity);
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
