import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { quoted, rowTable, stagedTable } from '../database/layout.ts';
import type { WritableStudy } from '../database/study.ts';

/** Number of subjects with records shown now, and how many of them have none after a flip. */
export interface SubjectsLost {
  readonly before: number;
  readonly lost: number;
}

/**
 * Counts the subjects that a proven pass leaves without a record in a dataset: all their rows vanish or now name another subject. Rows that
 * neither vanish nor change keep their subjects, so only the others are examined one by one.
 */
export function countSubjectsLost({ db }: Pick<WritableStudy, 'db'>, dataset: Dataset, vanishing: readonly number[]): SubjectsLost {
  if (!dataset.columns.some(({ name }) => name === 'subject')) return { before: 0, lost: 0 };
  const [shown, staged, key] = [quoted(rowTable(dataset.name)), quoted(stagedTable(dataset.name)), quoted(dataset.key)];
  const rows = new Map(
    db.prepare<[], [string, number]>(`SELECT subject, count(*) FROM ${shown} WHERE subject > '' GROUP BY subject`).raw().all(),
  );
  const before = rows.size;
  const take = (subject: string | null, by: number): void => {
    if (subject !== null && subject !== '') rows.set(subject, (rows.get(subject) ?? 0) + by);
  };
  const subjectOf = db.prepare<[number], string | null>(`SELECT subject FROM ${shown} WHERE rowid = ?`).pluck();
  for (const row of vanishing) take(subjectOf.get(row) ?? null, -1);
  const replaced = db.prepare<[], string | null>(`SELECT v.subject FROM ${staged} s JOIN ${shown} v ON v.${key} = s.${key}`).pluck();
  for (const subject of replaced.iterate()) take(subject, -1);
  for (const subject of db.prepare<[], string | null>(`SELECT subject FROM ${staged}`).pluck().iterate())
    if (subject !== null && rows.has(subject)) take(subject, 1);
  let lost = 0;
  for (const left of rows.values()) if (left === 0) lost++;
  return { before, lost };
}
