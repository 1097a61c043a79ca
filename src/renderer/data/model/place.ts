import type { StoredPlace } from '../../../shared/calls/places.ts';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';

const besideDatasets = ['overview', 'subject', 'charts', 'changes', 'issues', 'notes', 'tests'] as const;

/** A place of a study: one of its datasets, or what stands beside them. */
export type StudySection = DatasetName | (typeof besideDatasets)[number];

const sections: readonly StudySection[] = [...datasetNames, ...besideDatasets];

/** What is kept of a place, so that the window comes back to it; no record stays open. Null outside of studies. */
export function storedPlaceOf(place: Place): StoredPlace | null {
  if (place.name !== 'study') return null;
  const { study, section, subject } = place;
  return subject === undefined ? { study, section } : { study, section, subject };
}

/** The place that was kept; null where it names none. */
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
  /** The record that is open in the inspector; its dataset is the section, but for changes, issues, notes and a subject's page. */
  readonly record: RecordAddress | null;
  /** Of the changes: the generation from which on they are asked for; without it they are shown as they were last. */
  readonly since?: number;
  /** Of the page of one subject: whose. */
  readonly subject?: string;
}

/** Where the window is. */
export type Place =
  | { readonly name: 'studies' }
  /** To connect a data folder that has studies out of site packs, and no service yet. */
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

/** The page of one subject; with a record it is open beside it. */
export function subjectPlace(study: string, subject: string, record: RecordAddress | null = null): Place {
  return { name: 'study', study, section: 'subject', record, subject };
}

/** What changed in a study after a generation. */
export function changesPlace(study: string, since: number): Place {
  return { name: 'study', study, section: 'changes', record: null, since };
}

/** Settings remember the place that they were opened from. */
export function settingsPlace(section: SettingsSection, from: Place): Place {
  return { name: 'settings', section, back: from.name === 'settings' ? from.back : from };
}

/** The study that a place belongs to; null outside of studies. */
export function studyOf(place: Place): string | null {
  if (place.name === 'study') return place.study;
  return place.name === 'settings' ? studyOf(place.back) : null;
}
