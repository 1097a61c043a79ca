import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { localSpan, oldestHistory, plausibleBounds, whyImplausible } from '../../shared/derive/plausible-date.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { readStudyStatus } from '../store/database/status.ts';
import type { Finding } from './finding.ts';

/**
 * Whether a drug was taken long before the study, whose dates begin with `first`: its start is not a date of the study, and not a mistake.
 */
function isOldHistory(dataset: DatasetName, to: number, first: number): boolean {
  return dataset === 'medications' && to > oldestHistory && to <= first;
}

/**
 * Finds records with an implausible date, before 1990 or after the pass. Of a record's dates, only the declared one is checked; the end of
 * a medication may be planned and in the future. Call inside a snapshot.
 */
export function findImplausibleDates(study: StudyReader): readonly Finding[] {
  const { datasets: states } = readStudyStatus(study);
  return Object.values(datasets).flatMap((dataset): readonly Finding[] => {
    if (dataset.date === null) return [];
    const asOf = states.find((state) => state.dataset === dataset.name)?.asOf ?? null;
    const { first, last } = plausibleBounds(asOf);
    const [rows, time] = [quoted(rowTable(dataset.name)), sqlTime(findColumn(dataset, dataset.date))];
    // The inner statement reads only an index.
    const found = study.db
      .prepare<[number, number], { readonly key: string; readonly subject: string | null; readonly sent: string }>(
        `SELECT ${quoted(dataset.key)} AS key, "subject" AS subject, ${quoted(dataset.date)} AS sent FROM ${rows}
         WHERE rowid IN (SELECT rowid FROM ${rows} WHERE ${time} < ? OR ${time} > ?)`,
      )
      .all(first, last);
    // A partial date may mean a later day than its first.
    return found.flatMap(({ key, subject, sent }) => {
      const span = localSpan(sent);
      return span === null || whyImplausible(span, asOf) === null || isOldHistory(dataset.name, span.to, first)
        ? []
        : [{ check: 'implausible-date', dataset: dataset.name, key, subject }];
    });
  });
}
