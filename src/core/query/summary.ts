import type { Output } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import type { Selection } from '../../shared/query.ts';
import { binCount } from './bins.ts';
import { findColumn, sqlName, sqlPresent, sqlTime } from './columns.ts';
import { compileSelection } from './compile.ts';
import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import type { Sql } from './sql.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlCells, sqlRecords } from './tables.ts';

export type ColumnSummary = Output<'column.summary'>;

/** Summarizes a column over the selected rows. Dates have their earliest and latest text as sent; lists have no order. */
export function columnSummary(study: StudyReader, selection: Selection, name: string, columns: ColumnsInMemory = noColumns): ColumnSummary {
  return inSnapshot(study, () => columns.of(study, selection.dataset)?.summary(selection, name) ?? summaryInTable(study, selection, name));
}

function summaryInTable(study: StudyReader, selection: Selection, name: string): ColumnSummary {
  const dataset = datasets[selection.dataset];
  const column = findColumn(dataset, name);
  const where = compileSelection(dataset, selection);
  const summary = summarise(study, dataset, column, where);
  return { ...summary, bins: column.kind === 'number' ? histogram(study, dataset, column, where, summary) : [] };
}

function summarise({ db }: StudyReader, dataset: Dataset, column: Column, where: Sql): Omit<ColumnSummary, 'bins'> {
  const totals = db
    .prepare<unknown[], Omit<ColumnSummary, 'bins'>>(
      `SELECT ifnull(sum(n) FILTER (WHERE value IS NOT NULL), 0) AS present, ifnull(sum(n) FILTER (WHERE value IS NULL), 0) AS missing,
       count(DISTINCT value) AS "distinct", min(value) AS min, max(value) AS max FROM (${sqlCells(dataset, column, sqlPresent(column), where.text)})`,
    )
    .get(...where.values) ?? { present: 0, missing: 0, distinct: 0, min: null, max: null };
  if (column.kind === 'list') return { ...totals, min: null, max: null };
  if (column.kind === 'datetime')
    return { ...totals, min: textAt('min', db, dataset, column, where), max: textAt('max', db, dataset, column, where) };
  return { ...totals, min: withoutSign(totals.min), max: withoutSign(totals.max) };
}

/** -0 equals 0, and which of the two occurs first in a column is irrelevant. */
function withoutSign<T>(value: T): T | 0 {
  return value === 0 ? 0 : value;
}

/** Returns the text of the earliest or latest date; if several have the same time, the first text. */
function textAt(extreme: 'min' | 'max', db: StudyReader['db'], dataset: Dataset, column: Column, where: Sql): string | null {
  const text = db
    .prepare<unknown[], string>(
      `SELECT ${sqlName(column)} FROM ${sqlRecords(dataset, [column])} WHERE ${where.text} AND ${sqlTime(column)} IS NOT NULL
       ORDER BY ${sqlTime(column)} ${extreme === 'min' ? 'ASC' : 'DESC'}, ${sqlName(column)} LIMIT 1`,
    )
    .pluck()
    .get(...where.values);
  return text ?? null;
}

function histogram(
  { db }: StudyReader,
  dataset: Dataset,
  column: Column,
  where: Sql,
  { min, max, present }: Omit<ColumnSummary, 'bins'>,
): number[] {
  if (typeof min !== 'number' || typeof max !== 'number') return [];
  const width = (max - min) / binCount;
  if (!Number.isFinite(width)) return [];
  if (width === 0) return [present];
  const bins = Array.from({ length: binCount }, () => 0);
  const counted = db
    .prepare<unknown[], { readonly bin: number; readonly n: number }>(
      `SELECT min(CAST((value - ?) / ? AS INTEGER), ${String(binCount - 1)}) AS bin, sum(n) AS n FROM (${sqlCells(dataset, column, sqlName(column), where.text)}) WHERE value IS NOT NULL GROUP BY 1`,
    )
    .all(min, width, ...where.values);
  for (const { bin, n } of counted) bins[bin] = n;
  return bins;
}
