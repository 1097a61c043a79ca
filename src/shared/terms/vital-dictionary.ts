import { keyOf, longestName, wordsOf } from './name-words.ts';
import type { ReadTest, SentTest } from './read-test.ts';

/**
 * Names of vital signs by VSTESTCD: CDISC SDTM controlled terminology, codelists C66741 and C67153 (NCI EVS), the item types of the
 * interface (spec 2.3), and what sites write. "Last recorded Height" has the code and is marked as carried forward; a positioning is not a
 * measurement.
 */
const vitalNames: Readonly<Record<string, readonly string[]>> = {
  SYSBP: ['systolic blood pressure', 'blood pressure bp systolic', 'sbp', 'bp systolic', 'sysbp', 'systolic', 'systolic pressure'],
  DIABP: ['diastolic blood pressure', 'blood pressure bp diastolic', 'dbp', 'bp diastolic', 'diabp', 'diastolic', 'diastolic pressure'],
  MAP: ['mean arterial pressure', 'map', 'mean blood pressure arterial'],
  PULSE: ['pulse rate', 'pulse', 'pulse/heart rate', 'heart rate/pulse', 'pulse bpm'],
  HR: ['heart rate', 'hr'],
  RESP: ['respiratory rate', 'resp rate', 'respiration rate', 'respiration', 'respirations', 'resp', 'breathing rate'],
  TEMP: [
    'temperature',
    'body temperature',
    'temp',
    'temperature f',
    'temperature c',
    'temperature temp c',
    'temperature temp f',
    'temp c',
    'temp f',
    'temperature celsius',
    'temperature fahrenheit',
    'temperature degrees celsius',
    'temperature degrees fahrenheit',
  ],
  WEIGHT: ['weight', 'body weight', 'weight kilogram', 'weight kg', 'weight lb', 'weight lbs', 'weight pound', 'wt'],
  HEIGHT: [
    'height',
    'body height',
    'height centimeter',
    'height cm',
    'height in',
    'height inch',
    'height inches',
    'last recorded height',
    'ht',
  ],
  BMI: ['body mass index', 'bmi', 'bmi kg/m2', 'body mass index kg/m2'],
  BSA: ['body surface area', 'bsa', 'bsa m2', 'body surface area m2'],
  OXYSAT: [
    'oxygen saturation',
    'pulse ox spo2',
    'spo2',
    'pulse oximetry',
    'o2 saturation',
    'o2 sat',
    'pulse ox',
    'oxygen saturation spo2',
    'spo2 %',
  ],
  WSTCIR: ['waist circumference'],
  HDCIRC: ['head circumference'],
};

/** Abbreviations of blood pressures used by sites. "blood" is not a word of a name (`name-words.ts`). */
const shortWords: ReadonlyMap<string, string> = new Map([
  ['sys', 'systolic'],
  ['dia', 'diastolic'],
  ['bp', 'pressure'],
]);

const byKey: ReadonlyMap<string, string> = new Map(
  Object.entries(vitalNames).flatMap(([code, names]) => names.map((name) => [vitalKey(name), code] as const)),
);
const known: ReadonlySet<string> = new Set(Object.keys(vitalNames));

/** Respiratory rate in English, blood pressure (Riva-Rocci) in German, an interval of an ECG: a person decides. */
const openName = 'rr';

/** Ignores position and location, which belong in VSPOS and VSLOC. Sitting height is a different measurement than height. */
function vitalKey(name: string): string {
  const words = wordsOf(name).map((word) => shortWords.get(word) ?? word);
  if (words.includes('height') && words.some((word) => /^(?:sitting|seated)$/.test(word))) return words.join(' ');
  return keyOf(
    words.filter(
      (word) => !/^(?:sitting|seated|standing|supine|lying|oral|tympanic|axillary|arm|left|right|sign|vital|room|air|mmhg)$/.test(word),
    ),
  );
}

/** The VSTESTCD of a vital sign as sent; null if nothing in it is known. */
export function readVitalSign({ test, serviceCode }: SentTest): ReadTest | null {
  if (test.length > longestName) return null;
  const code = byKey.get(vitalKey(test));
  const service = serviceCode?.trim().toUpperCase() ?? '';
  if (code === undefined) return vitalKey(test) === openName ? { code: 'RESP', applied: false, rule: 'open-name' } : null;
  if (!known.has(service) || service === code || isSameBeat(service, code)) return { code, applied: true, rule: 'name' };
  return { code, applied: false, rule: 'other-service-code' };
}

/** Sites use pulse and heart rate interchangeably; the name decides. */
function isSameBeat(service: string, code: string): boolean {
  return ['PULSE', 'HR'].includes(service) && ['PULSE', 'HR'].includes(code);
}
