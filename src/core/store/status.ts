import type { DatasetName } from '../../shared/datasets/declaration.ts';
import type { ErrorCode, ErrorReport } from '../../shared/errors.ts';
import type { DatasetStatus, Proof, StudyStatus } from '../../shared/status.ts';
import { guarded } from './store-error.ts';
import type { ReadableStudy, WritableStudy } from './study.ts';

interface StateRow extends Omit<DatasetStatus, 'asOf' | 'error' | 'proof' | 'pages'> {
  readonly as_of: string | null;
  readonly error_category: ErrorCode | null;
  readonly error_message: string | null;
  readonly proof: string | null;
}

/** Every dataset of a study as the last run left it. Throws CORRUPT, STORE. */
export function readStudyStatus({ db, study }: Pick<ReadableStudy, 'db' | 'study'>): StudyStatus {
  return guarded(`The cache of study ${study}`, () => {
    const rows = db
      .prepare<[], StateRow>(
        `
      SELECT s.dataset, s.state, s.records, s.as_of, s.generation, s.added, s.changed, s.vanished, s.issues, s.quarantined,
        s.error_category, s.error_message, p.proof
      FROM state s LEFT JOIN pass p ON p.id = s.pass ORDER BY s.rowid`,
      )
      .all();
    return { study, datasets: rows.map(statusOf) };
  });
}

function statusOf({ as_of: asOf, error_category: category, error_message: message, proof: stored, ...row }: StateRow): DatasetStatus {
  const proof = stored === null ? null : (JSON.parse(stored) as Proof);
  return { ...row, pages: proof?.pages ?? 0, asOf, error: category === null ? null : { category, message: message ?? '' }, proof };
}

/** Notes how a run ended for a dataset that was not flipped; what is shown stays. */
export function recordOutcome(
  study: WritableStudy,
  dataset: DatasetName,
  outcome: { readonly state: DatasetStatus['state']; readonly error: ErrorReport | null },
): void {
  guarded(`The cache of study ${study.study}`, () => {
    study.db
      .prepare('UPDATE state SET state = ?, error_category = ?, error_message = ? WHERE dataset = ?')
      .run(outcome.state, outcome.error?.category ?? null, outcome.error?.message ?? null, dataset);
  });
}

/** Distinct records with an issue, and quarantined entries, in the current pages of a dataset. */
export function countIssues(
  { db }: Pick<ReadableStudy, 'db'>,
  dataset: DatasetName,
): { readonly issues: number; readonly quarantined: number } {
  // What is wrong with a whole resource has no key and counts once a page.
  return (
    db
      .prepare<[string], { issues: number; quarantined: number }>(
        `
    SELECT count(DISTINCT CASE WHEN NOT quarantined THEN ifnull('k' || key, 'p' || page) END) AS issues, ifnull(sum(quarantined), 0) AS quarantined
    FROM issue WHERE dataset = ?`,
      )
      .get(dataset) ?? { issues: 0, quarantined: 0 }
  );
}
