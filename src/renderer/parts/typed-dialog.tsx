import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useAttempt } from './use-attempt.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface Props {
  readonly title: string;
  /** What it does; stands above the field. */
  readonly children: ReactNode;
  /** What has to be typed. */
  readonly field: { readonly kind: 'text' | 'passphrase'; readonly label: string; readonly description?: string };
  readonly isReady: (typed: string) => boolean;
  readonly button: { readonly does: ReactNode; readonly icon?: ReactNode; readonly danger?: boolean };
  /** Gets what was typed. What it rejects with stands beneath the field. */
  readonly onConfirm: (typed: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for something to be typed before it does what is said. */
export function TypedDialog({ title, children, field, isReady, button, onConfirm, onClose }: Props): ReactNode {
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const { busy, problem, attempt } = useAttempt();
  const ready = isReady(typed) && !busy;
  const isPassphrase = field.kind === 'passphrase';
  const Field = isPassphrase ? PasswordInput : TextInput;
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) attempt(() => onConfirm(typed));
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
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <div className="dialog-foot">
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button
            {...(button.danger === true ? { className: 'danger-button' } : {})}
            variant="filled"
            size="md"
            type="submit"
            disabled={!ready}
            leftSection={button.icon}
          >
            {button.does}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
