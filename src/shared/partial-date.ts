export type DatePrecision = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond';

/** The time span that a date text names: `from` (inclusive) to `to` (exclusive), in milliseconds. */
export interface PartialDate {
  readonly precision: DatePrecision;
  readonly from: number;
  readonly to: number;
  /** True if the text has `Z` or an offset: the span is in UTC. Otherwise it is wall-clock time read as UTC. */
  readonly instant: boolean;
}

const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)?(Z|[+-]\d{2}:\d{2})?)?)?)?$/;
const minute = 60_000;

/** Reads `2025`, `2025-09`, `2025-09-03`, `2025-09-03T14:05` … with or without offset. Returns null if it is not a calendar date. */
export function parsePartialDate(text: string): PartialDate | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minutes, seconds, fraction, offset] = match;
  const start = new Date(0);
  start.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  if (start.getUTCMonth() !== Number(month ?? 1) - 1 || start.getUTCDate() !== Number(day ?? 1)) return null;
  if (Number(hour ?? 0) > 23 || Number(minutes ?? 0) > 59 || Number(seconds ?? 0) > 59) return null;
  start.setUTCHours(Number(hour ?? 0), Number(minutes ?? 0), Number(seconds ?? 0), Number((fraction ?? '').slice(0, 3).padEnd(3, '0')));
  const precision = precisionOf([month, day, hour, minutes, seconds, fraction]);
  const shift = offset === undefined ? 0 : offsetMinutes(offset);
  if (shift === null) return null;
  return { precision, from: start.getTime() - shift * minute, to: endOf(start, precision) - shift * minute, instant: offset !== undefined };
}

const precisions = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const;

function precisionOf(parts: readonly (string | undefined)[]): DatePrecision {
  const given = parts.findIndex((part) => part === undefined);
  return precisions[given === -1 ? parts.length : given] ?? 'millisecond';
}

function endOf(start: Date, precision: DatePrecision): number {
  const end = new Date(start);
  if (precision === 'year') return end.setUTCFullYear(end.getUTCFullYear() + 1);
  if (precision === 'month') return end.setUTCMonth(end.getUTCMonth() + 1);
  const lengths = { day: 1440 * minute, hour: 60 * minute, minute, second: 1000, millisecond: 1 };
  return start.getTime() + lengths[precision];
}

/** Minutes east of UTC; null if no such offset can exist. */
function offsetMinutes(offset: string): number | null {
  if (offset === 'Z') return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(4, 6));
  if (hours > 18 || minutes > 59) return null;
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
