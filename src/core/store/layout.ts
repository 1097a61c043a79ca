import type { Dataset, DatasetName } from '../../shared/datasets/datasets.ts';
import { sqlColumns, type SqlColumn } from '../extract/sql-columns.ts';

/** Where the cells of a dataset are kept; `places` are those among all columns (`Extractor.columns`). */
export interface Layout {
  readonly own: LayoutPart;
  readonly shared: LayoutPart;
}

export interface LayoutPart {
  readonly columns: readonly SqlColumn[];
  readonly places: readonly number[];
}

/** Own columns are kept with each record; shared ones once for each combination of their values. */
export function layoutOf(dataset: Dataset): Layout {
  const columns = sqlColumns(dataset);
  const partOf = (shared: boolean): LayoutPart => {
    const places = [...columns.keys()].filter((place) => (columns[place]?.column.shared === true) === shared);
    return { columns: columns.filter(({ column }) => (column.shared === true) === shared), places };
  };
  return { own: partOf(false), shared: partOf(true) };
}

/** The table of a dataset's records. The view that puts their cells together is named as the dataset. */
export function rowTable(dataset: DatasetName): string {
  return `${dataset}_row`;
}

/** The table of its combinations of shared cells; a record's `_shared` is the `_id` of its combination. */
export function sharedTable(dataset: DatasetName): string {
  return `${dataset}_shared`;
}

/** The table in which a pass is staged until it is proven. */
export function stagedTable(dataset: DatasetName): string {
  return `${dataset}_staged`;
}

/** A name from a declaration as an SQL identifier; throws TypeError on a name that no declaration may have. */
export function quoted(name: string): string {
  if (!/^_?[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`"${name}" is no name of a column or table.`);
  return `"${name}"`;
}

/**
 * A FROM clause over whole records, of `_row` or `_staged`: no column of the two tables has the same name, only `rowid` must
 * be qualified. A left join, which keeps SQLite from walking over the combinations first.
 */
export function wholeRecords(dataset: DatasetName, table = rowTable(dataset)): string {
  return `${quoted(table)} LEFT JOIN ${quoted(sharedTable(dataset))} ON _id = _shared`;
}

/** The table of all records of a dataset, past the view that a connection may have in front of it (`upToCutOff`). */
export function everyRow(dataset: DatasetName): string {
  return `main.${quoted(rowTable(dataset))}`;
}

/** The same with all cells of each. */
export function everyRecord(dataset: DatasetName): string {
  return `${everyRow(dataset)} LEFT JOIN ${quoted(sharedTable(dataset))} ON _id = _shared`;
}
