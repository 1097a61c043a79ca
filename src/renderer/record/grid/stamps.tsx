import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { NoteMark } from '../notes/follow-mark.tsx';
import { ChangeMark } from '../../ui/parts/change-mark.tsx';
import { FlagBadge } from './cell-marks.tsx';

const drawings = {
  new: <ChangeMark kind="new" />,
  changed: <ChangeMark kind="changed" />,
  note: <NoteMark open={false} />,
  open: <NoteMark open />,
  HIGH: <FlagBadge flag="HIGH" />,
  LOW: <FlagBadge flag="LOW" />,
  NORMAL: <FlagBadge flag="NORMAL" />,
};
export type StampName = keyof typeof drawings;

/** The marks that cells show, drawn once outside of the page: cells without React take copies. */
export class Stamps {
  readonly sheet = document.createElement('div');

  /** A new copy of a mark. */
  copyOf(name: StampName): HTMLElement {
    const drawn = this.sheet.querySelector(`[data-stamp=${name}]`)?.firstElementChild;
    if (drawn === null || drawn === undefined) throw new TypeError(`The mark ${name} was wanted before it was drawn.`);
    return drawn.cloneNode(true) as HTMLElement;
  }
}

/** Stamps for one table, and what draws them; it stands beside the table. */
export function useStamps(): readonly [Stamps, ReactNode] {
  const [stamps] = useState(() => new Stamps());
  const sheet = Object.entries(drawings).map(([name, drawing]) => (
    <span key={name} data-stamp={name}>
      {drawing}
    </span>
  ));
  return [stamps, createPortal(sheet, stamps.sheet)];
}
