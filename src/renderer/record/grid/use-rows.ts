import type { IDatasource } from 'ag-grid-community';
import { useCallback, useEffect, useState } from 'react';
import type { GridRow, Output } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import type { Selection, Sort } from '../../../shared/query.ts';
import { useCall, useReloadOn } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import { blockSize, createRowsSource, readRows, type RowsQuestion } from './rows-source.ts';

export interface Rows {
  /** Serves the grid; null until the first rows have been read. */
  readonly source: IDatasource | null;
  /** Whether the current query failed, so that the table still has the rows of an earlier one. */
  readonly isOutdated: boolean;
  /** The latest counts; those of the previous query while new ones load. */
  readonly counts: Output<'rows.count'> | null;
  /** Whether the counts are those of the current query. */
  readonly counted: boolean;
  readonly error: ErrorReport | null;
  readonly retry: () => void;
}

/** The counts of the current query; null while it is counted or if that failed. */
export function currentCounts({ counts, counted }: Pick<Rows, 'counts' | 'counted'>): Rows['counts'] {
  return counted ? counts : null;
}

/**
 * The rows and counts of a query. Counts are reloaded when the generation grows; the grid refreshes its blocks itself. `onRows` is called
 * with all rows that are read, before they are shown.
 */
export function useRows(
  study: string,
  selection: Selection,
  sort: readonly Sort[],
  generation: number,
  onRows: (rows: readonly GridRow[]) => void,
): Rows {
  const { data } = useModel();
  const [turn, setTurn] = useState(0);
  const [read, setRead] = useState<{ readonly asked: string; readonly source: IDatasource } | null>(null);
  const [failure, setFailure] = useState<ErrorReport | null>(null);
  const asked = JSON.stringify({ study, selection, sort });
  useEffect(() => {
    let current = true;
    const question = JSON.parse(asked) as RowsQuestion;
    const fail = (error: unknown): void => {
      if (current) setFailure(reportOf(error));
    };
    readRows(data.call, question, 0, blockSize).then((first) => {
      if (!current) return;
      setFailure(null);
      onRows(first);
      setRead({ asked, source: createRowsSource(data.call, question, first, { onRows, onFailure: fail }) });
    }, fail);
    return () => {
      current = false;
    };
  }, [data, asked, turn, onRows]);
  // Requested after the rows: the reader answers one call at a time, and counting takes longer.
  const counts = useCall('rows.count', { study, selection });
  useReloadOn(generation, counts.reload);
  const { reload } = counts;
  const retry = useCallback(() => {
    setTurn((before) => before + 1);
    reload();
  }, [reload]);
  return {
    source: read?.source ?? null,
    isOutdated: areOutdated({ read: read?.asked ?? null, asked, hasFailed: failure !== null }),
    counts: counts.data,
    counted: !counts.loading && counts.error === null,
    error: failure ?? counts.error,
    retry,
  };
}

interface Asked {
  /** The query of the rows in the table; null if there are none yet. */
  readonly read: string | null;
  readonly asked: string;
  readonly hasFailed: boolean;
}

/** Whether rows would be shown under the words of a query that failed, to which they do not belong. */
export function areOutdated({ read, asked, hasFailed }: Asked): boolean {
  return hasFailed && read !== null && read !== asked;
}
