import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../../shared/datasets/declaration.ts';
import { treatmentOf } from '../../../shared/protection.ts';
import { findColumn, sqlCell } from '../../query/columns.ts';
import type { StoredValue } from '../../query/fetch-rows.ts';
import type { LeavingTexts } from './leaving-texts.ts';
import { isCount, isMeasured, isMeasuredNumber } from './dates-in-text.ts';

/** Whether a column has numbers that leave where they may be measured ones. */
export function isNumberShown(column: Column): boolean {
  return column.kind === 'number' && treatmentOf(column).treatment === 'kept';
}

/** Which numbers of a dataset leave. */
export interface LeavingNumbers {
  /** The columns whose cells, in this order, tell it of a row: what is worked out of a cell that is withheld would tell that. */
  readonly beside: readonly Column[];
  /** Whether a number of a column leaves, by its own cell and by those of `beside`. */
  readonly doesLeave: (column: Column, cell: StoredValue, beside: readonly StoredValue[]) => boolean;
  /** The same in its parts, for who asks once for each different cell: a number leaves where its own cell is one (`isNumber`) and, of a derived column, where `derived` holds of the row as well. */
  readonly derived: {
    /** Columns of which every cell of the row must be a number. */
    readonly numbers: readonly Column[];
    /** Columns that a column is read from, of which every text of the row must leave (`isTold`). */
    readonly readFrom: (column: Column) => readonly Column[];
    readonly isTold: (column: Column, cell: StoredValue) => boolean;
  };
}

/** Belongs inside a snapshot, as does asking it. */
export function leavingNumbers(dataset: Dataset, texts: LeavingTexts): LeavingNumbers {
  const numbers = dataset.columns.filter(isNumberShown);
  const read = [...new Set(numbers.flatMap(readFrom))].map((name) => findColumn(dataset, name));
  const leaves = read.map((column) => texts.leavesOf(dataset, column));
  const places = new Map(
    numbers.map((column) => [column.name, readFrom(column).map((name) => read.findIndex((one) => one.name === name))] as const),
  );
  const isTold = (text: StoredValue | undefined, at: number): boolean => typeof text !== 'string' || leaves[at]?.(text) === true;
  return {
    derived: {
      numbers,
      readFrom: ({ name }) => (places.get(name) ?? []).flatMap((at) => read[at] ?? []),
      isTold: (column, cell) => isTold(cell, read.indexOf(column)),
    },
    beside: [...numbers, ...read],
    doesLeave: (column, cell, beside) =>
      isNumber(column, cell) &&
      (!isDerived(column) ||
        (numbers.every((number, at) => isNumber(number, beside[at] ?? null)) &&
          (places.get(column.name) ?? []).every((at) => isTold(beside[numbers.length + at], at)))),
  };
}

function readFrom(column: Column): readonly string[] {
  return isDerived(column) ? (column.readFrom ?? []) : [];
}

/** Whether a cell of a number column may be what the column has, or is empty: one that was sent by its digits as they were sent. */
export function isNumber(column: Column, cell: StoredValue): boolean {
  if (cell === null) return true;
  if (column.counts === true) return isCount(String(cell));
  return isDerived(column) ? isMeasuredNumber(Number(cell)) : isMeasured(String(cell));
}

/** The name under which `LeavingNumbers.doesLeave`, of a column's name and the cells, is known to a statement. */
export const sqlLeaves = 'carrel_number_leaves';

/** The expression that is a number as it leaves, for ordering. */
export function sqlNumberAsItLeaves(column: Column, { beside }: LeavingNumbers): string {
  const cells = [column, ...(isDerived(column) ? beside : [])].map(sqlCell);
  return `CASE WHEN ${sqlLeaves}('${column.name}', ${cells.join(', ')}) THEN "${column.name}" END`;
}
