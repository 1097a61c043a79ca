import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { NoteMark } from '../notes/follow-mark.tsx';
import { ChangeMark } from '../../ui/parts/badges.tsx';

const up = 'M4 1 7.6 7H.4Z';
const down = 'M4 7 .4 1h7.2Z';

/** H or L with a triangle for what is above or below its range, a dot for what is within (nothing was worked out where there is none); anything else as it is. */
export function FlagBadge({ flag }: { readonly flag: string }): ReactNode {
  if (flag === 'HIGH')
    return (
      <span className="flag flag-high" title="Above the reference range">
        H<Triangle path={up} />
      </span>
    );
  if (flag === 'LOW')
    return (
      <span className="flag flag-low" title="Below the reference range">
        L<Triangle path={down} />
      </span>
    );
  if (flag === 'NORMAL') return <span className="flag-normal" role="img" aria-label="Normal" title="Within the reference range" />;
  return <span className="t3">{flag}</span>;
}

/** "G3" with a triangle: a CTCAE grade, negative for one of a low result; grade 0 stays quiet. */
export function GradeBadge({ grade }: { readonly grade: number }): ReactNode {
  const name = `G${String(Math.abs(grade))}`;
  if (grade === 0) return <span className="flag flag-grade-0">{name}</span>;
  return (
    <span className={`flag ${grade < 0 ? 'flag-low' : 'flag-high'}`}>
      {name}
      <Triangle path={grade < 0 ? down : up} />
    </span>
  );
}

function Triangle({ path }: { readonly path: string }): ReactNode {
  return (
    <svg viewBox="0 0 8 8" aria-hidden>
      <path d={path} />
    </svg>
  );
}

const responseClasses: Readonly<Record<string, string>> = { CR: 'cr', PR: 'pr', SD: 'sd', PD: 'pd', NE: 'ne' };

/** The classes of a response code, with the colour that charts give it. */
export function responseClass(code: string): string {
  return `response response-${responseClasses[code] ?? 'other'}`;
}

/** A response code: its letters, with the colour that charts give it. */
export function ResponseBadge({ code }: { readonly code: string }): ReactNode {
  return <span className={responseClass(code)}>{code}</span>;
}

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
