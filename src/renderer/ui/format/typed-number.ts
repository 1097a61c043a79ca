/** A comma that may set thousands apart or be a decimal one: 1,000. */
const openComma = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const englishThousands = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;
const continentalThousands = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;

/** What to say of a number that can be read in two ways. */
export const openNumberSays = 'A comma before three digits can mean thousands or decimals: write 1000 or 1.000';

/** A number as somebody typed it, with a decimal point and without thousands; null where it can be read in two ways, other texts as they are. */
export function typedNumber(typed: string): string | null {
  const text = typed.trim().replace('−', '-');
  if (openComma.test(text)) return null;
  if (englishThousands.test(text)) return text.replaceAll(',', '');
  return (continentalThousands.test(text) ? text.replaceAll('.', '') : text).replace(',', '.');
}
