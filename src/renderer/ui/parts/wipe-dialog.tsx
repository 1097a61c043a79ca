import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from './icon.tsx';
import { TypedDialog } from './typed-dialog.tsx';

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
  return (
    <TypedDialog
      title={does}
      field={{ kind: 'text', label }}
      missing={(typed) => (typed === word ? null : `Type ${word} letter by letter first.`)}
      button={{ does, icon: <Glyph of={IconTrash} size={14} />, danger: true }}
      onConfirm={onWipe}
      onClose={onClose}
    >
      <p className="t2">{says}</p>
    </TypedDialog>
  );
}
