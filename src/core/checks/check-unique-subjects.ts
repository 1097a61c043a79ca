import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { uniqueSubject } from '../../shared/derive/references.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/layout.ts';
import type { Finding } from './finding.ts';

/**
 * Subjects who share their unique subject id with another one of the study, each at the Group member, or where there is none at the first
 * record of each dataset that names them.
 */
export function checkUniqueSubjects({ db, study }: StudyReader): readonly Finding[] {
  const byDataset = new Map(datasetNames.map((name) => [name, firstRecords({ db }, name)]));
  const sharing = sharingSubjects(study, new Set([...byDataset.values()].flatMap((records) => [...records.keys()])));
  const members = byDataset.get('subjects');
  return [...byDataset].flatMap(([dataset, records]) =>
    sharing.flatMap((subject): readonly Finding[] => {
      const key = records.get(subject);
      const isSaid = key === undefined || (dataset !== 'subjects' && members?.has(subject) === true);
      return isSaid ? [] : [{ check: 'same-unique-subject', dataset, key, subject }];
    }),
  );
}

/** Those of a study's subjects whose unique subject id is also another one's. */
function sharingSubjects(study: string, subjects: ReadonlySet<string>): readonly string[] {
  const byUnique = Map.groupBy(subjects, (subject) => uniqueSubject(study, subject));
  return [...byUnique.values()].flatMap((sharing) => (sharing.length > 1 ? sharing : []));
}

/** The first record of each subject, by its key. */
function firstRecords({ db }: Pick<StudyReader, 'db'>, dataset: DatasetName): ReadonlyMap<string, string> {
  const key = sqlName(findColumn(datasets[dataset], datasets[dataset].key));
  return new Map(
    db
      .prepare<[], [string, string]>(
        `SELECT "subject", min(${key}) FROM ${quoted(rowTable(dataset))} WHERE "subject" IS NOT NULL AND "subject" <> '' GROUP BY "subject"`,
      )
      .raw()
      .all(),
  );
}
