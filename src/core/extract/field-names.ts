import { datasets } from '../../shared/datasets/datasets.ts';
import { isDerived } from '../../shared/datasets/declaration.ts';
import { parsePath } from './path.ts';

const names: ReadonlySet<string> = new Set(
  Object.values(datasets)
    .flatMap(({ columns, described }) => [...described, ...columns.flatMap((column) => (isDerived(column) ? [] : column.paths))])
    .flatMap(parsePath)
    .flatMap(({ name, extension }) => (extension === null ? [name.toLowerCase()] : [extension.fragment])),
);

/** True for the name of a field or extension that the interface describes in any dataset, ignoring case. */
export function isFieldName(name: string): boolean {
  return names.has(name.toLowerCase());
}
