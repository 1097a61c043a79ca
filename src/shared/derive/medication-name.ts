/** What a medication record is called. */
export interface NamedMedication {
  readonly medication: string | null;
  /** With the digits as sent. */
  readonly dose: string | null;
  readonly doseUnit: string | null;
}

/** "ondansetron 8 MG". A label that has the dose in itself is not given it twice. */
export function medicationName({ medication, dose, doseUnit }: NamedMedication): string {
  const name = medication ?? 'medication without a name';
  const amount = [dose, doseUnit].filter((part) => part !== null).join(' ');
  return amount === '' || name.toLowerCase().includes(amount.toLowerCase()) ? name : `${name} ${amount}`;
}
