import { IconFlag3, IconFlagCheck, IconNote } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { FollowUp } from './note-model.ts';
import './notes.css';

/** Follow-up state of a note, as a flag and a word; empty if no follow-up was requested. */
export function FollowMark({ followUp }: { readonly followUp: FollowUp }): ReactNode {
  if (followUp === 'none') return null;
  return (
    <span className={`follow follow-${followUp}`}>
      <Glyph of={followUp === 'open' ? IconFlag3 : IconFlagCheck} size={14} />
      {followUp === 'open' ? 'Follow-up' : 'Done'}
    </span>
  );
}

/** Icon of a record with notes; a flag if one of them is an open follow-up. */
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
