import { IconFlag3, IconFlagCheck, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { FollowUp } from './note-model.ts';
import './notes.css';

/** Whether a note is to be looked at again: a flag and a word; nothing where nobody asked for it. */
export function FollowMark({ followUp }: { readonly followUp: FollowUp }): ReactNode {
  if (followUp === 'none') return null;
  return (
    <span className={`follow follow-${followUp}`}>
      <Glyph of={followUp === 'open' ? IconFlag3 : IconFlagCheck} size={14} />
      {followUp === 'open' ? 'Follow-up' : 'Done'}
    </span>
  );
}

/** The sign of a record that has notes: a flag where one of them is to be followed up. */
export function NoteMark({ open }: { readonly open: boolean }): ReactNode {
  return (
    <span
      className={open ? 'note-mark follow-open' : 'note-mark'}
      role="img"
      aria-label={open ? 'Follow-up' : 'Note'}
      title={open ? 'Open follow-up' : 'Note'}
    >
      <Glyph of={open ? IconFlag3 : IconNote} size={12} />
    </span>
  );
}
