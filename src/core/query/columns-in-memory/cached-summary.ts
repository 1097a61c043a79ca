import type { Output } from '../../../shared/contract.ts';
import { binCount } from '../bins.ts';
import type { CachedColumn, CachedTexts } from './cached-dataset.ts';
import { absent } from './values-meeting.ts';

type ColumnSummary = Output<'column.summary'>;

/** Summarizes a column as `columnSummary` does, from row counts by value number. */
export function summaryOf({ column, values }: CachedColumn, counts: Uint32Array): ColumnSummary {
  const nothing = absent(column.kind === 'list', values);
  let [present, missing, distinct, least, greatest] = [0, 0, 0, 0, 0];
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number] ?? 0;
    if (nothing[number] === 1) missing += count;
    else if (count > 0) {
      present += count;
      distinct++;
      if (least === 0) least = number;
      greatest = number;
    }
  }
  const totals = { present, missing, distinct };
  if (distinct === 0 || column.kind === 'list') return { ...totals, min: null, max: null, bins: [] };
  if (values.are === 'numbers') {
    const [min, max] = [values.numbers[least] ?? 0, values.numbers[greatest] ?? 0];
    return { ...totals, min, max, bins: binsOf(values.numbers, counts, min, max, present) };
  }
  if (values.times !== null) return { ...totals, ...extremesOf(values, counts), bins: [] };
  return { ...totals, min: values.texts.get(least), max: values.texts.get(greatest), bins: [] };
}

/** Returns the texts of the earliest and the latest date; if several have the same time, the first text. */
function extremesOf(values: CachedTexts, counts: Uint32Array): Pick<ColumnSummary, 'min' | 'max'> {
  let [earliest, latest] = [0, 0];
  const timeOf = (number: number): number => values.times?.[number] ?? Number.NaN;
  for (let number = 1; number < counts.length; number++) {
    if (counts[number] === 0 || Number.isNaN(timeOf(number))) continue;
    if (earliest === 0 || timeOf(number) < timeOf(earliest)) earliest = number;
    if (latest === 0 || timeOf(number) > timeOf(latest)) latest = number;
  }
  return earliest === 0 ? { min: null, max: null } : { min: values.texts.get(earliest), max: values.texts.get(latest) };
}

function binsOf(numbers: Float64Array, counts: Uint32Array, min: number, max: number, present: number): number[] {
  const width = (max - min) / binCount;
  if (!Number.isFinite(width)) return [];
  if (width === 0) return [present];
  const bins = Array.from({ length: binCount }, () => 0);
  for (let number = 1; number < counts.length; number++) {
    // Values that no selected row has may be outside the range.
    if (counts[number] === 0) continue;
    const bin = Math.min(Math.trunc(((numbers[number] ?? 0) - min) / width), binCount - 1);
    bins[bin] = (bins[bin] ?? 0) + (counts[number] ?? 0);
  }
  return bins;
}
