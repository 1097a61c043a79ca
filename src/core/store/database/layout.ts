import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import { sqlColumns, type SqlColumn } from '../../extract/sql-columns.ts';

/** Where the cells of a dataset are stored. `places` are indexes among all columns (`Extractor.columns`). */
export interface Layout {
  readonly own: LayoutPart;
  readonly shared: LayoutPart;
}

export interface LayoutPart {
  readonly columns: readonly SqlColumn[];
  readonly places: readonly number[];
}

/** Own columns are stored with each record, shared columns once per combination of their values. */
export function layoutOf(dataset: Dataset): Layout {
  const columns = sqlColumns(dataset);
  const partOf = (shared: boolean): LayoutPart => {
    const places = [...columns.keys()].filter((place) => (columns[place]?.column.shared === true) === shared);
    return { columns: columns.filter(({ column }) => (column.shared === true) === shared), places };
  };
  return { own: partOf(false), shared: partOf(true) };
}

/** The table of a dataset's records. The view that joins all their cells has the dataset's name. */
export function rowTable(dataset: DatasetName): string {
  return `${dataset}_row`;
}

/** The table of the dataset's combinations of shared cells. A record's `_shared` is the `_id` of its combination. */
export function sharedTable(dataset: DatasetName): string {
  return `${dataset}_shared`;
}

/** The table in which a pass is staged until it is proven. */
export function stagedTable(dataset: DatasetName): string {
  return `${dataset}_staged`;
}

/** Returns a declared name as an SQL identifier. Throws TypeError for a name that no declaration may have. */
export function quoted(name: string): string {
  if (!/^_?[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`"${name}" is not the name of a column or table.`);
  return `"${name}"`;
}

/**
 * A FROM clause over whole records, of `_row` or `_staged`. No column name occurs in both tables, so only `rowid` must be qualified. The
 * left join keeps SQLite from scanning the combinations first.
 */
export function wholeRecords(dataset: DatasetName, table = rowTable(dataset)): string {
  return `${quoted(table)} LEFT JOIN ${quoted(sharedTable(dataset))} ON _id = _shared`;
}

/** The table of all records of a dataset, bypassing the view that a connection may have in front of it (`upToCutOff`). */
export function everyRow(dataset: DatasetName): string {
  return `main.${quoted(rowTable(dataset))}`;
}

/** Like `everyRow`, with all cells of each record. */
export function everyRecord(dataset: DatasetName): string {
  return `${everyRow(dataset)} LEFT JOIN ${quoted(sharedTable(dataset))} ON _id = _shared`;
}
