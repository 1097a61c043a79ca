import { deviate, fraction, hash, pick } from './random.ts';
import type { Subject } from './subjects.ts';
import type { VisitKind } from './visits.ts';

/** A measured or written-down vital sign. */
export type VitalReading =
  | { readonly kind: 'number'; readonly value: number; readonly decimals: number; readonly unit: string }
  | { readonly kind: 'text'; readonly text: string };

/** One vital sign item type (spec 2.3) and how a subject's value comes about. */
export interface VitalItem {
  readonly name: string;
  /** The service code; empty for some. */
  readonly code: string;
  readonly at: (kind: VisitKind, subject: Subject) => boolean;
  readonly read: (subject: Subject, day: number, noise: number) => VitalReading;
}

const ALWAYS = (): boolean => true;
const SCREENING = (kind: VisitKind): boolean => kind === 'screening';
const LATER = (kind: VisitKind): boolean => kind !== 'screening';

/** The twelve listed item types and one that the list does not have (the list is open). */
export const VITAL_ITEMS: readonly VitalItem[] = [
  { name: 'Blood Pressure BP Systolic', code: '2000101', at: ALWAYS, read: (s, _day, h) => number(systolic(s, h), 0, 'mmHg') },
  {
    name: 'Blood Pressure Diastolic',
    code: '2000102',
    at: ALWAYS,
    read: (s, _day, h) => number(systolic(s, h) * (0.58 + fraction(hash(h, 1)) * 0.08), 0, 'mmHg'),
  },
  {
    name: 'Blood Pressure Positioning',
    code: '',
    at: ALWAYS,
    read: (_s, _day, h) => ({ kind: 'text', text: pick(hash(h, 2), ['Sitting', 'Sitting', 'Supine', 'Standing']) }),
  },
  {
    name: 'BSA m2',
    code: '2000110',
    at: (kind) => kind !== 'safety',
    read: (s, day) => number(Math.sqrt((s.heightCm * weight(s, day)) / 3600), 2, 'm2'),
  },
  { name: 'Height (centimeters)', code: '2000111', at: SCREENING, read: (s) => number(s.heightCm, 1, 'cm') },
  // Carried forward from screening, not measured again.
  { name: 'Last recorded Height', code: '', at: LATER, read: (s) => number(s.heightCm, 1, 'cm') },
  {
    name: 'Pulse Ox (SpO2)',
    code: '2000120',
    at: ALWAYS,
    read: (_s, _day, h) => number(Math.min(100, 97.4 + deviate(hash(h, 3)) * 1.2), 0, '%'),
  },
  {
    name: 'Pulse/Heart Rate',
    code: '2000121',
    at: ALWAYS,
    read: (s, _day, h) => number(74 + deviate(hash(s.seed, 301)) * 9 + deviate(hash(h, 4)) * 5, 0, 'beats/min'),
  },
  { name: 'Resp Rate', code: '2000122', at: ALWAYS, read: (_s, _day, h) => number(16 + deviate(hash(h, 5)) * 2, 0, 'breaths/min') },
  {
    name: 'Temperature F',
    code: '2000130',
    at: (_kind, s) => s.site.temperature === 'F',
    read: (_s, _day, h) => number(celsius(h) * 1.8 + 32, 1, 'F'),
  },
  {
    name: 'Temperature Temp C',
    code: '2000131',
    at: (_kind, s) => s.site.temperature === 'C',
    read: (_s, _day, h) => number(celsius(h), 1, 'C'),
  },
  {
    name: 'Weight (kilograms)',
    code: '2000140',
    at: ALWAYS,
    read: (s, day, h) => number(weight(s, day) + deviate(hash(h, 6)) * 0.3, 2, 'kg'),
  },
  {
    name: 'Pain Score (0-10)',
    code: '',
    at: (kind) => kind !== 'unscheduled',
    read: (_s, _day, h) => number(Math.max(0, (hash(h, 7) % 12) - 5), 0, 'score'),
  },
];

function number(value: number, decimals: number, unit: string): VitalReading {
  return { kind: 'number', value, decimals, unit };
}

function systolic(subject: Subject, noise: number): number {
  return 126 + deviate(hash(subject.seed, 300)) * 13 + deviate(hash(noise, 8)) * 7;
}

/** Weight drifts by up to a tenth of a percent a week. */
function weight(subject: Subject, day: number): number {
  return subject.weightKg * (1 + (deviate(hash(subject.seed, 302)) * day) / 7000);
}

function celsius(noise: number): number {
  return 36.7 + deviate(hash(noise, 9)) * 0.35 + (hash(noise, 10) % 60 === 0 ? 1.6 : 0);
}
