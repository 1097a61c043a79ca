import { Button, Modal, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { reportOf } from '../../../shared/errors.ts';
import { Glyph } from '../../ui/parts/icon.tsx';
import { ProblemNote } from '../../ui/parts/states.tsx';
import { ReasonButton } from '../../ui/parts/buttons.tsx';
import { useFocusReturn, TypedDialog } from '../../ui/parts/dialogs.tsx';
import './saved.css';

interface Props {
  readonly title: string;
  readonly kept: readonly Named[];
  readonly onTake: (id: string) => void;
  /** Both reject with an AppError. */
  readonly onRename: (id: string, title: string) => Promise<void>;
  readonly onRemove: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Lists saved items, which can be applied, renamed or deleted. */
export function SavedDialog({ title, kept, onTake, onRename, onRemove, onClose }: Props): ReactNode {
  useFocusReturn();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (action: Promise<void>): void => {
    setProblem(null);
    action.catch((error: unknown) => {
      setProblem(reportOf(error).message);
    });
  };
  const rename = ({ id, title: before }: Named, typed: string): void => {
    const name = typed.trim();
    const other = namedLike(kept, name);
    if (other !== null && other.id !== id) {
      setProblem(`“${other.title}” already exists. Choose another name, or delete that one first.`);
      return;
    }
    setRenaming(null);
    if (name !== '' && name !== before) attempt(onRename(id, name));
  };
  return (
    <Modal opened onClose={onClose} title={title} closeOnEscape={renaming === null}>
      <div className="dialog-form">
        {kept.length === 0 && <p className="t2">Nothing is saved here any more.</p>}
        <ul className="saved-list" aria-label={title}>
          {kept.map((one) =>
            renaming === one.id ? (
              <li key={one.id} className="saved-line">
                <RenameField
                  before={one.title}
                  onDone={(typed) => {
                    rename(one, typed);
                  }}
                  onCancel={() => {
                    setRenaming(null);
                  }}
                />
              </li>
            ) : (
              <SavedLine
                key={one.id}
                one={one}
                onTake={() => {
                  onTake(one.id);
                  onClose();
                }}
                onRename={() => {
                  setProblem(null);
                  setRenaming(one.id);
                }}
                onRemove={() => {
                  attempt(onRemove(one.id));
                }}
              />
            ),
          )}
        </ul>
        <ProblemNote problem={problem} />
        <div className="dialog-foot">
          <Button size="md" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function SavedLine({
  one: { title, says },
  onTake,
  onRename,
  onRemove,
}: {
  readonly one: Named;
  readonly onTake: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}): ReactNode {
  return (
    <li className="saved-line">
      <button type="button" className="saved-take" onClick={onTake}>
        <span className="medium clip">{title}</span>
        <span className="small t3 clip">{says}</span>
      </button>
      <button type="button" className="bare-icon" aria-label={`Rename ${title}`} title="Rename" onClick={onRename}>
        <Glyph of={IconPencil} size={14} />
      </button>
      <button type="button" className="bare-icon" aria-label={`Delete ${title}`} title="Delete" onClick={onRemove}>
        <Glyph of={IconTrash} size={14} />
      </button>
    </li>
  );
}

function RenameField({
  before,
  onDone,
  onCancel,
}: {
  readonly before: string;
  readonly onDone: (typed: string) => void;
  readonly onCancel: () => void;
}): ReactNode {
  const [typed, setTyped] = useState(before);
  return (
    <form
      className="saved-rename"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(typed);
      }}
    >
      <TextInput
        aria-label={`New name of ${before}`}
        value={typed}
        maxLength={longest}
        autoFocus
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <ReasonButton type="submit" reason={typed.trim() === '' ? 'Enter a name first.' : null}>
        Rename
      </ReasonButton>
    </form>
  );
}

/** Maximum length of a name in characters. */
const longest = 80;

interface NameDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Existing items; saving under the same name replaces one. */
  readonly kept: readonly Named[];
  /** `before`: the existing item with this name, which is replaced. */
  readonly onSave: (name: string, before: Named | null) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a name to save something under. */
export function NameDialog({ title, children, kept, onSave, onClose }: NameDialogProps): ReactNode {
  return (
    <TypedDialog
      title={title}
      field={{
        kind: 'text',
        label: 'Name',
        description: `Up to ${String(longest)} characters. Saving under an existing name replaces it.`,
      }}
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
  if (typed.trim() === '') return 'Enter a name first.';
  return typed.trim().length > longest ? `A name can have at most ${String(longest)} characters.` : null;
}

/** An item saved under a name. */
export interface Named {
  readonly id: string;
  readonly title: string;
  /** Short description. */
  readonly says: string;
}

/** Sorts by name in natural order ("C2" before "C10"), ignoring case. */
export function byTitle<T extends { readonly title: string }>(named: readonly T[]): readonly T[] {
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return named.toSorted((left, right) => order.compare(left.title, right.title));
}

/** The item with this name, ignoring case and surrounding spaces. Saving under the name replaces it. */
export function namedLike<T extends { readonly title: string }>(named: readonly T[], title: string): T | null {
  const same = (one: string): string => one.trim().toLowerCase();
  return named.find((one) => same(one.title) === same(title)) ?? null;
}
