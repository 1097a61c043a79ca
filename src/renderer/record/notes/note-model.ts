import type { AnnotatedPlace } from '../../../shared/annotations.ts';
import type { GridRow } from '../../../shared/contract.ts';
import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Annotated } from '../../data/calls/use-annotations.ts';
import { cellOf } from '../../data/table/layout.ts';
import { searchWords } from '../../ui/format/search-words.ts';

export type Note = Annotated<'note'>;
export type FollowUp = Note['value']['followUp'];

/** The place of a note on a record. Records of the Group's members are the subjects themselves. */
export function placeOfRecord({ name }: Pick<Dataset, 'name'>, key: string, subject: string | null): AnnotatedPlace {
  return name === 'subjects' ? { of: 'subject', subject: key } : { of: 'record', dataset: name, key, subject };
}

/** The subject of a row; null if the row names none. */
export function subjectOfRow(dataset: Dataset, row: GridRow | null): string | null {
  const cell = cellOf(dataset, row, 'subject');
  return typeof cell === 'string' && cell !== '' ? cell : null;
}

export function subjectOf(note: Note): string | null {
  return note.value.place.subject;
}

/** The dataset of a note's record, or `subjects` for a note on a subject. */
function datasetOf({ value: { place } }: Note): DatasetName {
  return place.of === 'subject' ? 'subjects' : place.dataset;
}

export function isOn(note: Note, place: AnnotatedPlace): boolean {
  const { place: on } = note.value;
  if (on.of === 'subject') return place.of === 'subject' && on.subject === place.subject;
  return place.of === 'record' && on.dataset === place.dataset && on.key === place.key;
}

export interface NoteFilter {
  readonly follow: 'open' | 'done' | 'all';
  readonly dataset: DatasetName | null;
  /** Words that must all occur in the note or its subject, ignoring case. */
  readonly search: string;
  /** The subject filter; null for all subjects. */
  readonly subjects: readonly string[] | null;
}

export function filterNotes(notes: readonly Note[], { follow, dataset, search, subjects }: NoteFilter): readonly Note[] {
  const chosen = subjects === null ? null : new Set(subjects);
  const words = searchWords(search);
  return notes.filter((note) => {
    const subject = subjectOf(note);
    const text = `${note.value.text} ${subject ?? ''}`.toLowerCase();
    return (
      (follow === 'all' || note.value.followUp === follow) &&
      (dataset === null || datasetOf(note) === dataset) &&
      (chosen === null || (subject !== null && chosen.has(subject))) &&
      words.every((word) => text.includes(word))
    );
  });
}

/** Marks of the records of one dataset, by record key: `open` if any note is an open follow-up, otherwise `note`. */
export function notedKeys(notes: readonly Note[], dataset: DatasetName): ReadonlyMap<string, 'note' | 'open'> {
  const keys = new Map<string, 'note' | 'open'>();
  for (const note of notes) {
    if (datasetOf(note) !== dataset) continue;
    const { place, followUp } = note.value;
    const key = place.of === 'subject' ? place.subject : place.key;
    if (followUp === 'open' || !keys.has(key)) keys.set(key, followUp === 'open' ? 'open' : 'note');
  }
  return keys;
}
