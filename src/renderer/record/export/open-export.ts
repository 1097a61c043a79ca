import { createContext, use, useCallback } from 'react';
import type { ExportSource, ListingExport } from './export-source.ts';
import type { StudyCard } from '../../../shared/contract.ts';
import { usePackState } from '../site-pack/site-pack-marks.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';

export const ExportContext = createContext<((source: ExportSource | ListingExport) => void) | null>(null);

/** Returns the function that opens the export dialog for what a screen shows. */
export function useExport(): (source: ExportSource | ListingExport) => void {
  const open = use(ExportContext);
  if (open === null) throw new TypeError('A component that exports was drawn outside of the shell.');
  return open;
}

/** Opens the export dialog for a whole study; null if nothing of it is mirrored or its site pack has expired. */
export function useExportStudy({ study, status, sitePack }: StudyCard): (() => void) | null {
  const openExport = useExport();
  const [filter] = useSubjectFilter(study);
  const subjects = filter?.subjects ?? null;
  const over = usePackState(sitePack)?.over === true;
  const open = useCallback(() => {
    openExport({ study, subjects, grid: null });
  }, [openExport, study, subjects]);
  return over || status.datasets.every(({ asOf }) => asOf === null) ? null : open;
}
