import type { Proof } from './status.ts';

/** Seconds from which a clock difference is reported; normal drift of a computer's clock is smaller. */
const wrongClock = 120;

/** Seconds by which this computer's clock was ahead of the service's (negative: behind); null if the difference is too small to report. */
export function wrongClockOf(proof: Pick<Proof, 'clockOffsetSeconds'> | null): number | null {
  const offset = proof?.clockOffsetSeconds ?? 0;
  return Math.abs(offset) < wrongClock ? null : -offset;
}

/** "12 minutes ahead of the service's", "3 hours behind the service's". */
export function sayAgainstService(secondsAhead: number): string {
  return `${sayWrongClock(secondsAhead)}${secondsAhead > 0 ? ' of' : ''} the service's`;
}

/** Milliseconds from 1970 to the last time that there is for JavaScript; the first is as far before. */
export const lastTime = 8.64e15;

/** The time this computer's clock showed at a moment of the service's clock, ISO in UTC; at most the last time that can be written. */
export function computersTime(moment: string, secondsAhead: number): string {
  return new Date(Math.max(-lastTime, Math.min(lastTime, Date.parse(moment) + secondsAhead * 1000))).toISOString();
}

/** "12 minutes ahead", "3 hours behind", "400 days ahead". */
export function sayWrongClock(secondsAhead: number): string {
  const seconds = Math.abs(secondsAhead);
  const [count, unit] =
    seconds < 7200 ? [seconds / 60, 'minutes'] : seconds < 172_800 ? [seconds / 3600, 'hours'] : [seconds / 86_400, 'days'];
  return `${String(Math.round(count))} ${unit} ${secondsAhead > 0 ? 'ahead' : 'behind'}`;
}
