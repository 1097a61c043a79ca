import type { ReactNode } from 'react';

/** A shield with a tick: every pass adds up. */
export function ProofIcon({ className = '' }: { readonly className?: string }): ReactNode {
  return (
    <svg
      className={`icon ${className}`}
      width={16}
      height={16}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M12 3.5c2.3 1.8 4.8 2.6 7.5 2.7 0 6.3-1.8 11.3-7.5 14.3-5.7-3-7.5-8-7.5-14.3 2.7-.1 5.2-.9 7.5-2.7Z" />
      <path d="m9 12 2.2 2.2L15.2 10" />
    </svg>
  );
}
