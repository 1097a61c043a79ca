import { useMemo, type ReactNode } from 'react';
import type { AnnotatedPlace } from '../../../shared/annotations.ts';
import { useAnnotate, useAnnotations } from '../../data/calls/use-annotations.ts';
import { ErrorStrip } from '../../ui/parts/states.tsx';
import { NoteCard } from './note-card.tsx';
import { NoteForm } from './note-form.tsx';
import { isOn, type Note } from './note-model.ts';
import './notes.css';

/** The notes on a record or a subject, the newest first, and how many of them are open follow-ups. */
export function useNotesOn(study: string, place: AnnotatedPlace): { readonly notes: readonly Note[]; readonly open: number } {
  const { data } = useAnnotations(study, 'note');
  const asked = JSON.stringify(place);
  return useMemo(() => {
    const notes = (data ?? []).filter((note) => isOn(note, JSON.parse(asked) as AnnotatedPlace));
    return { notes, open: notes.filter(({ value }) => value.followUp === 'open').length };
  }, [data, asked]);
}

/** The notes on one record or one subject, and the way to write another one. */
export function NotesPanel({ study, place }: { readonly study: string; readonly place: AnnotatedPlace }): ReactNode {
  const listed = useAnnotations(study, 'note');
  const { write } = useAnnotate(study);
  const notes = (listed.data ?? []).filter((note) => isOn(note, place));
  return (
    <div className="notes-panel">
      <NoteForm
        label={place.of === 'subject' ? 'New note on this subject' : 'New note on this record'}
        text=""
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
        Notes stay on this computer, encrypted beside the mirrored records. The service never gets them, and no site pack has them.
      </p>
    </div>
  );
}

/** The notes on a subject as a whole, for any place that shows one. */
export function SubjectNotes({ study, subject }: { readonly study: string; readonly subject: string }): ReactNode {
  return <NotesPanel key={subject} study={study} place={{ of: 'subject', subject }} />;
}
