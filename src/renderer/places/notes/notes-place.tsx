import { Select, TextInput } from '@mantine/core';
import { IconDownload, IconNotes, IconSearch } from '@tabler/icons-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { meantOf } from '../../../shared/subjects-meant.ts';
import { useAnnotations } from '../../data/calls/use-annotations.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace, type RecordAddress } from '../../data/model/place.ts';
import { Choice } from '../../ui/parts/controls.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useEverySubject, UseTheseSubjects } from '../../record/subjects/use-these-subjects.tsx';
import { datasetTitles } from '../../ui/parts/dataset-titles.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { Empty, ErrorStrip } from '../../ui/parts/states.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { filterNotes, type Note, type NoteFilter } from '../../record/notes/note-model.ts';
import { NotesExportDialog } from './notes-export-dialog.tsx';
import { NotesTable } from './notes-table.tsx';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';
import '../../record/notes/notes.css';

const follows: readonly (readonly [NoteFilter['follow'], string])[] = [
  ['open', 'Open follow-ups'],
  ['done', 'Done'],
  ['all', 'All notes'],
];

/** The notes of a study in one list, which initially shows only open follow-ups if there are any. */
export function NotesPlace({ card, record }: { readonly card: StudyCard; readonly record: RecordAddress | null }): ReactNode {
  const { study } = card;
  const listed = useAnnotations(study, 'note');
  const notes = listed.data;
  return (
    <div className="notes">
      <header className="place-head">
        <h1>Notes</h1>
        {notes !== null && notes.length > 0 && <span className="t2">{headWords(notes)}</span>}
      </header>
      {listed.error !== null && <ErrorStrip error={listed.error} step={{ label: 'Try again', take: listed.reload }} />}
      {notes?.length === 0 && <NoNotes study={study} />}
      {notes !== null && notes.length > 0 && <NotesList card={card} notes={notes} record={record} />}
    </div>
  );
}

function headWords(notes: readonly Note[]): string {
  const open = notes.filter(({ value }) => value.followUp === 'open').length;
  return `${formatCountOf(notes.length, 'note')}, ${open === 0 ? 'no open follow-up' : formatCountOf(open, 'open follow-up')}`;
}

function NoNotes({ study }: { readonly study: string }): ReactNode {
  const { go } = usePlace();
  return (
    <Empty
      icon={IconNotes}
      title="No notes yet"
      says="Open a record in any table and add a note on its Notes tab. A note can be flagged for follow-up."
      step={{
        label: 'Show the labs',
        take: () => {
          go(studyPlace(study, 'labs'));
        },
      }}
    />
  );
}

function NotesList({
  card,
  notes,
  record,
}: {
  readonly card: StudyCard;
  readonly notes: readonly Note[];
  readonly record: RecordAddress | null;
}): ReactNode {
  const { study } = card;
  const [filter] = useSubjectFilter(study);
  const all = useEverySubject(card);
  const subjects = filter?.subjects ?? null;
  const [follow, setFollow] = useState<NoteFilter['follow']>(() => (notes.some(({ value }) => value.followUp === 'open') ? 'open' : 'all'));
  const [dataset, setDataset] = useState<NoteFilter['dataset']>(null);
  const [search, setSearch] = useState('');
  const [exporting, setExporting] = useState(false);
  const shown = useMemo(() => filterNotes(notes, { follow, dataset, search, subjects }), [notes, follow, dataset, search, subjects]);
  const everything = follow === 'all' && dataset === null && search === '';
  return (
    <>
      <div className="notes-bar" role="toolbar" aria-label="Notes shown">
        <Choice label="Notes shown" options={follows} value={follow} onChange={setFollow} />
        <Select
          className="notes-dataset"
          aria-label="Dataset"
          placeholder="All datasets"
          clearable
          data={datasetNames.map((name) => ({ value: name, label: datasetTitles[name] }))}
          value={dataset}
          onChange={(value) => {
            setDataset(datasetNames.find((name) => name === value) ?? null);
          }}
        />
        <TextInput
          className="notes-search"
          aria-label="Search the notes"
          placeholder="Search the notes"
          leftSection={<Glyph of={IconSearch} size={14} />}
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
        <span className="small t3 num" aria-live="polite">
          {formatCount(shown.length)} of {formatCountOf(notes.length, 'note')}
          {subjects === null ? '' : ', under the subject filter'}
        </span>
        <UseTheseSubjects
          study={study}
          subjects={shown.flatMap(({ value }) => value.place.subject ?? [])}
          says={`with ${formatCountOf(shown.length, 'note')}`}
        />
        <ReasonButton
          className="push"
          aria-haspopup="dialog"
          reason={shown.length === 0 ? 'There are no notes in this list to export.' : null}
          leftSection={<Glyph of={IconDownload} size={14} />}
          onClick={() => {
            setExporting(true);
          }}
        >
          Export
        </ReasonButton>
      </div>
      {shown.length === 0 ? (
        <Empty
          icon={IconNotes}
          title={follow === 'open' && dataset === null && search === '' ? 'No open follow-up' : 'No matching notes'}
          says={subjects === null ? 'There are other notes.' : 'There are other notes; the subject filter may exclude their subjects.'}
          {...(everything
            ? {}
            : {
                step: {
                  label: 'Show all notes',
                  take: () => {
                    setFollow('all');
                    setDataset(null);
                    setSearch('');
                  },
                },
              })}
        />
      ) : (
        <NotesTable study={study} notes={shown} current={record} />
      )}
      {exporting && (subjects === null || all !== null) && (
        <NotesExportDialog
          study={study}
          notes={shown}
          subjects={subjects}
          meant={subjects === null || all === null ? null : meantOf(subjects, all)}
          onClose={() => {
            setExporting(false);
          }}
        />
      )}
    </>
  );
}
