import type { Column } from '../../shared/datasets/declaration.ts';
import type { StoredRow } from '../query/fetch-rows.ts';
import { leadingCells } from './export-table.ts';
import { listText } from '../extract/stored-list.ts';

/** The cells of a row as written to a file: lists are one text. */
export function cellsOf(columns: readonly Column[], row: StoredRow): readonly (string | number | null)[] {
  return columns.map(({ kind }, at) => {
    const cell = row[at + leadingCells] ?? null;
    return kind === 'list' && cell !== null ? listText(String(cell)) : cell;
  });
}

/** Measures the longest text of each column by `lengthOf`; cells that are not texts are ignored. */
export function longestTexts(columns: readonly Column[], lengthOf: (text: string) => number) {
  const longest = columns.map(() => 0);
  return {
    measure: (rows: Iterable<readonly (string | number | null)[]>): void => {
      for (const row of rows)
        for (const [at, cell] of row.entries()) if (typeof cell === 'string') longest[at] = Math.max(longest[at] ?? 0, lengthOf(cell));
    },
    longest,
  };
}
