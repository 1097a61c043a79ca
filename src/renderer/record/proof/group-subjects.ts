import { datasetNames, datasets, columnOf, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Condition } from '../../../shared/query.ts';
import type { Call } from '../../../shared/rpc.ts';
import type { DatasetStatus } from '../../../shared/status.ts';

/** Subjects with data that are not in the Group, or members of the Group without data. */
export type Direction = 'outside-group' | 'without-data';

/** Maximum number of column values per request; with more subjects, the lists cannot be compared. */
const mostValues = 1000;

/** Whether the subjects behind a count can be listed. No single grid contains those outside the Group across all datasets. */
export function mayFind({ dataset, subjects }: DatasetStatus, direction: Direction): boolean {
  if (subjects === null || subjects.seen > mostValues || subjects.members > mostValues) return false;
  return direction === 'without-data' ? subjects.withoutData > 0 : subjects.outsideGroup > 0 && dataset !== 'subjects';
}

/** The grid that contains the rows, and the condition that selects them. Rejects with an AppError. */
export async function findSubjects(
  call: Call,
  study: string,
  dataset: DatasetName,
  direction: Direction,
): Promise<{ readonly place: DatasetName; readonly where: Condition }> {
  const sources = dataset === 'subjects' ? datasetNames.filter(namesSubjects) : [dataset];
  const [members, ...seen] = await Promise.all(['subjects' as const, ...sources].map((name) => subjectsOf(call, study, name)));
  const [inGroup, inData] = [new Set(members), new Set(seen.flat())];
  const values = direction === 'outside-group' ? [...inData.difference(inGroup)] : [...inGroup.difference(inData)];
  return {
    place: direction === 'outside-group' ? dataset : 'subjects',
    where: { column: 'subject', op: 'in', values: values.toSorted() },
  };
}

function namesSubjects(name: DatasetName): boolean {
  return name !== 'subjects' && columnOf(datasets[name], 'subject') !== undefined;
}

async function subjectsOf(call: Call, study: string, dataset: DatasetName): Promise<readonly string[]> {
  const selection = { dataset, where: [], search: '', subjects: null, chosen: null };
  const { values } = await call('column.values', { study, selection, column: 'subject', search: '', limit: mostValues });
  return values.flatMap(({ value }) => (value === null || value === '' ? [] : [value]));
}
