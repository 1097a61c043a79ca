import { formatCountOf } from '../../../shared/format-count.ts';

/** Bytes on disk: "148 MB"; decimal units, as file managers show them. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return formatCountOf(bytes, 'byte');
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value).toString()} ${units[unit] ?? 'TB'}`;
}

/** Formats a number with at most four significant digits and a typographic minus. */
export function resultWords(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '−');
}

/** Remaining time from seconds, rounded for reading: "about 40 s left". */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${String(Math.ceil(seconds / 5) * 5)} s left`;
  return `about ${String(Math.round(seconds / 60))} min left`;
}

/** The comma may be a thousands separator or a decimal comma: 1,000. */
const openComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const englishThousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const continentalThousands = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;

/** Shown for a number that can be read in two ways. */
export const openNumberSays = 'A comma before three digits is ambiguous: write 1000 or 1.000';

/**
 * Rewrites a typed number with a decimal point and without thousands separators; null if it can be read in two ways. Does not check that
 * the text is a number.
 */
export function typedNumber(typed: string): string | null {
  const text = typed.trim().replace('−', '-');
  if (openComma.test(text)) return null;
  if (englishThousands.test(text)) return text.replaceAll(',', '');
  return (continentalThousands.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
}
