import type { ReactNode } from 'react';

/** The part of a menu that scrolls where it has many items; it takes the focus, so that it scrolls by keyboard too. */
export function MenuScroll({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="menu-scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
