import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { NoteMark } from '../notes/follow-mark.tsx';
import { ChangeMark } from '../../ui/parts/badges.tsx';

const up = 'M4 1 7.6 7H.4Z';
const down = 'M4 7 .4 1h7.2Z';

/**
 * H or L with a triangle for results above or below the range, a dot for those within it (without a dot, no flag was derived). Any other
 * flag is shown as it is.
 */
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

/** A CTCAE grade such as "G3" with a triangle; negative for a low result. Grade 0 is muted. */
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

/** CSS classes of a response code, which have the same colour as in charts. */
export function responseClass(code: string): string {
  return `response response-${responseClasses[code] ?? 'other'}`;
}

/** A response code in the same colour as in charts. */
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

/** The marks shown in cells, rendered once outside the document. Cells do not use React, so they clone them. */
export class Stamps {
  readonly sheet = document.createElement('div');

  copyOf(name: StampName): HTMLElement {
    const drawn = this.sheet.querySelector(`[data-stamp=${name}]`)?.firstElementChild;
    if (drawn === null || drawn === undefined) throw new TypeError(`The mark ${name} was wanted before it was drawn.`);
    return drawn.cloneNode(true) as HTMLElement;
  }
}

/** Stamps for one table, and the portal that renders them, which must be rendered with the table. */
export function useStamps(): readonly [Stamps, ReactNode] {
  const [stamps] = useState(() => new Stamps());
  const sheet = Object.entries(drawings).map(([name, drawing]) => (
    <span key={name} data-stamp={name}>
      {drawing}
    </span>
  ));
  return [stamps, createPortal(sheet, stamps.sheet)];
}
