import { wholeDate } from './plausible-date.ts';
import type { DatedMedication, DaysFrom, RunningMedication } from './running-medications.ts';

/** "12 days before", "the same day", "15 to 45 days before", "from 14 days before to 15 days after". */
function daysFromWords({ first, last }: DaysFrom): string {
  if (first === last) return oneDay(first);
  if (last < 0) return `${String(-last)} to ${String(-first)} days before`;
  if (first > 0) return `${String(first)} to ${String(last)} days after`;
  return `from ${oneDay(first)} to ${oneDay(last)}`;
}

function oneDay(days: number): string {
  if (days === 0) return 'the same day';
  const count = Math.abs(days);
  return `${String(count)} ${count === 1 ? 'day' : 'days'} ${days < 0 ? 'before' : 'after'}`;
}

/** Formats a whole day, `YYYY-MM-DD`. */
type WriteDay = (day: string) => string;

/** "started 2025-09-03, 12 days before"; a partial date as sent. */
export function startWords({ medication: { started }, start }: RunningMedication<DatedMedication>, write: WriteDay): string {
  if (start !== null) return `started ${dateWords(started ?? '', write)}, ${daysFromWords(start)}`;
  return started === null || started === '' ? 'start not recorded' : 'start cannot be read';
}

/** "ended 2025-09-30, 15 days after", "end not recorded"; never says that it is ongoing. */
export function endWords({ medication: { ended }, end }: RunningMedication<DatedMedication>, write: WriteDay): string {
  if (end !== null) return `ended ${dateWords(ended ?? '', write)}, ${daysFromWords(end)}`;
  return ended === null || ended === '' ? 'end not recorded' : 'end cannot be read';
}

function dateWords(sent: string, write: WriteDay): string {
  return sent.length < wholeDate ? sent : write(sent.slice(0, wholeDate));
}
