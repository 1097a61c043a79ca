import { useMemo, type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { AnnotatedPlace } from '../../../shared/annotations.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { useNoteDraft } from './use-note-draft.ts';
import { NoteForm } from './note-form.tsx';
import { isOn, type Note, type FollowUp } from './note-model.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { FollowMark } from './follow-mark.tsx';
import './notes.css';

/** The notes on a record or subject, newest first, and the number of open follow-ups. */
export function useNotesOn(study: string, place: AnnotatedPlace): { readonly notes: readonly Note[]; readonly open: number } {
  const { data } = useAnnotations(study, 'note');
  const asked = JSON.stringify(place);
  return useMemo(() => {
    const notes = (data ?? []).filter((note) => isOn(note, JSON.parse(asked) as AnnotatedPlace));
    return { notes, open: notes.filter(({ value }) => value.followUp === 'open').length };
  }, [data, asked]);
}

/** The notes on one record or subject, with a form to add one. */
export function NotesPanel({ study, place }: { readonly study: string; readonly place: AnnotatedPlace }): ReactNode {
  const listed = useAnnotations(study, 'note');
  const { write } = useAnnotate(study);
  const draft = useNoteDraft(study, place);
  const notes = (listed.data ?? []).filter((note) => isOn(note, place));
  return (
    <div className="notes-panel">
      <NoteForm
        label={place.of === 'subject' ? 'New note on this subject' : 'New note on this record'}
        typed={draft}
        followUp="none"
        does="Add note"
        onSave={async (text, followUp) => {
          await write({ kind: 'note', value: { place, text, followUp } });
        }}
      />
      {listed.error !== null && <ErrorStrip error={listed.error} step={{ label: 'Try again', take: listed.reload }} />}
      <ul className="noted-list" aria-label="Notes">
        {notes.map((note) => (
          <NoteCard key={note.id} study={study} note={note} />
        ))}
      </ul>
      <p className="small t3">
        Notes stay on this computer, encrypted with the mirrored records. They are never sent to the service or included in site packs.
      </p>
    </div>
  );
}

/** The notes on a subject as a whole. */
export function SubjectNotes({ study, subject }: { readonly study: string; readonly subject: string }): ReactNode {
  return <NotesPanel key={subject} study={study} place={{ of: 'subject', subject }} />;
}

/** A note with its text, follow-up state and actions. */
function NoteCard({ study, note }: { readonly study: string; readonly note: Note }): ReactNode {
  const { write, remove } = useAnnotate(study);
  const [editing, setEditing] = useState(false);
  const { id, at, value } = note;
  if (editing)
    return (
      <li className="noted">
        <NoteEditor
          note={note}
          onSave={async (text, followUp) => {
            await write({ kind: 'note', value: { ...value, text, followUp } }, id);
            setEditing(false);
          }}
          onCancel={() => {
            setEditing(false);
          }}
        />
      </li>
    );
  const follow = (followUp: FollowUp): void => {
    write({ kind: 'note', value: { ...value, followUp } }, id).catch((error: unknown) => {
      showFailure('The follow-up could not be changed', error);
    });
  };
  return (
    <li className="noted" data-follow={value.followUp}>
      <p className="noted-text selectable">{value.text}</p>
      <div className="noted-line">
        <FollowMark followUp={value.followUp} />
        <span className="small t3 num clip">{formatMoment(at)}</span>
        <span className="push" />
        {value.followUp === 'open' && (
          <Step
            says="Done"
            take={() => {
              follow('done');
            }}
          />
        )}
        {value.followUp === 'done' && (
          <Step
            says="Reopen"
            take={() => {
              follow('open');
            }}
          />
        )}
        <button
          type="button"
          className="bare-icon"
          aria-label="Edit the note"
          title="Edit the note"
          onClick={() => {
            setEditing(true);
          }}
        >
          <Glyph of={IconPencil} size={14} />
        </button>
        <button
          type="button"
          className="bare-icon"
          aria-label="Delete the note"
          title="Delete the note"
          onClick={() => {
            remove('note', id).catch((error: unknown) => {
              showFailure('The note could not be deleted', error);
            });
          }}
        >
          <Glyph of={IconTrash} size={14} />
        </button>
      </div>
    </li>
  );
}

interface EditorProps {
  readonly note: Note;
  readonly onSave: (text: string, followUp: FollowUp) => Promise<void>;
  readonly onCancel: () => void;
}

function NoteEditor({ note: { value }, onSave, onCancel }: EditorProps): ReactNode {
  const typed = useState(value.text);
  return <NoteForm label="Edit the note" typed={typed} followUp={value.followUp} does="Save" onSave={onSave} onCancel={onCancel} />;
}

function Step({ says, take }: { readonly says: string; readonly take: () => void }): ReactNode {
  return (
    <Button size="xs" variant="default" onClick={take}>
      {says}
    </Button>
  );
}
