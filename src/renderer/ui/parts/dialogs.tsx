import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { type ReactNode, useState, useEffect } from 'react';
import { IconTrash } from '@tabler/icons-react';
import { reportOf } from '../../../shared/errors.ts';
import { ProblemNote } from './states.tsx';
import { ReasonButton } from './buttons.tsx';
import { useAttempt } from './use-attempt.ts';
import { Glyph } from './icon.tsx';

interface Props {
  readonly title: string;
  /** Paragraphs that explain the consequences. */
  readonly children: ReactNode;
  /** Label of the button that confirms. */
  readonly does: string;
  /** Styles the confirm button as dangerous, because something is given up. */
  readonly grave?: boolean;
  readonly busy: boolean;
  readonly problem: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation of an action that is hard to undo. Enter means "Not now". */
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
  /** Explains the action, above the field. */
  readonly children: ReactNode;
  readonly field: { readonly kind: 'text' | 'passphrase'; readonly label: string; readonly description?: string };
  /** What is still missing in the typed text; null if nothing is. */
  readonly missing: (typed: string) => string | null;
  readonly button: { readonly does: ReactNode; readonly icon?: ReactNode; readonly danger?: boolean };
  /** Called with the typed text. An error is shown below the field. */
  readonly onConfirm: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks the user to type something before an action. */
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

interface PassphraseDialogProps extends Pick<TypedDialogProps, 'title' | 'children' | 'button' | 'onConfirm' | 'onClose'> {
  /** Why the passphrase is required, below its label. */
  readonly description?: string;
}

/** Asks for the vault's passphrase before an action. */
export function PassphraseDialog({ description, ...dialog }: PassphraseDialogProps): ReactNode {
  const field = { kind: 'passphrase', label: 'Passphrase', ...(description === undefined ? {} : { description }) } as const;
  return <TypedDialog {...dialog} field={field} missing={(typed) => (typed === '' ? 'Enter the passphrase first.' : null)} />;
}

interface PassphraseButtonProps extends Pick<PassphraseDialogProps, 'title' | 'children'> {
  /** Label of the button, also in the dialog. */
  readonly does: string;
  /** Called with null first. If that is refused as LOCKED, the dialog asks for the passphrase; other errors go to `onFailure`. */
  readonly act: (passphrase: string | null) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** A button whose action requires the passphrase of a vault that has one. */
export function PassphraseButton({ does, act, onFailure, ...dialog }: PassphraseButtonProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          act(null).catch((error: unknown) => {
            if (reportOf(error).code === 'LOCKED') setAsking(true);
            else onFailure(error);
          });
        }}
      >
        {does}
      </Button>
      {isAsking && (
        <PassphraseDialog {...dialog} button={{ does }} onConfirm={(passphrase) => act(passphrase).then(close)} onClose={close} />
      )}
    </>
  );
}

/** What a study has besides its records: the service cannot send it again, but a backup contains it. */
export const onlyHere = 'notes and marks, saved filters and views, decisions on tests and visits, and change history';

interface WipeDialogProps {
  /** "Wipe 22-001": title and button label. */
  readonly does: string;
  /** What is lost and what is kept. */
  readonly says: string;
  readonly label: string;
  /** The word that must be typed exactly. */
  readonly word: string;
  /** Called with the typed text, which the main process checks again. */
  readonly onWipe: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms a permanent deletion: the user has to type the given word. */
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

/** Restores the previous focus on unmount; for a dialog that is rendered only while it is open. */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
