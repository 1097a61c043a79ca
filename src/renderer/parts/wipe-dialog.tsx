import { Button, Modal, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Glyph } from './icon.tsx';
import { useAttempt } from './use-attempt.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface Props {
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
export function WipeDialog({ does, says, label, word, onWipe, onClose }: Props): ReactNode {
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const { busy, problem, attempt } = useAttempt();
  return (
    <Modal opened onClose={onClose} title={does}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(() => onWipe(typed));
        }}
      >
        <p className="t2">{says}</p>
        <TextInput
          size="md"
          label={label}
          value={typed}
          data-autofocus
          autoComplete="off"
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
            className="danger-button"
            variant="filled"
            size="md"
            type="submit"
            disabled={busy || typed !== word}
            leftSection={<Glyph of={IconTrash} size={14} />}
          >
            {does}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
