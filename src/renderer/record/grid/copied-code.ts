import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import type { Input } from '../../../shared/contract.ts';
import type { Tells } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';

type View = Pick<Input<'view.code'>, 'study' | 'selection'>;

/** What a column tells if its values name a subject, a part of what is known of one, or a person at the site, or may contain anything. */
const namingKinds: ReadonlySet<Tells | undefined> = new Set(['subject', 'record', 'case', 'lesion', 'person', 'free']);

/** A copy of a view's code as a copy of records; null if no value in it may name somebody. */
export function copiedCode({ study, selection }: View): Omit<CopiedRecords, 'meant'> | null {
  const rows = namedIn(selection);
  return rows === 0 ? null : { study, dataset: selection.dataset, form: 'code', rows, columns: 0 };
}

/** The number of values of a view that may name somebody: subjects, records, persons, free texts, and the words of a search. */
function namedIn({ dataset, where, search, subjects, chosen }: View['selection']): number {
  const naming = new Set(datasets[dataset].columns.flatMap(({ name, tells }) => (namingKinds.has(tells) ? [name] : [])));
  const values = where.reduce((sum, { column, values: given }) => sum + (naming.has(column) ? given.length : 0), 0);
  return values + search.split(/\s+/).filter(Boolean).length + (subjects?.length ?? 0) + (chosen?.keys.length ?? 0);
}
