import { formatCalendarDay } from '../../ui/format/dates.ts';
import { formatCount, formatCountOf } from '../../ui/format/numbers.ts';
import type { CoverageCell, Slot } from './coverage-model.ts';

export type CountedDataset = 'labs' | 'vitals';

/** Of what is counted, the dataset whose rows a place opens: the labs, where it has some. */
export function openedDataset({ labs }: CoverageCell): CountedDataset {
  return labs > 0 ? 'labs' : 'vitals';
}

/** "35 labs", "1 vital sign". */
export function countedWords(dataset: CountedDataset, records: number): string {
  return dataset === 'labs' ? formatCountOf(records, 'lab', 'labs') : formatCountOf(records, 'vital sign');
}

/** What a place of the matrix says, the first line its name; `counted`: "labs or vitals". */
export function slotLines(subject: string, visit: string, slot: Slot, counted: string): readonly string[] {
  const name = `${subject} at ${visit}`;
  if (slot.kind === 'none') return [name, `No ${counted}`];
  if (slot.kind === 'gap')
    return [name, `Gap: no ${counted} here, though the subject has later visits,`, 'and most who were due have some'];
  const { labs, vitals, outside, first, last } = slot.cell;
  return [
    name,
    ...(labs > 0 ? [`${countedWords('labs', labs)}${outside > 0 ? `, ${formatCount(outside)} outside their range` : ''}`] : []),
    ...(vitals > 0 ? [countedWords('vitals', vitals)] : []),
    first === null || last === null ? 'No usable date' : datesWords(dayText(first), dayText(last)),
    `Enter or a click opens the ${openedDataset(slot.cell)}`,
  ];
}

function datesWords(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** Of milliseconds of the wall clock. */
function dayText(at: number): string {
  return formatCalendarDay(new Date(at).toISOString().slice(0, 10));
}
