import type { ReactNode } from 'react';
import { TypedDialog } from '../../ui/parts/typed-dialog.tsx';
import { namedLike, type Named } from './named.ts';

/** Characters that a name may have. */
const longest = 80;

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** What is kept already: the same name writes over it. */
  readonly kept: readonly Named[];
  /** Gets the name, and the one of that name where there is one. */
  readonly onSave: (name: string, before: Named | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name to save something under. */
export function NameDialog({ title, children, kept, onSave, onClose }: Props): ReactNode {
  return (
    <TypedDialog
      title={title}
      field={{ kind: 'text', label: 'Name', description: 'Up to 80 characters. An existing name is written over.' }}
      missing={missingName}
      button={{ does: 'Save' }}
      onConfirm={async (typed) => {
        await onSave(typed.trim(), namedLike(kept, typed));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="t2">{children}</p>
    </TypedDialog>
  );
}

function missingName(typed: string): string | null {
  if (typed.trim() === '') return 'Type a name first.';
  return typed.trim().length > longest ? `A name has ${String(longest)} characters at most.` : null;
}
