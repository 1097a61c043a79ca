import type { StoredPlace } from '../../../shared/calls/places.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';

const besideDatasets = ['overview', 'subject', 'charts', 'changes', 'issues', 'notes', 'tests'] as const;

/** A section of a study: one of its datasets, or one of the other views. */
export type StudySection = DatasetName | (typeof besideDatasets)[number];

const sections: readonly StudySection[] = [...datasetNames, ...besideDatasets];

/** The part of a place that is stored, so that the window can return to it; an open record is not. Null outside of studies. */
export function storedPlaceOf(place: Place): StoredPlace | null {
  if (place.name !== 'study') return null;
  const { study, section, subject } = place;
  return subject === undefined ? { study, section } : { study, section, subject };
}

/** The place that was stored; null if its section is unknown, or if a subject's page has no subject or another section has one. */
export function restoredPlace({ study, section: name, subject }: StoredPlace): InStudy | null {
  const section = sections.find((known) => known === name);
  if (section === undefined || (section === 'subject') !== (subject !== undefined)) return null;
  return { name: 'study', study, section, record: null, ...(subject === undefined ? {} : { subject }) };
}

export type SettingsSection = 'connection' | 'security' | 'appearance' | 'sync' | 'backup' | 'audit' | 'about';

export interface InStudy {
  readonly name: 'study';
  readonly study: string;
  readonly section: StudySection;
  /** The record open in the inspector. Its dataset is the section, except in changes, issues, notes and on a subject's page. */
  readonly record: RecordAddress | null;
  /** In changes: those after this generation are shown. Without it, the earlier choice stays. */
  readonly since?: number;
  /** Set on a subject's page. */
  readonly subject?: string;
}

export type Place =
  | { readonly name: 'studies' }
  /** Connects a data folder that has studies from site packs, but no service yet. */
  | { readonly name: 'connect' }
  | InStudy
  | { readonly name: 'settings'; readonly section: SettingsSection; readonly back: Place };

export interface RecordAddress {
  readonly dataset: DatasetName;
  readonly key: string;
}

export const studiesPlace: Place = { name: 'studies' };
export const connectPlace: Place = { name: 'connect' };

export function studyPlace(study: string, section: StudySection, record: RecordAddress | null = null): Place {
  return { name: 'study', study, section, record };
}

/** The page of one subject, with a record open next to it if given. */
export function subjectPlace(study: string, subject: string, record: RecordAddress | null = null): Place {
  return { name: 'study', study, section: 'subject', record, subject };
}

/** What changed in a study after a generation. */
export function changesPlace(study: string, since: number): Place {
  return { name: 'study', study, section: 'changes', record: null, since };
}

/** The settings, which record the place they were opened from. */
export function settingsPlace(section: SettingsSection, from: Place): Place {
  return { name: 'settings', section, back: from.name === 'settings' ? from.back : from };
}

/** The study that a place belongs to; null outside of studies. */
export function studyOf(place: Place): string | null {
  if (place.name === 'study') return place.study;
  return place.name === 'settings' ? studyOf(place.back) : null;
}
