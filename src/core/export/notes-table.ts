import type { AnnotationOf } from '../../shared/annotations.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { notesIn } from '../annotations/list-annotations.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { readRecordTitles } from '../views/record-titles.ts';
import type { ExportTable } from './export-table.ts';

type Note = AnnotationOf<'note'>;

/**
 * Returns these notes as a table, the most recently written first; ids of notes that no longer exist are left out. Call inside a snapshot.
 */
export function openNotes(study: StudyReader, ids: readonly string[]): ExportTable {
  const wanted = new Set(ids);
  const notes = notesIn(study).filter(({ id }) => wanted.has(id));
  const titles = readTitles(
    study,
    notes.map(({ value }) => value),
  );
  const rows = notes.map(({ at, value: { place, text, followUp } }): StoredRow => {
    const record = place.of === 'record' ? place : null;
    return [
      null,
      place.subject,
      record === null ? 'subject' : datasets[record.dataset].singular,
      record === null ? null : (titles.get(`${record.dataset}/${record.key}`) ?? null),
      record?.key ?? null,
      text,
      followUp === 'none' ? null : followUp,
      at,
    ];
  });
  return {
    dataset: { name: 'notes', domain: 'Notes', title: 'Notes' },
    columns,
    leftOut: [],
    of: rows.length,
    pages: () => [rows],
    stored: null,
    cached: null,
  };
}

/** The title of each record that a note is on, by `dataset/key`; vanished records are missing. */
function readTitles(study: StudyReader, notes: readonly Note[]): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const name of new Set(notes.flatMap(({ place }) => (place.of === 'record' ? [place.dataset] : [])))) {
    const keys = notes.flatMap(({ place }) => (place.of === 'record' && place.dataset === name ? [place.key] : []));
    for (const [key, words] of readRecordTitles(study, name, keys)) titles.set(`${name}/${key}`, words);
  }
  return titles;
}

const columns: readonly Column[] = [
  written('subject', 'Subject', 'The subject of the note or of its record.', 140),
  written('on', 'On', 'What the note is on: a subject, or a record of this kind.', 120),
  written('record', 'Record', 'Summary of the record at the time of the export; empty if it has vanished.', 320),
  written('record_id', 'Record id', 'The identifier of the record as the service sent it.', 240),
  written('note', 'Note', 'The text of the note.', 420),
  written('follow_up', 'Follow-up', 'open: to be followed up; done: followed up; empty: no follow-up requested.', 100),
  { ...written('written', 'Last edited', 'When it was last edited, in UTC.', 180), kind: 'datetime' },
];

function written(name: string, plain: string, help: string, width: number): Column {
  const rule = 'Written in Carrel on this computer; not sent by the service';
  return { name, kind: 'text', plain, sdtm: null, help, width, section: 'Notes', shown: true, rule, derive: ofNoRow };
}

function ofNoRow(): never {
  throw new RangeError('A column of the notes has no value of a table row.');
}
