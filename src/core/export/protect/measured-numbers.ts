import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { treatmentOf } from '../../../shared/protection.ts';
import { findColumn, sqlCell } from '../../query/columns.ts';
import type { StoredValue } from '../../query/fetch-rows.ts';
import type { LeavingTexts } from './leaving-texts.ts';
import { isCount, isMeasured, isMeasuredNumber } from './dates-in-text.ts';

/** Whether a column has numbers that are exported if they may be measured ones. */
export function isNumberShown(column: Column): boolean {
  return column.kind === 'number' && treatmentOf(column).treatment === 'kept';
}

/** Which numbers of a dataset are exported. */
export interface LeavingNumbers {
  /**
   * Columns whose cells in the row, in this order, decide whether a derived number is exported: a number derived from a withheld cell would
   * reveal it.
   */
  readonly beside: readonly Column[];
  /** Whether a number of a column is exported, given its own cell and those of `beside`. */
  readonly doesLeave: (column: Column, cell: StoredValue, beside: readonly StoredValue[]) => boolean;
  /**
   * The same rule in parts, for callers that evaluate it once per distinct cell: a number is exported if its own cell is one (`isNumber`)
   * and, in a derived column, if `derived` also holds for the row.
   */
  readonly derived: {
    /** Columns in which every cell of the row must be a number. */
    readonly numbers: readonly Column[];
    /** Columns that a column is derived from; every text of the row in them must be exported (`isExported`). */
    readonly readFrom: (column: Column) => readonly Column[];
    readonly isExported: (column: Column, cell: StoredValue) => boolean;
  };
}

/** Call inside a snapshot, and use the result inside it. */
export function leavingNumbers(dataset: Dataset, texts: LeavingTexts): LeavingNumbers {
  const numbers = dataset.columns.filter(isNumberShown);
  const read = [...new Set(numbers.flatMap(readFrom))].map((name) => findColumn(dataset, name));
  const leaves = read.map((column) => texts.leavesOf(dataset, column));
  const places = new Map(
    numbers.map((column) => [column.name, readFrom(column).map((name) => read.findIndex((one) => one.name === name))] as const),
  );
  const isExported = (text: StoredValue | undefined, at: number): boolean => typeof text !== 'string' || leaves[at]?.(text) === true;
  return {
    derived: {
      numbers,
      readFrom: ({ name }) => (places.get(name) ?? []).flatMap((at) => read[at] ?? []),
      isExported: (column, cell) => isExported(cell, read.indexOf(column)),
    },
    beside: [...numbers, ...read],
    doesLeave: (column, cell, beside) =>
      isNumber(column, cell) &&
      (!isDerived(column) ||
        (numbers.every((number, at) => isNumber(number, beside[at] ?? null)) &&
          (places.get(column.name) ?? []).every((at) => isExported(beside[numbers.length + at], at)))),
  };
}

function readFrom(column: Column): readonly string[] {
  return isDerived(column) ? (column.readFrom ?? []) : [];
}

/**
 * Whether a cell of a number column is empty or may be a measured number or count. A number that was sent is judged by its digits as sent.
 */
export function isNumber(column: Column, cell: StoredValue): boolean {
  if (cell === null) return true;
  if (column.counts === true) return isCount(String(cell));
  return isDerived(column) ? isMeasuredNumber(Number(cell)) : isMeasured(String(cell));
}

/** SQL function name of `LeavingNumbers.doesLeave`, called with a column's name and the cells. */
export const sqlLeaves = 'carrel_number_leaves';

/** Returns an SQL expression for a number as exported, for ordering. */
export function sqlNumberAsItLeaves(column: Column, { beside }: LeavingNumbers): string {
  const cells = [column, ...(isDerived(column) ? beside : [])].map(sqlCell);
  return `CASE WHEN ${sqlLeaves}('${column.name}', ${cells.join(', ')}) THEN "${column.name}" END`;
}
