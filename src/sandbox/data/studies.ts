import type { Zone } from './calendar.ts';
import { hashText } from './random.ts';

/** How a site's laboratory spells a closed range: `3.5 - 5.1`, `3.5-5.1` or `3,5 - 5,1`. */
export type RangeStyle = 'spaced' | 'tight' | 'comma';

/** A place where subjects are seen. */
export interface Site {
  readonly zone: Zone;
  readonly ranges: RangeStyle;
  /** Whether creatinine and glucose come in molar units. */
  readonly molar: boolean;
  readonly temperature: 'F' | 'C';
  readonly practitioners: number;
}

/** What sets one synthetic study apart from another. */
export interface StudyProfile {
  readonly number: string;
  readonly sponsor: string;
  /** The study number as entered in the imaging source system (spec 2.4, #TrialName). */
  readonly trialName: string;
  readonly subjects: number;
  /** Most treatment cycles of a subject. */
  readonly cycles: number;
  /** How many of the laboratory tests the study asks for. */
  readonly tests: number;
  readonly responses: boolean;
  readonly sites: readonly [Site, ...Site[]];
  readonly subjectId: 'plain' | 'study-prefixed';
}

const BOSTON: Site = { zone: 'new-york', ranges: 'spaced', molar: false, temperature: 'F', practitioners: 1040 };
const DURHAM: Site = { zone: 'new-york', ranges: 'tight', molar: false, temperature: 'C', practitioners: 1060 };
const LEIPZIG: Site = { zone: 'berlin', ranges: 'comma', molar: true, temperature: 'C', practitioners: 2210 };
const PUNE: Site = { zone: 'kolkata', ranges: 'tight', molar: false, temperature: 'C', practitioners: 3105 };

const KNOWN: readonly StudyProfile[] = [
  {
    number: '22-001',
    sponsor: 'SPN-2201-02',
    trialName: '22-001',
    subjects: 64,
    cycles: 10,
    tests: 32,
    responses: true,
    sites: [BOSTON, DURHAM],
    subjectId: 'plain',
  },
  {
    number: '23-014',
    sponsor: 'SPN-2314-01',
    trialName: '23014',
    subjects: 40,
    cycles: 4,
    tests: 28,
    responses: true,
    sites: [BOSTON, LEIPZIG],
    subjectId: 'plain',
  },
  // A study whose tumours are not followed by RECIST 1.1: it has no response assessment at all.
  {
    number: '24-006',
    sponsor: 'SPN-2406-01',
    trialName: '24-006',
    subjects: 18,
    cycles: 2,
    tests: 18,
    responses: false,
    sites: [BOSTON, PUNE],
    subjectId: 'study-prefixed',
  },
];

/** The studies that are served unless others are asked for. */
export const DEFAULT_STUDIES: readonly string[] = KNOWN.map((study) => study.number);

/** The profile of a study number; a number that is not one of the three gets a profile of its own. */
export function studyProfile(number: string): StudyProfile {
  const known = KNOWN.find((study) => study.number === number);
  if (known !== undefined) return known;
  const compact = number.replace(/[^0-9A-Za-z]/g, '').toUpperCase();
  return {
    number,
    sponsor: `SPN-${compact}-01`,
    trialName: number,
    subjects: 24 + (hashText(number) % 24),
    cycles: 6,
    tests: 30,
    responses: true,
    sites: [BOSTON, LEIPZIG, PUNE],
    subjectId: 'plain',
  };
}
