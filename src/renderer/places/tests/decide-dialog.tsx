import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn } from '../../ui/parts/dialogs.tsx';

/** A decision to ask for, about a test or a unit as sent. */
export interface Asked {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  /** Whether a value is valid. */
  readonly holds: (value: string) => boolean;
  /** Consequence of a valid value to show before it is saved; null if there is none. */
  readonly warns: (value: string) => string | null;
  readonly onTake: (value: string) => void;
  /** Other ways to decide, each a button. */
  readonly others: readonly { readonly label: string; readonly take: () => void }[];
}

/** Asks for the code of a test, or the meaning of a unit. */
export function DecideDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }): ReactNode {
  useFocusReturn();
  const [value, setValue] = useState(asked.value);
  const given = value.trim();
  const holds = asked.holds(given);
  const warning = holds ? asked.warns(given) : null;
  return (
    <Modal opened onClose={onClose} title={asked.title}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!holds) return;
          asked.onTake(given);
          onClose();
        }}
      >
        <TextInput
          label={asked.label}
          description={asked.hint}
          error={given !== '' && !holds ? asked.hint : undefined}
          data-autofocus
          value={value}
          onChange={(event) => {
            setValue(event.currentTarget.value);
          }}
        />
        <p className="tests-warning small" role="status" hidden={warning === null}>
          {warning}
        </p>
        <div className="dialog-foot">
          {asked.others.map(({ label, take }) => (
            <Button
              key={label}
              variant="subtle"
              size="md"
              onClick={() => {
                take();
                onClose();
              }}
            >
              {label}
            </Button>
          ))}
          <span className="push" />
          <Button variant="subtle" size="md" onClick={onClose}>
            Cancel
          </Button>
          <ReasonButton variant="filled" size="md" type="submit" reason={holds ? null : asked.hint}>
            Save
          </ReasonButton>
        </div>
      </form>
    </Modal>
  );
}
