import { useCallback } from 'react';
import type { PivotRow } from '../../../shared/calls/views.ts';
import { useCopyCell } from '../grid/copying.ts';
import { pivotColumns } from '../../../shared/pivot.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { useGrid } from '../grid/grid-context.ts';
import { withFilter, type ByVisit } from '../../data/table/grid-state.ts';
import { usePlace } from '../../data/model/model-context.ts';
import { studyPlace, subjectPlace, type RecordAddress } from '../../data/model/place.ts';
import { lineConditions } from './pivot-model.ts';

/** Returns a function that widens the subject and visit columns to fit loaded rows. */
export function useLeadWidths(): (rows: readonly PivotRow[]) => void {
  const { dataset, grow } = useGrid();
  return useCallback(
    (rows) => {
      const leads = pivotColumns(dataset, [], false).filter(({ name }) => name === 'subject' || name === 'visit');
      grow(
        leads,
        rows.map((row) => leads.map(({ name }) => (name === 'subject' ? row.subject : (row.visit ?? '')))),
      );
    },
    [dataset, grow],
  );
}

export function useSetByVisit(): (next: (before: ByVisit) => Partial<ByVisit>) => void {
  const { change } = useGrid();
  return useCallback(
    (next) => {
      change((before) => ({ ...before, byVisit: { ...before.byVisit, ...next(before.byVisit) } }));
    },
    [change],
  );
}

/** The tests of the dataset with results from the filtered subjects. */
export function useKnownTests(generation: number) {
  const { card, dataset, selection } = useGrid();
  const name = dataset.name === 'vitals' ? 'vitals' : 'labs';
  const { data, error, reload } = useCall('tests.list', { study: card.study, dataset: name, subjects: selection.subjects });
  useReloadOn(generation, reload);
  return { tests: data?.tests ?? null, error, reload };
}

/** Actions of the cells of the table by visit, and the record that is open. */
export function usePivotSteps() {
  const { place, go } = usePlace();
  const { card, dataset, subject: pageOf, change } = useGrid();
  const { study } = card;
  const openKey = place.name === 'study' && place.record?.dataset === dataset.name ? place.record.key : null;
  const show = useCallback(
    (record: RecordAddress | null) => {
      go(pageOf === null ? studyPlace(study, dataset.name, record) : subjectPlace(study, pageOf, record));
    },
    [go, study, dataset, pageOf],
  );
  const openRecord = useCallback(
    (key: string) => {
      show({ dataset: dataset.name, key });
    },
    [show, dataset],
  );
  const close = useCallback(() => {
    show(null);
  }, [show]);
  const openLine = useCallback(
    (line: PivotRow, cell: PivotRow['cells'][number]) => {
      const conditions = lineConditions(line, dataset, cell);
      const replaced = conditions.map(({ column }) => column);
      change((before) => ({
        ...withFilter(before, { where: [...before.where.filter(({ column }) => !replaced.includes(column)), ...conditions] }),
        byVisit: { ...before.byVisit, shown: false },
      }));
    },
    [change, dataset],
  );
  const copy = useCopyCell();
  return { openKey, openRecord, openLine, close, copy };
}
