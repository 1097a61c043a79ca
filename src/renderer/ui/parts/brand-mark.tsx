import type { ReactNode } from 'react';

/** Carrel's sign: a desk with a lamp, seen from above. */
export function BrandMark({ size }: { readonly size: number }): ReactNode {
  return (
    <svg
      className="brand-mark"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M19 4.5H7A2.5 2.5 0 0 0 4.5 7v10A2.5 2.5 0 0 0 7 19.5h12" />
      <path d="M10.5 9.5v5" />
      <circle cx={17.5} cy={12} r={1.9} fill="currentColor" stroke="none" />
    </svg>
  );
}
