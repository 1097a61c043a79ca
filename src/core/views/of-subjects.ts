import type { Dataset } from '../../shared/datasets/datasets.ts';
import { compileSelection } from '../query/compile.ts';
import type { Sql } from '../query/sql.ts';

/** The condition for all records of these subjects; null for all subjects. */
export function ofSubjects(dataset: Dataset, subjects: readonly string[] | null): Sql {
  const chosen = subjects === null ? null : [...subjects];
  return compileSelection(dataset, { dataset: dataset.name, where: [], search: '', subjects: chosen, chosen: null });
}
