import { useCallback } from 'react';
import type { StudyCard } from '../../../shared/contract.ts';
import { usePackState } from '../../record/site-pack/site-pack-marks.tsx';
import { useSubjectFilter } from '../../data/model/use-subject-filter.ts';
import { useExport } from '../../record/export/export-context.ts';

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
