import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Sort } from '../../../shared/query.ts';

/** Most sort terms in a reader call. */
const most = 8;

/** The number column of a column with results as text ("result" → "result_number"); null if there is none. */
export function numberTwin(dataset: Dataset, column: Column): Column | null {
  if (column.kind !== 'text' || column.alignRight !== true) return null;
  return dataset.columns.find(({ name, kind }) => name === `${column.name}_number` && kind === 'number') ?? null;
}

/** The code column of the column `test` (`test_code`); null for any other column. */
export function codeTwin(dataset: Dataset, column: Column): Column | null {
  return dataset.columns.find(({ name, kind }) => name === `${column.name}_code` && kind === 'text' && column.name === 'test') ?? null;
}

/** The sort order for the reader: results go by their numbers first, so that 11.8 comes after 2.0 and results in words come last. */
export function askedOrder(dataset: Dataset, sort: readonly Sort[]): readonly Sort[] {
  return sort
    .flatMap((term) => {
      const column = dataset.columns.find(({ name }) => name === term.column);
      const twin = column === undefined ? null : numberTwin(dataset, column);
      return twin === null ? [term] : [{ column: twin.name, descending: term.descending }, term];
    })
    .slice(0, most);
}
