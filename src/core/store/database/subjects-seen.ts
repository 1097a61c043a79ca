import { mapDatasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { groupDataset } from '../../../shared/datasets/record-datasets.ts';
import type { SubjectsSeen } from '../../../shared/status.ts';
import { quoted, rowTable } from './layout.ts';
import type { ReadableStudy } from './study.ts';

const group: DatasetName = groupDataset;

/**
 * Compares the subjects that each mirrored dataset names with the members of the Group and stores the counts; without `change`, only if
 * they were never compared. Must run inside the transaction of a flip. Nothing is stored until the Group is mirrored.
 */
export function recordSubjectsSeen(study: ReadableStudy, change: boolean): void {
  const { db } = study;
  if (!change && db.prepare('SELECT 1 FROM subjects_seen LIMIT 1').get() !== undefined) return;
  db.exec('DELETE FROM subjects_seen');
  const mirrored = db.prepare<[], DatasetName>('SELECT dataset FROM state WHERE as_of IS NOT NULL').pluck().all();
  if (!mirrored.includes(group)) return;
  const insert = db.prepare('INSERT INTO subjects_seen (dataset, seen, members, outside_group, without_data) VALUES (?, ?, ?, ?, ?)');
  const naming = study.datasets
    .filter(({ name, columns }) => name !== group && mirrored.includes(name) && columns.some((column) => column.name === 'subject'))
    .map(({ name }) => name);
  const isMember = new Set(subjectsOf(study, group));
  const anywhere = new Set<string>();
  for (const name of naming) {
    const seen = subjectsOf(study, name);
    for (const subject of seen) anywhere.add(subject);
    insert.run(name, ...countsOf(seen, isMember));
  }
  if (naming.length > 0) insert.run(group, ...countsOf([...anywhere], isMember));
}

/** How the subjects of each dataset compare with the Group; null if never compared. */
export function readSubjectsSeen({ db }: Pick<ReadableStudy, 'db'>): Readonly<Record<DatasetName, SubjectsSeen | null>> {
  const rows = db
    .prepare<[], SubjectsSeen & { readonly dataset: DatasetName }>(
      'SELECT dataset, seen, members, outside_group AS outsideGroup, without_data AS withoutData FROM subjects_seen',
    )
    .all();
  const found = new Map(rows.map(({ dataset, ...counts }) => [dataset, counts]));
  return mapDatasets(({ name }) => found.get(name) ?? null);
}

function countsOf(seen: readonly string[], members: ReadonlySet<string>): readonly [number, number, number, number] {
  const inside = seen.filter((subject) => members.has(subject)).length;
  return [seen.length, members.size, seen.length - inside, members.size - inside];
}

/**
 * Distinct subjects, found by stepping through the index by subject instead of reading all records. Records that name nobody are left out.
 */
export function subjectsOf({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): readonly string[] {
  const table = quoted(rowTable(dataset));
  return db
    .prepare<[], string>(
      `WITH RECURSIVE step (subject) AS (
        SELECT min(subject) FROM ${table} WHERE subject > ''
        UNION ALL SELECT (SELECT min(r.subject) FROM ${table} r WHERE r.subject > step.subject) FROM step WHERE step.subject IS NOT NULL
      ) SELECT subject FROM step WHERE subject IS NOT NULL`,
    )
    .pluck()
    .all();
}
