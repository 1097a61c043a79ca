import type { ReactNode } from 'react';

/** H or L with a triangle for what is above or below its range, a dot for what is within (nothing was worked out where there is none); anything else as it is. */
export function FlagBadge({ flag }: { readonly flag: string }): ReactNode {
  if (flag === 'HIGH')
    return (
      <span className="flag flag-high" title="Above the reference range">
        H<Triangle path="M4 1 7.6 7H.4Z" />
      </span>
    );
  if (flag === 'LOW')
    return (
      <span className="flag flag-low" title="Below the reference range">
        L<Triangle path="M4 7 .4 1h7.2Z" />
      </span>
    );
  if (flag === 'NORMAL') return <span className="flag-normal" role="img" aria-label="Normal" title="Within the reference range" />;
  return <span className="t3">{flag}</span>;
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
