import type { ReactNode } from 'react';

/** A labelled choice in the export dialog. */
export function ExportLine({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="export-line">
      <span className="export-label">{label}</span>
      <div>{children}</div>
    </div>
  );
}
