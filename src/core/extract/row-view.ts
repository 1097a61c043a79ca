import type { CellValue } from '../../shared/datasets/declaration.ts';
import { itemsOf } from './stored-list.ts';
import type { SqlColumn, SqlValue } from './sql-columns.ts';

/** A row by column name as seen by derived columns, over SQL values that are still being filled. */
export class RowView {
  readonly [column: string]: CellValue;
  readonly #cells: readonly SqlValue[];

  constructor(cells: readonly SqlValue[]) {
    this.#cells = cells;
  }

  /** Returns the row class of a dataset, with a getter per column, so that nothing is copied for unread columns. */
  static of(columns: readonly SqlColumn[]): new (cells: readonly SqlValue[]) => RowView {
    class DatasetRow extends RowView {}
    for (const [place, { name, column, holds }] of columns.entries()) {
      if (holds !== 'cell') continue;
      const sent = columns.findIndex((other) => other.column === column && other.holds === 'sent');
      const isList = column.kind === 'list';
      Object.defineProperty(DatasetRow.prototype, name, {
        get(this: RowView): CellValue {
          const value = (sent === -1 ? null : this.#cells[sent]) ?? this.#cells[place] ?? null;
          return isList && typeof value === 'string' ? itemsOf(value) : value;
        },
      });
    }
    return DatasetRow;
  }
}
