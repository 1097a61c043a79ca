import type { Output } from '../../shared/contract.ts';
import { compareTexts } from '../../shared/compare-texts.ts';
import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { everyRow } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { firstLoads } from './first-loads.ts';
import { inSnapshot } from './snapshot.ts';
import { sqlName, subjectColumn } from './columns.ts';
import type { StudyReader } from './study-directory.ts';

type Answer = Output<'changes.subjects'>;
type SubjectChanges = Answer['subjects'][number];
type Counts = Record<'new' | 'changed' | 'vanished', number>;

/** Returns the subjects with anything new, changed or vanished after a generation; new subjects come first. */
export function changesBySubject(study: StudyReader, since: number, only: readonly string[] | null): Answer {
  return inSnapshot(study, () => {
    const found = new Map<string, Map<DatasetName, Counts>>();
    let nameless = 0;
    for (const { subject, dataset, kind, n } of [...writtenSince(study, since), ...arrivedSince(study, since)]) {
      if (subject === null || subject === '') nameless += n;
      else countOf(found, subject, dataset)[kind] += n;
    }
    const asked = only === null ? null : new Set(only);
    const isNew = newSubjects(study, since, [...found.keys()]);
    const subjects = [...found]
      .filter(([subject]) => asked?.has(subject) !== false)
      .map(([subject, counts]): SubjectChanges => ({
        subject,
        isNew: isNew.has(subject),
        datasets: datasetNames.flatMap((dataset) => {
          const counted = counts.get(dataset);
          return counted === undefined ? [] : [{ dataset, ...counted }];
        }),
      }))
      .sort((left, right) => Number(right.isNew) - Number(left.isNew) || compareTexts(left.subject, right.subject));
    return { generation: currentGeneration(study), subjects, nameless: asked === null ? nameless : 0 };
  });
}

interface Counted {
  readonly subject: string | null;
  readonly dataset: DatasetName;
  readonly kind: keyof Counts;
  readonly n: number;
}

function writtenSince({ db }: StudyReader, since: number): readonly Counted[] {
  return db
    .prepare<[number], Counted>(
      'SELECT subject, dataset, kind, count(*) AS n FROM change WHERE generation > ? GROUP BY subject, dataset, kind',
    )
    .all(since);
}

function arrivedSince(study: StudyReader, since: number): readonly Counted[] {
  return firstLoads(study, since, null).flatMap(({ dataset, generation }) => {
    const subject = sqlName(subjectColumn(datasets[dataset]));
    return study.db
      .prepare<[number], Pick<Counted, 'subject' | 'n'>>(
        `SELECT ${subject} AS subject, count(*) AS n FROM ${everyRow(dataset)} WHERE _added = ? GROUP BY 1`,
      )
      .all(generation)
      .map((row): Counted => ({ ...row, dataset, kind: 'new' }));
  });
}

function countOf(found: Map<string, Map<DatasetName, Counts>>, subject: string, dataset: DatasetName): Counts {
  const known = found.get(subject) ?? new Map<DatasetName, Counts>();
  const counts = known.get(dataset) ?? { new: 0, changed: 0, vanished: 0 };
  found.set(subject, known.set(dataset, counts));
  return counts;
}

/**
 * Returns those of the subjects that had no records at that generation: no record from then is left, and none from then has vanished since.
 */
function newSubjects({ db }: StudyReader, since: number, subjects: readonly string[]): ReadonlySet<string> {
  const asked = JSON.stringify(subjects);
  const known = datasetNames.flatMap((dataset) => {
    const subject = sqlName(subjectColumn(datasets[dataset]));
    return db
      .prepare<[string, number], string>(
        `SELECT value FROM json_each(?) WHERE EXISTS (SELECT 1 FROM ${everyRow(dataset)} WHERE ${subject} = value AND _added <= ?)`,
      )
      .pluck()
      .all(asked, since);
  });
  const before = db
    .prepare<{ since: number }, string>(
      `SELECT DISTINCT subject FROM change WHERE generation > :since AND kind <> 'new' AND subject IS NOT NULL
         AND (dataset, key) NOT IN (SELECT dataset, key FROM change WHERE generation > :since AND kind = 'new')`,
    )
    .pluck()
    .all({ since });
  const old = new Set([...known, ...before]);
  return new Set(subjects.filter((subject) => !old.has(subject)));
}

/**
 * Returns the newest generation before a time (ISO time in UTC), so that everything at or after that time counts as changed since. Returns
 * 0 if there was none.
 */
export function generationBefore(study: StudyReader, moment: string): number {
  return inSnapshot(
    study,
    () =>
      study.db
        .prepare<[string], number | null>('SELECT max(number) FROM generation WHERE julianday(at) < julianday(?)')
        .pluck()
        .get(moment) ?? 0,
  );
}
