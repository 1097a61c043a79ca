import { AppError } from './errors.ts';

/** Splits `A,"B, C",D`, one CSV record. Throws USAGE if a quote is not closed or text follows a closing quote. */
export function splitValues(text: string): string[] {
  const values: string[] = [];
  const pattern = /("(?:[^"]|"")*"|[^",]*)(,|$)/y;
  for (let at = 0; ;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null)
      throw new AppError(
        'USAGE',
        'The list of values is not valid CSV: put a value containing a comma or a quote in quotes, and double any quote inside it.',
      );
    const [whole, value = '', end] = match;
    values.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '') return values;
    at += whole.length;
  }
}

/** The reverse of `splitValues`. */
export function joinValues(values: readonly string[]): string {
  return values.map((value) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',');
}
