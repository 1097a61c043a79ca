/** Days are counted from 2025-01-01 (day 0); nothing in the synthetic studies is dated after this day (2026-10-31). */
export const LAST_DAY = 668;

/** The day the base data was cut (2026-10-15); what a later revision adds is dated after it. */
export const CUT_OFF_DAY = 652;

const MINUTES_A_DAY = 1440;
const FIRST_DAY = -60;
const DATES: readonly string[] = Array.from({ length: LAST_DAY - FIRST_DAY + 40 }, (_, i) =>
  new Date(Date.UTC(2025, 0, 1 + FIRST_DAY + i)).toISOString().slice(0, 10),
);

/** A moment on the site's clock: whole minutes since 2025-01-01T00:00. */
export function moment(day: number, minuteOfDay: number): number {
  return day * MINUTES_A_DAY + minuteOfDay;
}

/** A date-time without offset, `YYYY-MM-DDThh:mm:ss` (spec 2.1, 2.2). */
export function localText(at: number): string {
  const day = Math.floor(at / MINUTES_A_DAY);
  const minutes = at - day * MINUTES_A_DAY;
  const hour = String(Math.floor(minutes / 60)).padStart(2, '0');
  return `${DATES[day - FIRST_DAY] ?? '2026-10-31'}T${hour}:${String(minutes % 60).padStart(2, '0')}:00`;
}

/** A date-time with the site's UTC offset (spec 2.2 `issued`). */
export function zonedText(at: number, zone: Zone): string {
  return localText(at) + offset(at, zone);
}

/** Where a site's clock is; the two with summer time change on the days of 2025 and 2026. */
export type Zone = 'new-york' | 'berlin' | 'kolkata';

const SUMMER: { readonly [zone in 'new-york' | 'berlin']: readonly (readonly [number, number])[] } = {
  'new-york': [
    [67, 305],
    [431, 669],
  ],
  berlin: [
    [88, 298],
    [452, 662],
  ],
};

function offset(at: number, zone: Zone): string {
  if (zone === 'kolkata') return '+05:30';
  const day = at / MINUTES_A_DAY;
  const summer = SUMMER[zone].some(([from, to]) => day >= from && day < to);
  if (zone === 'berlin') return summer ? '+02:00' : '+01:00';
  return summer ? '-04:00' : '-05:00';
}
