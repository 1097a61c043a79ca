import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { mod } from '../../ui/keys/key-map.ts';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { reportOf } from '../../../shared/errors.ts';
import type { Typed } from './use-note-draft.ts';
import type { FollowUp } from './note-model.ts';

/** Maximum length of a note in characters. */
const longest = 4000;

interface Props {
  /** Accessible name of the text field. */
  readonly label: string;
  readonly typed: Typed;
  readonly followUp: FollowUp;
  readonly does: string;
  /** The form is cleared when this resolves; an error is shown below the field when it rejects. */
  readonly onSave: (text: string, followUp: FollowUp) => Promise<void>;
  readonly onCancel?: () => void;
}

/** Form for the text of a note and its follow-up flag. Ctrl/Cmd+Enter saves. */
export function NoteForm({ label, typed: [typed, type], followUp, does, onSave, onCancel }: Props): ReactNode {
  const [flagged, setFlagged] = useState(followUp !== 'none');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ready = typed.trim() !== '' && !busy;
  const save = (): void => {
    if (!ready) return;
    setBusy(true);
    setProblem(null);
    const kept = followUp === 'done' ? 'done' : 'open';
    onSave(typed.trim(), flagged ? kept : 'none')
      .then(() => {
        // Keep text typed while saving.
        type((now) => (now === typed ? '' : now));
        setFlagged(false);
      })
      .catch((error: unknown) => {
        setProblem(reportOf(error).message);
      })
      .finally(() => {
        setBusy(false);
      });
  };
  const hear = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else if (event.key === 'Escape' && onCancel !== undefined) onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="note-form"
      onKeyDown={hear}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        aria-label={label}
        placeholder="Note"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={longest}
        autoFocus={onCancel !== undefined}
        value={typed}
        onChange={(event) => {
          const { value } = event.currentTarget;
          type(() => value);
        }}
      />
      <ProblemNote problem={problem} />
      <div className="noted-line">
        <Checkbox
          label="Follow up"
          checked={flagged}
          onChange={(event) => {
            setFlagged(event.currentTarget.checked);
          }}
        />
        <span className="push" />
        {typed.trim() !== '' && <kbd className="kbd">{mod} Enter</kbd>}
        {onCancel !== undefined && (
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <ReasonButton
          size="xs"
          type="submit"
          reason={busy ? 'The note is being saved.' : typed.trim() === '' ? 'Enter the note first.' : null}
        >
          {does}
        </ReasonButton>
      </div>
    </form>
  );
}
