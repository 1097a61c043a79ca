import type { Change, Input, Output } from '../../shared/contract.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { firstLoads, readArrivals } from './first-loads.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/** A ledger entry as stored. */
export type ChangeRow = Omit<Change, 'fields'> & { readonly fields: string };
type ChangeCounts = Output<'changes.list'>['counts'];
type Kind = keyof ChangeCounts;

/** The requested part of the ledger. */
interface Wanted {
  readonly dataset: DatasetName | null;
  readonly since: number;
  readonly kind: Kind | null;
  /** Null for all subjects, and records without a subject. */
  readonly subjects: readonly string[] | null;
}

/** A part of the ledger that is listed separately. */
interface Part {
  readonly generation: number;
  readonly n: number;
  read(offset: number, limit: number): readonly Change[];
}

/** Lists the ledger after a generation, newest generation first; the counts ignore the requested kind. */
export function listChanges(
  study: StudyReader,
  { offset, limit, subjects = null, ...asked }: Omit<Input<'changes.list'>, 'study'>,
): Output<'changes.list'> {
  const wanted: Wanted = { ...asked, subjects };
  return inSnapshot(study, () => {
    const changes: Change[] = [];
    let skip = offset;
    for (const part of ledgerParts(study, wanted)) {
      if (changes.length === limit) break;
      if (skip < part.n) for (const change of part.read(skip, limit - changes.length)) changes.push(change);
      skip = Math.max(0, skip - part.n);
    }
    return { counts: countChanges(study, wanted.since, wanted.dataset, subjects), changes };
  });
}

/**
 * Throws USAGE for a future generation: a number noted before the study was mirrored again, or for another copy of it, would suggest that
 * nothing changed.
 */
export function assertGeneration(study: StudyReader, since: number): void {
  const newest = inSnapshot(study, () => currentGeneration(study));
  if (since <= newest) return;
  throw new AppError(
    'USAGE',
    `There is no generation ${String(since)} of ${study.study} here: the newest is ${String(newest)}. The study has been mirrored again since, or the number belongs to another copy. Nothing was listed. Give an existing generation, or a date to "carrel changes".`,
  );
}

/** The entries of each generation, and each first load, newest generation first. */
function ledgerParts(study: StudyReader, wanted: Wanted): readonly Part[] {
  const { db } = study;
  const filter = `AND (:dataset IS NULL OR dataset = :dataset) AND (:kind IS NULL OR kind = :kind) AND ${ofTheSubjects}`;
  const { dataset, since, kind } = wanted;
  const subjects = listed(wanted.subjects);
  const counted = db
    .prepare<unknown[], { readonly generation: number; readonly n: number }>(
      `SELECT generation, count(*) AS n FROM change WHERE generation > :since ${filter} GROUP BY generation`,
    )
    .all({ since, dataset, kind, subjects });
  const written = counted.map(({ generation, n }): Part => ({
    generation,
    n,
    read: (offset, limit) =>
      db
        .prepare<unknown[], ChangeRow>(
          `SELECT dataset, key, subject, kind, generation, at, fields FROM change WHERE generation = :generation ${filter} ORDER BY id LIMIT :limit OFFSET :offset`,
        )
        .all({ generation, dataset, kind, subjects, limit, offset })
        .map(readChange),
  }));
  const arrived = (kind ?? 'new') === 'new' ? firstLoads(study, since, dataset, wanted.subjects) : [];
  const known = arrived.map((load): Part => ({
    generation: load.generation,
    n: load.records,
    read: (offset, limit) => readArrivals(study, load, { offset, limit, subjects: wanted.subjects }),
  }));
  return [...known, ...written].toSorted((one, other) => other.generation - one.generation);
}

const ofTheSubjects = '(:subjects IS NULL OR subject IN (SELECT value FROM json_each(:subjects)))';

function listed(subjects: readonly string[] | null): string | null {
  return subjects === null ? null : JSON.stringify(subjects);
}

/** Counts the records of these subjects (null: all) that were new, changed or vanished after a generation. Call inside a snapshot. */
export function countChanges(
  study: StudyReader,
  since: number,
  dataset: DatasetName | null,
  subjects: readonly string[] | null = null,
): ChangeCounts {
  const counted = study.db
    .prepare<unknown[], { readonly kind: Kind; readonly n: number }>(
      `SELECT kind, count(*) AS n FROM change WHERE generation > :since AND (:dataset IS NULL OR dataset = :dataset) AND ${ofTheSubjects} GROUP BY kind`,
    )
    .all({ since, dataset, subjects: listed(subjects) });
  return countsOf(counted, sumOf(firstLoads(study, since, dataset, subjects)));
}

/** Lists all generations, newest first, and what each of them changed. */
export function listPasses(study: StudyReader): Output<'changes.passes'> {
  return inSnapshot(study, () => {
    const generations = study.db
      .prepare<[], { readonly generation: number; readonly at: string }>(
        'SELECT number AS generation, at FROM generation ORDER BY number DESC',
      )
      .all();
    const counted = Map.groupBy(
      study.db
        .prepare<[], { readonly generation: number; readonly kind: Kind; readonly n: number }>(
          'SELECT generation, kind, count(*) AS n FROM change GROUP BY generation, kind',
        )
        .all(),
      (count) => count.generation,
    );
    const loads = Map.groupBy(firstLoads(study, 0, null), (load) => load.generation);
    return generations.map(({ generation, at }) => ({
      generation,
      at,
      counts: countsOf(counted.get(generation) ?? [], sumOf(loads.get(generation) ?? [])),
    }));
  });
}

function sumOf(loads: readonly { readonly records: number }[]): number {
  return loads.reduce((sum, { records }) => sum + records, 0);
}

function countsOf(counted: readonly { readonly kind: Kind; readonly n: number }[], arrived: number): ChangeCounts {
  const counts = { new: 0, changed: 0, vanished: 0, ...Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) };
  return { ...counts, new: counts.new + arrived };
}

/** The ledger entries of one record, newest first. Call inside a snapshot. */
export function recordHistory(study: StudyReader, dataset: DatasetName, key: string): Change[] {
  const written = study.db
    .prepare<unknown[], ChangeRow>(
      'SELECT dataset, key, subject, kind, generation, at, fields FROM change WHERE dataset = ? AND key = ? ORDER BY generation DESC, id DESC',
    )
    .all(dataset, key)
    .map(readChange);
  const arrival = firstLoads(study, 0, dataset).flatMap((load) => readArrivals(study, load, { offset: 0, limit: 1, key }));
  return [...written, ...arrival].toSorted((one, other) => other.generation - one.generation);
}

export function readChange(row: ChangeRow): Change {
  return { ...row, fields: JSON.parse(row.fields) as Change['fields'] };
}
