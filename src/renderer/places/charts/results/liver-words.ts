import type { LiverScreen, LiverWindow, Peak } from '../../../../shared/derive/hys-law.ts';
import { beyondSign } from './trend-words.ts';
import { formatCountOf } from '../../../../shared/format-count.ts';

export type Quadrant = NonNullable<LiverScreen['quadrant']>;
export const quadrants: Readonly<Record<Quadrant, string>> = {
  both: 'Both limits reached',
  transaminase: 'ALT or AST only',
  bilirubin: 'Bilirubin only',
  below: 'Below both limits',
};

/** Starts with "<" or ">" if the value is known only to be beyond a bound. */
export function timesWords(peak: Peak | null): string {
  return peak === null ? 'missing' : `${beyondSign(peak.beyond)}${peak.times.toFixed(2)}`;
}

/** "within 30 days" or "with bilirubin at most 30 days after". */
export function windowWords({ withinDays, direction }: LiverWindow): string {
  const days = formatCountOf(withinDays, 'day');
  return direction === 'after' ? `with bilirubin at most ${days} after` : `within ${days}`;
}
