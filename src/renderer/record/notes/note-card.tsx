import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useAnnotate } from '../../data/calls/use-annotations.ts';
import { formatMoment } from '../../ui/format/dates.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { FollowMark } from './follow-mark.tsx';
import { NoteForm } from './note-form.tsx';
import type { FollowUp, Note } from './note-model.ts';

/** One note: its words, whether it is to be looked at again, and what can be done with it. */
export function NoteCard({ study, note }: { readonly study: string; readonly note: Note }): ReactNode {
  const { write, remove } = useAnnotate(study);
  const [editing, setEditing] = useState(false);
  const { id, at, value } = note;
  if (editing)
    return (
      <li className="noted">
        <NoteForm
          label="Change the note"
          text={value.text}
          followUp={value.followUp}
          does="Save"
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
            says="Open again"
            take={() => {
              follow('open');
            }}
          />
        )}
        <button
          type="button"
          className="bare-icon"
          aria-label="Change the note"
          title="Change the note"
          onClick={() => {
            setEditing(true);
          }}
        >
          <Glyph of={IconPencil} size={14} />
        </button>
        <button
          type="button"
          className="bare-icon"
          aria-label="Take the note away"
          title="Take the note away"
          onClick={() => {
            remove('note', id).catch((error: unknown) => {
              showFailure('The note could not be taken away', error);
            });
          }}
        >
          <Glyph of={IconTrash} size={14} />
        </button>
      </div>
    </li>
  );
}

function Step({ says, take }: { readonly says: string; readonly take: () => void }): ReactNode {
  return (
    <Button size="xs" variant="default" onClick={take}>
      {says}
    </Button>
  );
}
