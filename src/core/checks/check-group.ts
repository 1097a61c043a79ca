import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { sqlName, findColumn } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import type { Finding, FoundRecord } from './finding.ts';

/**
 * Finds records of subjects that the Group does not list. If it lists none of the subjects in the records, returns only one finding,
 * because the two number subjects differently. Returns nothing if the Group has no members or was never mirrored.
 */
export function checkGroup({ db }: StudyReader): readonly Finding[] {
  const members = db
    .prepare<[], string>(`SELECT "subject" FROM ${quoted(rowTable('subjects'))} WHERE "subject" IS NOT NULL`)
    .pluck()
    .all();
  const [first] = members;
  if (first === undefined) return [];
  const others = datasetNames.filter((name) => name !== 'subjects');
  const named = new Set(others.flatMap((name) => subjectsOf({ db }, name)));
  if (named.size > 0 && !members.some((member) => named.has(member)))
    return [{ check: 'group-uses-other-ids', dataset: 'subjects', key: first, subject: null }];
  const listed = new Set(members);
  const strangers = JSON.stringify([...named].filter((subject) => !listed.has(subject)));
  return others.flatMap((dataset) =>
    db
      .prepare<[string], FoundRecord>(
        `SELECT ${sqlName(findColumn(datasets[dataset], datasets[dataset].key))} AS key, "subject" AS subject
         FROM ${quoted(rowTable(dataset))} WHERE "subject" IN (SELECT value FROM json_each(?))`,
      )
      .all(strangers)
      .map(({ key, subject }): Finding => ({ check: 'not-in-group', dataset, key, subject })),
  );
}

function subjectsOf({ db }: Pick<StudyReader, 'db'>, dataset: DatasetName): readonly string[] {
  return db
    .prepare<[], string>(`SELECT DISTINCT "subject" FROM ${quoted(rowTable(dataset))} WHERE "subject" IS NOT NULL AND "subject" <> ''`)
    .pluck()
    .all();
}
