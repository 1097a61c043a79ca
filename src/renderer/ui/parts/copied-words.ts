import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import { formatCountOf } from '../format/numbers.ts';
import { datasetTitles } from './dataset-titles.ts';

/** "12 rows of labs, of 3 of 201 subjects", "1 lab result", "3 lines of several datasets": what a copy holds. */
export function copiedWords({ dataset, form, rows, meant }: CopiedRecords): string {
  if (form === 'record' && dataset !== null) return `1 ${datasets[dataset].singular}`;
  const from = dataset === null ? 'several datasets' : datasetTitles[dataset].toLowerCase();
  return `${formatCountOf(rows, form === 'marked' ? 'line' : 'row')} of ${from}${whomWords(meant)}`;
}

/** ", of 3 of 201 subjects"; nothing without a subject filter. */
export function whomWords(meant: SubjectsMeant | null): string {
  return meant === null ? '' : `, of ${saySubjects(meant)}`;
}
