import type { DatasetName } from '../../shared/datasets/declaration.ts';

export type StudySection = DatasetName | 'changes' | 'issues';
export type SettingsSection = 'connection' | 'security' | 'appearance' | 'sync' | 'audit' | 'about';

export interface InStudy {
  readonly name: 'study';
  readonly study: string;
  readonly section: StudySection;
  /** The record that is open in the inspector; its dataset is the section, but for changes and issues. */
  readonly record: RecordAddress | null;
  /** Of the changes: the generation from which on they are asked for; without it they are shown as they were last. */
  readonly since?: number;
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
