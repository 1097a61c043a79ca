import { useCallback, useState } from 'react';
import { pivotColumns } from '../../../shared/pivot.ts';
import type { ErrorReport } from '../../../shared/errors.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import type { DataSource } from '../../data/port/data-source.ts';
import { useLoad } from '../../data/calls/use-call.ts';
import { useModel } from '../../data/model/model-context.ts';
import type { ExportSubject } from './export-options.ts';
import type { ExportSource, GridSource, WholeDataset } from '../../record/export/export-source.ts';
import type { Whose } from './export-parts.tsx';

/** The choice of whose data is exported: that of the filtered subjects, or of all. */
export interface Asked {
  readonly whose: Whose;
  readonly choose: (whose: Whose) => void;
  readonly subject: ExportSubject;
  /** False while `all` is chosen and the rows of all subjects are not counted yet. */
  readonly counted: boolean;
  readonly error: ErrorReport | null;
  readonly retry: () => void;
}

/** What the dialog was opened for, or the same without the subject filter and with new counts. */
export function useWhose(shown: ExportSubject, everybody: readonly WholeDataset[]): Asked {
  const { data } = useModel();
  const [whose, choose] = useState<Whose>('shown');
  const { source } = shown;
  const load = useCallback(async () => (whose === 'all' ? withEverybody(data, source) : null), [data, source, whose]);
  const all = useLoad(load);
  const subject = whose === 'all' && all.data !== null ? { source: all.data, whole: everybody, meant: null } : shown;
  const counted = whose === 'shown' || (all.data !== null && !all.loading);
  return { whose, choose, subject, counted, error: all.error, retry: all.reload };
}

/** The same rows, search and filters for all subjects, with new counts. */
export async function withEverybody(data: Pick<DataSource, 'call'>, { study, grid }: ExportSource): Promise<ExportSource> {
  return { study, subjects: null, grid: grid === null ? null : await (grid.pivot === undefined ? rowsOf : visitsOf)(data, study, grid) };
}

async function rowsOf({ call }: Pick<DataSource, 'call'>, study: string, grid: GridSource): Promise<GridSource> {
  const selection = { ...grid.selection, subjects: null };
  const { chosen } = grid;
  const [{ rows, of }, picked] = await Promise.all([
    call('rows.count', { study, selection }),
    chosen === null ? { rows: 0 } : call('rows.count', { study, selection: { ...selection, chosen } }),
  ]);
  return { ...grid, selection, counts: { selected: picked.rows, filtered: rows, all: of } };
}

async function visitsOf({ call }: Pick<DataSource, 'call'>, study: string, grid: GridSource): Promise<GridSource> {
  const selection = { ...grid.selection, subjects: null };
  const tests = [...(grid.pivot?.tests ?? [])];
  const question = { study, tests, sort: [], offset: 0, limit: 1 };
  const [filtered, all] = await Promise.all([
    call('pivot.read', { ...question, selection }),
    call('pivot.read', { ...question, selection: { ...selection, where: [], search: '' } }),
  ]);
  const columns = pivotColumns(datasets[grid.dataset], filtered.tests, true);
  return { ...grid, selection, counts: { selected: 0, filtered: filtered.of, all: all.of }, pivot: { tests, columns } };
}
