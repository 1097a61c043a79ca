/** VSTESTCD by item type as the service spells it (spec 2.3). "Positioning" is no test; an unlisted item has no code. */
const codes: Readonly<Record<string, string>> = {
  'Blood Pressure BP Systolic': 'SYSBP',
  'Blood Pressure Diastolic': 'DIABP',
  'BSA m2': 'BSA',
  'Height (centimeters)': 'HEIGHT',
  'Last recorded Height': 'HEIGHT',
  'Pulse Ox (SpO2)': 'OXYSAT',
  'Pulse/Heart Rate': 'PULSE',
  'Resp Rate': 'RESP',
  'Temperature F': 'TEMP',
  'Temperature Temp C': 'TEMP',
  'Weight (kilograms)': 'WEIGHT',
};

/** The reviewed VSTESTCD of an item type; null where there is none. */
export function vitalTestCode(item: string | null): string | null {
  return item !== null && Object.hasOwn(codes, item) ? (codes[item] ?? null) : null;
}

/** True for an item that repeats an earlier measurement: no measurement of its visit. */
export function isCarriedForward(item: string | null): boolean {
  return item === 'Last recorded Height';
}
