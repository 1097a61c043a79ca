import { datasets } from '../../shared/datasets/datasets.ts';
import { localSpan, plausibleBounds, whyImplausible } from '../../shared/derive/plausible-date.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/layout.ts';
import { readStudyStatus } from '../store/status.ts';
import type { Finding } from './finding.ts';

/** The dates of records that cannot lie before 1990 or after the pass. An end of a medication may be planned, and lie in the future. */
const dates = { medications: ['started'], labs: ['collected'], vitals: ['collected'], responses: ['assessed'] } as const;

/** Records with a date that cannot be theirs. Belongs inside a snapshot. */
export function findImplausibleDates(study: StudyReader): readonly Finding[] {
  const { datasets: states } = readStudyStatus(study);
  return Object.entries(dates).flatMap(([name, columns]) => {
    const dataset = datasets[name as keyof typeof dates];
    const asOf = states.find((state) => state.dataset === dataset.name)?.asOf ?? null;
    const { first, last } = plausibleBounds(asOf);
    return columns.flatMap((column): readonly Finding[] => {
      const time = sqlTime(findColumn(dataset, column));
      const found = study.db
        .prepare<[number, number], { readonly key: string; readonly subject: string | null; readonly sent: string }>(
          `SELECT ${quoted(dataset.key)} AS key, "subject" AS subject, ${quoted(column)} AS sent FROM ${quoted(rowTable(dataset.name))}
           WHERE ${time} < ? OR ${time} > ?`,
        )
        .all(first, last);
      // A partial date may mean a later day than its first.
      return found.flatMap(({ key, subject, sent }) => {
        const span = localSpan(sent);
        return span === null || whyImplausible(span, asOf) === null
          ? []
          : [{ check: 'implausible-date' as const, dataset: dataset.name, key, subject }];
      });
    });
  });
}
