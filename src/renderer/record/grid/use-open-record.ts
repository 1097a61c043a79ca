import type { GridApi } from 'ag-grid-community';
import { useCallback } from 'react';
import type { GridRow } from '../../../shared/contract.ts';
import { useModel, usePlace } from '../../data/model/model-context.ts';
import { studyPlace, subjectPlace, type RecordAddress } from '../../data/model/place.ts';
import { showFailure } from '../../ui/parts/toasts.tsx';
import { useGrid } from './grid-context.ts';
import { readRows } from './rows-source.ts';

export interface OpenRecord {
  readonly openKey: string | null;
  readonly openRow: (row: GridRow) => void;
  readonly close: () => void;
  /** Opens the previous or next row; null if the table does not know the position of the open one. */
  readonly step: ((by: -1 | 1) => void) | null;
}

/** The record in the inspector. It is part of the place, so opening or stepping to another one navigates there. */
export function useOpenRecord(api: GridApi<GridRow> | null): OpenRecord {
  const { data } = useModel();
  const { place, go } = usePlace();
  const {
    card,
    dataset,
    subject,
    selection,
    order,
    rows: { counts },
  } = useGrid();
  const openKey = place.name === 'study' && place.record?.dataset === dataset.name ? place.record.key : null;
  const show = useCallback(
    (record: RecordAddress | null) => {
      go(subject === null ? studyPlace(card.study, dataset.name, record) : subjectPlace(card.study, subject, record));
    },
    [go, card.study, dataset, subject],
  );
  const openRow = useCallback(
    (row: GridRow) => {
      show({ dataset: dataset.name, key: row.key });
    },
    [show, dataset],
  );
  const close = useCallback(() => {
    show(null);
  }, [show]);
  const index = openKey === null ? null : indexOf(api, openKey);
  const step = useCallback(
    (by: -1 | 1) => {
      const next = (openKey === null ? null : indexOf(api, openKey)) ?? Number.NaN;
      const target = next + by;
      if (api === null || !(target >= 0) || target >= (counts?.rows ?? 0)) return;
      api.ensureIndexVisible(target);
      const known = api.getDisplayedRowAtIndex(target)?.data;
      if (known !== undefined) {
        openRow(known);
        return;
      }
      readRows(data.call, { study: card.study, selection, sort: order }, target, 1).then(
        ([row]) => {
          if (row !== undefined) openRow(row);
        },
        (error: unknown) => {
          showFailure('The next record could not be read', error);
        },
      );
    },
    [api, openKey, counts, data, card.study, selection, order, openRow],
  );
  return { openKey, openRow, close, step: index === null ? null : step };
}

function indexOf(api: GridApi<GridRow> | null, key: string): number | null {
  if (api === null || api.isDestroyed()) return null;
  return api.getRowNode(key)?.rowIndex ?? null;
}
