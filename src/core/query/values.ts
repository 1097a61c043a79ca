import type { Output, Input } from '../../shared/contract.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { findColumn, sqlName } from './columns.ts';
import { compileSelection, everyRow } from './compile.ts';
import { sqlContains } from './contains.ts';
import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlCells, sqlRecords } from './tables.ts';

interface ValueRow {
  readonly value: string | number | null;
  readonly count: number;
  readonly distinct: number;
}

/**
 * Returns distinct values of a column with their counts, among the rows that match the conditions on other columns; the most frequent
 * first, then by value. Null means no value (as does an empty text) and is not one of the `distinct`. Items of a list are counted
 * separately.
 */
export function columnValues(
  study: StudyReader,
  question: Omit<Input<'column.values'>, 'study'>,
  columns: ColumnsInMemory = noColumns,
): Output<'column.values'> {
  return inSnapshot(study, () => columns.of(study, question.selection.dataset)?.values(question) ?? valuesInTable(study, question));
}

function valuesInTable(
  { db }: StudyReader,
  { selection, column: name, search, limit }: Omit<Input<'column.values'>, 'study'>,
): Output<'column.values'> {
  const dataset = datasets[selection.dataset];
  const column = findColumn(dataset, name);
  const where = compileSelection(dataset, { ...selection, where: selection.where.filter((condition) => condition.column !== name) });
  const found = search === '' ? { text: '1', values: [] } : sqlContains('value', search);
  const rows = db
    .prepare<unknown[], ValueRow>(
      `WITH counted AS (${countedValues(dataset, column, where.text)})
       SELECT nullif(value, '') AS value, sum(n) AS count, count(nullif(value, '')) OVER () AS "distinct"
       FROM counted WHERE ${found.text} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?`,
    )
    .all(...where.values, ...found.values, limit);
  return {
    distinct: rows[0]?.distinct ?? 0,
    values: rows.map(({ value, count }) => ({ value: value === null ? null : String(value), count })),
  };
}

/**
 * Grouping the bare column lets an index do the counting if nothing narrows the rows. Otherwise the plus keeps SQLite from walking that
 * index and fetching every row from all over the file. Items of lists have to be split.
 */
function countedValues(dataset: Dataset, column: Column, where: string): string {
  if (column.shared === true || column.kind === 'list') {
    const cells = sqlCells(dataset, column, sqlName(column), where);
    return column.kind === 'list' ? `SELECT item.value AS value, n FROM (${cells}) AS cell LEFT JOIN json_each(cell.value) AS item` : cells;
  }
  const grouped = where === everyRow ? sqlName(column) : `+${sqlName(column)}`;
  return `SELECT ${sqlName(column)} AS value, count(*) AS n FROM ${sqlRecords(dataset, [column])} WHERE ${where} GROUP BY ${grouped}`;
}
