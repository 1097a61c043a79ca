import type { Input, Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { firstLoads } from './first-loads.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { readNumber } from '../store/database/read-number.ts';

/**
 * Counts the rows that are new, and those that only changed, since a generation. The ledger limits the candidates, so that not all rows are
 * read; records that have vanished since have no row.
 */
export function countMarked(study: StudyReader, { dataset: name, since }: Omit<Input<'rows.marked'>, 'study'>): Output<'rows.marked'> {
  const key = quoted(datasets[name].key);
  return inSnapshot(study, () => {
    const counts = study.db
      .prepare<unknown[], Output<'rows.marked'>>(
        `SELECT count(*) FILTER (WHERE r._added > :since) AS added, count(*) FILTER (WHERE r._added <= :since) AS changed
        FROM (SELECT DISTINCT key FROM change WHERE dataset = :dataset AND generation > :since AND kind <> 'vanished') c
        JOIN ${quoted(rowTable(name))} r ON r.${key} = c.key WHERE r._changed > :since`,
      )
      .get({ since, dataset: name }) ?? { added: 0, changed: 0 };
    // Records of a first load have no entries; only the rows themselves show that they are new.
    if (firstLoads(study, since, name).length === 0) return counts;
    return { ...counts, added: readNumber(study.db, `SELECT count(*) FROM ${quoted(rowTable(name))} WHERE _added > ?`, since) };
  });
}
