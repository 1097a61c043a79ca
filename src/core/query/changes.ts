import type { Change, Input, Output } from '../../shared/contract.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

type ChangeRow = Omit<Change, 'fields'> & { readonly fields: string | null };
type ChangeCounts = Output<'changes.list'>['counts'];

const columns = 'dataset, key, subject, kind, generation, at, fields';

/** The ledger after a generation, the newest generation first; the counts leave the wanted kind aside. */
export function listChanges(study: StudyReader, { dataset, since, kind, offset, limit }: Omit<Input<'changes.list'>, 'study'>): Output<'changes.list'> {
  return inSnapshot(study, () => {
    const changes = study.db.prepare<unknown[], ChangeRow>(
      `SELECT ${columns} FROM change WHERE generation > :since AND (:dataset IS NULL OR dataset = :dataset) AND (:kind IS NULL OR kind = :kind)
       ORDER BY generation DESC, id LIMIT :limit OFFSET :offset`,
    ).all({ since, dataset, kind, limit, offset });
    return { counts: countChanges(study, since, dataset), changes: changes.map(readChange) };
  });
}

/** How many records were new, changed and vanished after a generation. Belongs inside a snapshot. */
export function countChanges({ db }: StudyReader, since: number, dataset: DatasetName | null): ChangeCounts {
  const counted = db.prepare<unknown[], { readonly kind: keyof ChangeCounts; readonly n: number }>(
    'SELECT kind, count(*) AS n FROM change WHERE generation > :since AND (:dataset IS NULL OR dataset = :dataset) GROUP BY kind',
  ).all({ since, dataset });
  return countsOf(counted);
}

/** Passes that are listed at most. */
const mostPasses = 50;

/** The generations there were, the newest first, and what each of them changed. */
export function listPasses(study: StudyReader): Output<'changes.passes'> {
  return inSnapshot(study, () => {
    const generations = study.db.prepare<[number], { readonly generation: number; readonly at: string }>(
      'SELECT number AS generation, at FROM generation ORDER BY number DESC LIMIT ?',
    ).all(mostPasses);
    const counted = study.db.prepare<[number], { readonly kind: keyof ChangeCounts; readonly n: number }>('SELECT kind, count(*) AS n FROM change WHERE generation = ? GROUP BY kind');
    return generations.map(({ generation, at }) => ({ generation, at, counts: countsOf(counted.all(generation)) }));
  });
}

function countsOf(counted: readonly { readonly kind: keyof ChangeCounts; readonly n: number }[]): ChangeCounts {
  return { new: 0, changed: 0, vanished: 0, ...Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) };
}

/** What the ledger knows of one record, the newest first. Belongs inside a snapshot. */
export function recordHistory({ db }: StudyReader, dataset: DatasetName, key: string): Change[] {
  return db.prepare<unknown[], ChangeRow>(`SELECT ${columns} FROM change WHERE dataset = ? AND key = ? ORDER BY id DESC`).all(dataset, key).map(readChange);
}

function readChange(row: ChangeRow): Change {
  return { ...row, fields: row.fields === null ? [] : (JSON.parse(row.fields) as Change['fields']) };
}
