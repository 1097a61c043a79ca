import { stepsBetweenChecks, type Slices } from './slices.ts';

/** Numbers sorted at once. */
const run = 65_536;

/** Returns the distinct numbers in ascending order; none may be NaN, and -0 must have been converted to 0. */
export async function distinctNumbers(numbers: Float64Array, slices: Slices): Promise<Float64Array> {
  const sorted = await sortNumbers(numbers, slices);
  let count = 0;
  for (let at = 0; at < sorted.length; at++) {
    const number = sorted[at] ?? 0;
    if (count === 0 || number !== sorted[count - 1]) sorted[count++] = number;
    if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
  return sorted.slice(0, count);
}

async function sortNumbers(numbers: Float64Array, slices: Slices): Promise<Float64Array> {
  let from = Float64Array.from(numbers);
  for (let start = 0; start < from.length; start += run) {
    from.subarray(start, start + run).sort();
    if (slices.due()) await slices.rest();
  }
  let to = new Float64Array(from.length <= run ? 0 : from.length);
  for (let length = run; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += 2 * length) await merge(from, to, start, length, slices);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges two adjacent runs. */
async function merge(from: Float64Array, to: Float64Array, start: number, length: number, slices: Slices): Promise<void> {
  const middle = Math.min(start + length, from.length);
  const end = Math.min(middle + length, from.length);
  let [left, right] = [start, middle];
  for (let at = start; at < end; at++) {
    const isLeft = right >= end || (left < middle && (from[left] ?? 0) <= (from[right] ?? 0));
    to[at] = (isLeft ? from[left++] : from[right++]) ?? 0;
    if (at % stepsBetweenChecks === 0 && slices.due()) await slices.rest();
  }
}

/** Returns how many of the sorted numbers are less than this one. */
export function countBelow(sorted: Float64Array, number: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
