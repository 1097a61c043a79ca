/** The parts of a medication record's name. */
export interface NamedMedication {
  readonly medication: string | null;
  /** With the digits as sent. */
  readonly dose: string | null;
  readonly doseUnit: string | null;
}

/** "ondansetron 8 MG". A dose that is already in the label is not repeated. */
export function medicationName({ medication, dose, doseUnit }: NamedMedication): string {
  const name = medication ?? 'medication without a name';
  const amount = [dose, doseUnit].filter((part) => part !== null).join(' ');
  return amount === '' || states(name.toLowerCase(), amount.toLowerCase()) ? name : `${name} ${amount}`;
}

/** Characters that make an amount part of another one: "2.5 mg" occurs in "12.5 mg" and in "2.5 mg/ml". */
const goesBefore = /[\p{L}\d.,]/u;
const goesOn = /^(?:[\p{L}\d/]|[.,]\d)/u;

function states(name: string, amount: string): boolean {
  for (let at = name.indexOf(amount); at !== -1; at = name.indexOf(amount, at + amount.length)) {
    const end = at + amount.length;
    if (!goesBefore.test(name.charAt(at - 1)) && !goesOn.test(name.slice(end, end + 2))) return true;
  }
  return false;
}
