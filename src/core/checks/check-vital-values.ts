import { millisecondsOfDay } from '../../shared/day.ts';
import type { Numbered } from './numbers-of-test.ts';
import type { Result } from './read-courses.ts';

/**
 * Limits of an adult's vital signs beyond which a value is probably mistyped, although it is possible; in standard SI units. Wider than the
 * limits at which a visit would be stopped for an emergency.
 */
const unlikely: Readonly<Record<string, readonly [least: number, most: number]>> = {
  SYSBP: [55, 245],
  DIABP: [25, 155],
  PULSE: [28, 215],
  HR: [28, 215],
  RESP: [5, 60],
  TEMP: [33, 42.5],
  OXYSAT: [60, 100],
};

/** Values that hardly ever occur at a visit, if the subject's others are ordinary. */
export function unlikelyValues(code: string, numbers: readonly Numbered[]): readonly Result[] {
  const limits = unlikely[code];
  if (limits === undefined) return [];
  const strange = numbers.filter(({ value }) => value < limits[0] || value > limits[1]);
  // If a subject has such values repeatedly, they are real.
  return strange.length * 3 <= numbers.length ? strange.map(({ one }) => one) : [];
}

/** By which share a weight differs from the previous and the next one, and the share by which those two may differ from each other. */
const jump = 0.12;
const settled = 0.05;
/** For the first or the last weight, compared with two that agree. */
const jumpAtEnd = 0.2;
/** Days within which such a change and its reversal are implausible. */
const soon = 75;

/** Weights that jump and return at the next visit, and jumps at the beginning or the end within weeks. */
export function weightJumps(numbers: readonly Numbered[]): readonly Result[] {
  const dated = numbers.filter(({ one, value }) => one.at !== null && value > 0);
  return dated.filter((_, place) => isWeightJump(dated, place)).map(({ one }) => one);
}

function isWeightJump(dated: readonly Numbered[], place: number): boolean {
  const [here, before, after] = [dated[place], dated[place - 1], dated[place + 1]];
  if (here === undefined) return false;
  if (before !== undefined && after !== undefined)
    return (
      isSoon(before, after) &&
      apart(before, after) <= settled &&
      Math.min(apart(here, before), apart(here, after)) >= jump &&
      isOneWay(here, before, after)
    );
  const [beside, second] = before === undefined ? [after, dated[place + 2]] : [before, dated[place - 2]];
  return (
    beside !== undefined &&
    second !== undefined &&
    isSoon(here, beside) &&
    apart(beside, second) <= settled &&
    apart(here, beside) >= jumpAtEnd
  );
}

function apart(left: Numbered, right: Numbered): number {
  return Math.abs(Math.log(left.value / right.value));
}

function isOneWay({ value }: Numbered, before: Numbered, after: Numbered): boolean {
  return value > before.value === value > after.value;
}

function isSoon(left: Numbered, right: Numbered): boolean {
  return Math.abs((left.one.at ?? 0) - (right.one.at ?? 0)) <= soon * millisecondsOfDay;
}

/** The minimum height of an adult, and by how many cm two measurements of it may differ. */
const grownUp = 145;
const sameHeight = 4;

/** Heights of an adult that differ from most of the subject's others; if there are only two, the later one. */
export function otherHeights(numbers: readonly Numbered[]): readonly Result[] {
  const inOrder = numbers.map(({ value }) => value).sort((left, right) => left - right);
  const usual = numbers.length === 2 ? numbers[0]?.value : inOrder[Math.floor(inOrder.length / 2)];
  if (usual === undefined || usual < grownUp) return [];
  return numbers.filter(({ value }) => Math.abs(value - usual) > sameHeight).map(({ one }) => one);
}
