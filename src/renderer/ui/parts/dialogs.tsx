import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState, useEffect } from 'react';
import { IconTrash } from '@tabler/icons-react';
import { ProblemNote } from './states.tsx';
import { ReasonButton } from './buttons.tsx';
import { useAttempt } from './use-attempt.ts';
import { Glyph } from './icon.tsx';

interface Props {
  /** The question. */
  readonly title: string;
  /** What it means, in paragraphs. */
  readonly children: ReactNode;
  /** What the button says that does it. */
  readonly does: string;
  /** Something is given up by it. */
  readonly grave?: boolean;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks once more before something is done that is not undone easily; Enter means "Not now". */
export function ConfirmDialog({ title, children, does, grave = false, busy, problem, onConfirm, onClose }: Props): ReactNode {
  useFocusReturn();
  return (
    <Modal opened onClose={onClose} title={title}>
      <div className="dialog-form">
        {children}
        <ProblemNote problem={problem} />
        <div className="dialog-foot">
          <Button size="md" data-autofocus onClick={onClose}>
            Not now
          </Button>
          <ReasonButton
            {...(grave ? { className: 'danger-button' } : {})}
            variant="filled"
            size="md"
            reason={busy ? 'In progress.' : null}
            onClick={onConfirm}
          >
            {does}
          </ReasonButton>
        </div>
      </div>
    </Modal>
  );
}

interface TypedDialogProps {
  readonly title: string;
  /** What it does; stands above the field. */
  readonly children: ReactNode;
  /** What has to be typed. */
  readonly field: { readonly kind: 'text' | 'passphrase'; readonly label: string; readonly description?: string };
  /** What is still missing in what was typed; null: nothing. */
  readonly missing: (typed: string) => string | null;
  readonly button: { readonly does: ReactNode; readonly icon?: ReactNode; readonly danger?: boolean };
  /** Gets what was typed. What it rejects with stands beneath the field. */
  readonly onConfirm: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for something to be typed before it does what is said. */
export function TypedDialog({ title, children, field, missing, button, onConfirm, onClose }: TypedDialogProps): ReactNode {
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const reason = busy ? 'In progress.' : missing(typed);
  const isPassphrase = field.kind === 'passphrase';
  const Field = isPassphrase ? PasswordInput : TextInput;
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason === null) attempt(() => onConfirm(typed));
        }}
      >
        {children}
        <Field
          size="md"
          label={field.label}
          description={field.description}
          autoComplete={isPassphrase ? 'current-password' : 'off'}
          data-autofocus
          value={typed}
          error={problem}
          aria-invalid={problem !== null || undefined}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton
            {...(button.danger === true ? { className: 'danger-button' } : {})}
            variant="filled"
            size="md"
            type="submit"
            reason={reason}
            shown
            leftSection={button.icon}
          >
            {button.does}
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}

/** For a dialog that asks for the passphrase alone. */
export function missingPassphrase(typed: string): string | null {
  return typed === '' ? 'Enter the passphrase first.' : null;
}

interface WipeDialogProps {
  /** "Wipe 22-001": the title and what the button says. */
  readonly does: string;
  /** What is lost by it and what is not. */
  readonly says: string;
  readonly label: string;
  /** What has to be typed, letter by letter. */
  readonly word: string;
  /** Gets what was typed, which main compares again. */
  readonly onWipe: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Destroys what cannot be brought back, after its name was typed. */
export function WipeDialog({ does, says, label, word, onWipe, onClose }: WipeDialogProps): ReactNode {
  return (
    <TypedDialog
      title={does}
      field={{ kind: 'text', label }}
      missing={(typed) => (typed === word ? null : `Type “${word}” exactly first.`)}
      button={{ does, icon: <Glyph of={IconTrash} size={14} />, danger: true }}
      onConfirm={onWipe}
      onClose={onClose}
    >
      <p className="t2">{says}</p>
    </TypedDialog>
  );
}

/** Gives the focus back to where it was; for a dialog that is drawn only while it is open. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
