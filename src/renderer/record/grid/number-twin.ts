import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { Sort } from '../../../shared/query.ts';

/** Terms that a reader call takes. */
const most = 8;

/** The number column that belongs to a text of results ("result" → "result_number"); null where there is none. */
export function numberTwin(dataset: Dataset, column: Column): Column | null {
  if (column.kind !== 'text' || column.alignRight !== true) return null;
  return dataset.columns.find(({ name, kind }) => name === `${column.name}_number` && kind === 'number') ?? null;
}

/** The column of codes that belongs to a column of names ("test" → "test_code"); null where there is none. */
export function codeTwin(dataset: Dataset, column: Column): Column | null {
  return dataset.columns.find(({ name, kind }) => name === `${column.name}_code` && kind === 'text' && column.name === 'test') ?? null;
}

/** The order to ask for: results go by their numbers first, so that 11.8 comes after 2.0, and results in words come last. */
export function askedOrder(dataset: Dataset, sort: readonly Sort[]): readonly Sort[] {
  return sort
    .flatMap((term) => {
      const column = dataset.columns.find(({ name }) => name === term.column);
      const twin = column === undefined ? null : numberTwin(dataset, column);
      return twin === null ? [term] : [{ column: twin.name, descending: term.descending }, term];
    })
    .slice(0, most);
}
