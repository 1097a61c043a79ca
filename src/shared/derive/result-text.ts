import { parseCensored, type CensoredResult } from './censored-result.ts';

const plainNumber = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d{1,2})?$/;
const thousands = /^[-+]?[1-9]\d{0,2}(?:,\d{3})+$/;

/**
 * Whether a text sent with a number contradicts it: 30 with ">1000" or with "60". Words, and bounds with their own unit, are not compared.
 */
export function contradictsNumber(text: string, number: number): boolean {
  const censored = parseCensored(text);
  if (censored !== null) return censored.unit === null && !isBeyond(number, censored);
  const plain = text.trim().replace('\u2212', '-');
  if (!plainNumber.test(plain) && !thousands.test(plain)) return false;
  const readings = [plain.replace(',', '.'), plain.replaceAll(',', '')].map(Number);
  return !readings.includes(number);
}

function isBeyond(number: number, { comparator, bound }: CensoredResult): boolean {
  switch (comparator) {
    case '<':
      return number < bound;
    case '<=':
      return number <= bound;
    case '>':
      return number > bound;
    case '>=':
      return number >= bound;
  }
}
