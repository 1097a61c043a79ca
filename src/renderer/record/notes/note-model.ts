import type { AnnotatedPlace } from '../../../shared/annotations.ts';
import type { GridRow } from '../../../shared/contract.ts';
import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Annotated } from '../../data/calls/use-annotations.ts';
import { cellOf } from '../../data/table/layout.ts';

export type Note = Annotated<'note'>;
export type FollowUp = Note['value']['followUp'];

/** What a note on a record stands beside: members of the Group are the subjects themselves. */
export function placeOfRecord({ name }: Pick<Dataset, 'name'>, key: string, subject: string | null): AnnotatedPlace {
  return name === 'subjects' ? { of: 'subject', subject: key } : { of: 'record', dataset: name, key, subject };
}

/** Whose record it is; null where the row says nothing of it. */
export function subjectOfRow(dataset: Dataset, row: GridRow | null): string | null {
  const cell = cellOf(dataset, row, 'subject');
  return typeof cell === 'string' && cell !== '' ? cell : null;
}

export function subjectOf(note: Note): string | null {
  return note.value.place.subject;
}

/** The dataset that a note is of: that of its record, or the subjects. */
function datasetOf({ value: { place } }: Note): DatasetName {
  return place.of === 'subject' ? 'subjects' : place.dataset;
}

export function isOn(note: Note, place: AnnotatedPlace): boolean {
  const { place: on } = note.value;
  if (on.of === 'subject') return place.of === 'subject' && on.subject === place.subject;
  return place.of === 'record' && on.dataset === place.dataset && on.key === place.key;
}

/** Which notes the list shows. */
export interface NoteFilter {
  readonly follow: 'open' | 'done' | 'all';
  readonly dataset: DatasetName | null;
  /** Words that must all occur in the note or in its subject; upper and lower case do not count. */
  readonly search: string;
  /** The subject filter; null: all subjects. */
  readonly subjects: readonly string[] | null;
}

export function filterNotes(notes: readonly Note[], { follow, dataset, search, subjects }: NoteFilter): readonly Note[] {
  const chosen = subjects === null ? null : new Set(subjects);
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
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

/** What stands at the records of one dataset: a note, or an open follow-up. By record key. */
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
