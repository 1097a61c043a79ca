import { dataChecks } from '../../shared/checks/data-checks.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { differentTexts, recordsWith } from '../store/flip/different-texts.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';

/** Statuses by which FHIR takes a record back or says that nothing was done. */
const withdrawn = new Set(['entered-in-error', 'cancelled', 'not-done', 'not-taken']);

/** Finds records whose status says that they do not count; the interface describes other statuses only. Call inside a snapshot. */
export function findWithdrawn(study: StudyReader): readonly Finding[] {
  return dataChecks.withdrawn.datasets.flatMap((name): readonly Finding[] => {
    const sent = differentTexts(study, name, 'status').filter((status) => withdrawn.has(plainStatus(status)));
    if (sent.length === 0) return [];
    const key = sqlName(findColumn(datasets[name], datasets[name].key));
    const records = study.db
      .prepare<[string], FoundRecord>(
        `SELECT ${key} AS key, "subject" AS subject FROM ${recordsWith(name, 'status')} WHERE "status" IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(sent));
    return found('withdrawn', name, records);
  });
}

/** "Entered in error" is entered-in-error. */
function plainStatus(status: string): string {
  return status
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
}
