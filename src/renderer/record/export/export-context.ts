import { createContext, use } from 'react';
import type { ExportSource, ListingExport } from './export-source.ts';

export const ExportContext = createContext<((source: ExportSource | ListingExport) => void) | null>(null);

/** Returns the function that opens the export dialog for what a screen shows. */
export function useExport(): (source: ExportSource | ListingExport) => void {
  const open = use(ExportContext);
  if (open === null) throw new TypeError('A component that exports was drawn outside of the shell.');
  return open;
}
