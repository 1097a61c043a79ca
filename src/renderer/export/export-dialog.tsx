import type { ReactNode } from 'react';
import type { ExportSource } from './export-source.ts';
export function ExportDialog(_props: { readonly source: ExportSource; readonly onClose: () => void }): ReactNode {
  return null;
}
