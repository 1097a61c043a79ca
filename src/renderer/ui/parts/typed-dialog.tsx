import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAttempt } from './use-attempt.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { ReasonButton } from './reason-button.tsx';

interface Props {
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
export function TypedDialog({ title, children, field, missing, button, onConfirm, onClose }: Props): ReactNode {
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const reason = busy ? 'It is being done.' : missing(typed);
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
  return typed === '' ? 'Type the passphrase first.' : null;
}
