import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { uniqueSubject } from '../../shared/derive/references.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';

/**
 * Finds subjects who share their unique subject id with another one of the study; each finding is at the Group member or, without one, at
 * the first record of each dataset that names the subject.
 */
export function checkUniqueSubjects({ db, study }: StudyReader): readonly Finding[] {
  const named = datasetNames.map((dataset) => ({ dataset, subjects: subjectsOf({ db }, dataset) }));
  const sharing = sharingSubjects(study, new Set(named.flatMap(({ subjects }) => [...subjects])));
  if (sharing.length === 0) return [];
  const members = named.find(({ dataset }) => dataset === 'subjects')?.subjects;
  return named.flatMap(({ dataset, subjects }) => {
    const reported = sharing.filter((subject) => subjects.has(subject) && (dataset === 'subjects' || members?.has(subject) !== true));
    return found('same-unique-subject', dataset, firstRecords({ db }, dataset, reported));
  });
}

/** The subjects of a study whose unique subject id is also that of another one. */
function sharingSubjects(study: string, subjects: ReadonlySet<string>): readonly string[] {
  const byUnique = Map.groupBy(subjects, (subject) => uniqueSubject(study, subject));
  return [...byUnique.values()].flatMap((sharing) => (sharing.length > 1 ? sharing : []));
}

/** The subjects named in the records of a dataset. */
function subjectsOf({ db }: Pick<StudyReader, 'db'>, dataset: DatasetName): ReadonlySet<string> {
  const subjects = db.prepare<[], string>(`SELECT DISTINCT "subject" FROM ${quoted(rowTable(dataset))} WHERE "subject" <> ''`);
  return new Set(subjects.pluck().all());
}

/** The first record of each of these subjects, by key. */
function firstRecords({ db }: Pick<StudyReader, 'db'>, dataset: DatasetName, subjects: readonly string[]): readonly FoundRecord[] {
  const key = sqlName(findColumn(datasets[dataset], datasets[dataset].key));
  return db
    .prepare<[string], FoundRecord>(
      `SELECT min(${key}) AS key, "subject" AS subject FROM ${quoted(rowTable(dataset))}
       WHERE "subject" IN (SELECT value FROM json_each(?)) GROUP BY "subject"`,
    )
    .all(JSON.stringify(subjects));
}
