import { datasets } from '../../shared/datasets/datasets.ts';
import { lateResults } from '../../shared/derive/late-results.ts';
import type { TrendPart } from '../../shared/derive/trends.ts';
import { findColumn, sqlTime } from '../query/columns.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, wholeRecords } from '../store/layout.ts';
import { cellOf } from './result-points.ts';
import type { TestDataset } from './result-tally.ts';

/** Maximum number of keys in a condition. */
const mostKeys = 10_000;

/** Returns the keys of the records that an axis up to this day leaves out; null if there are too many to list. */
export function readLateKeys(study: StudyReader, name: TestDataset, parts: readonly TrendPart[], day: number): readonly string[] | null {
  const late = lateResults(parts, day);
  if (late.length > mostKeys) return null;
  const dataset = datasets[name];
  return inSnapshot(study, () => {
    const read = study.db
      .prepare<[string, string, number], string>(
        `SELECT ${quoted(dataset.key)} FROM ${wholeRecords(name)} WHERE "subject" = ? AND "test" = ? AND ${sqlTime(findColumn(dataset, 'collected'))} = ?
           AND ("result_number" IS NOT NULL OR ${cellOf(name, 'result_bound')} IS NOT NULL) AND ${cellOf(name, 'carried_forward')} IS NOT 'Y'`,
      )
      .pluck();
    return [...new Set(late.flatMap(({ subject, test, at }) => read.all(subject, test, at)))];
  });
}
