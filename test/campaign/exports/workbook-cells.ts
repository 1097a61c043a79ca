/** Whether a spreadsheet keeps the number of these digits: it has 15 digits, from 2.2251e-308 to 9.99999999999999e307. */
export function isExactNumber(digits: string): boolean {
  const size = Math.abs(Number(digits));
  return (
    (size === 0 || (size >= 2.225_073_858_507_201_4e-308 && size <= 9.999_999_999_999_99e307)) &&
    sameNumber(size.toPrecision(15), digits.replace(/^-/, ''))
  );
}

/** Whether two texts are the same decimal number. */
export function sameNumber(one: string, other: string): boolean {
  return decimalOf(one) === decimalOf(other);
}

/** Sign, digits and power of ten, so that equal numbers give equal texts. */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d*)\.?(\d*)(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  return significant === '' ? '0' : `${sign}${significant}e${String(Number(power) - fraction.length + all.length - significant.length)}`;
}

/** Days since 1899-12-30 of a full date from March 1900 on, with a time of up to milliseconds or none; null for any other text. */
export function serialOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?$/.exec(text);
  const [, date = '', time = 'T00:00'] = match ?? [];
  const instant = Date.parse(`${date}${time}Z`);
  if (match === null || Number.isNaN(instant) || date < '1900-03-01' || new Date(instant).toISOString().slice(0, 10) !== date) return null;
  return (instant - Date.parse('1899-12-30T00:00Z')) / 86_400_000;
}
