import { isSurelyBefore, type LocalSpan } from './plausible-date.ts';

/** What the order of assessments is made of. */
export interface OrderedAssessment {
  /** What its date may mean by the wall clock; null where it says nothing: missing, unreadable, or one that cannot be. */
  readonly span: LocalSpan | null;
  /** The service's number of the assessment; the baseline has 0. */
  readonly timepoint: number | null;
  readonly isBaseline: boolean;
}

/**
 * Assessments in their order: each after what is surely before it; where dates leave that open (a partial one, two of one moment, none) the
 * timepoint tells. A baseline without a date comes first, for what follows it is compared with it.
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

/** A baseline that is one by its name alone has the number of a baseline. */
function numberOf({ timepoint, isBaseline }: OrderedAssessment): number {
  return timepoint ?? (isBaseline ? 0 : Infinity);
}

function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
