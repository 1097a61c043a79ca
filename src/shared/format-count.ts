/** Positions of the thousands separators in a whole number. */
const beforeThousands = /\B(?=(?:\d{3})+$)/g;

/**
 * 48210 → "48,210", always in English. Done by hand because loading the runtime's number formats takes a tenth of the time of a short
 * command.
 */
export function formatCount(count: number): string {
  const [whole = '', fraction] = String(count).split('.');
  return [whole.replace(beforeThousands, ','), ...(fraction === undefined ? [] : [fraction])].join('.');
}

/** "1 row", "1,234 rows". */
export function formatCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
