/** Where a comma stands in a whole number: before each three digits up to its end. */
const beforeThousands = /\B(?=(?:\d{3})+$)/g;

/**
 * 48210 → "48,210", in English everywhere. By hand: to load the runtime's formats of numbers takes a tenth of what a short command
 * of the command line needs.
 */
export function formatCount(count: number): string {
  const [whole = '', fraction] = String(count).split('.');
  return [whole.replace(beforeThousands, ','), ...(fraction === undefined ? [] : [fraction])].join('.');
}

/** "1 row", "1,234 rows". */
export function formatCountOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
