import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { DatasetStatus, PendingReview, StudyStatus, SubjectsSeen } from '../../../shared/status.ts';
import { quoted, rowTable } from './layout.ts';
import { storedProof } from './stored-proof.ts';
import { guarded } from './store-error.ts';
import type { ReadableStudy, WritableStudy } from './study.ts';
import { readSubjectsSeen } from './subjects-seen.ts';

interface StateRow extends Omit<DatasetStatus, 'asOf' | 'error' | 'proof' | 'pages' | 'subjects' | 'pending'> {
  readonly as_of: string | null;
  readonly error_category: ErrorCode | null;
  readonly error_message: string | null;
  readonly proof: string | null;
  readonly pending: string | null;
}

/** Status of every dataset of a study after the last run, in the order of the rail. Throws CORRUPT, STORE. */
export function readStudyStatus({ db, study }: Pick<ReadableStudy, 'db' | 'study'>): StudyStatus {
  return guarded(`The cache of study ${study}`, () => {
    const rows = db
      .prepare<[], StateRow>(
        `
      SELECT s.dataset, s.state, s.records, s.as_of, s.generation, s.added, s.changed, s.vanished, s.issues, s.quarantined,
        (SELECT count(*) FROM absent a WHERE a.dataset = s.dataset) AS absent,
        s.error_category, s.error_message, p.proof,
        (SELECT w.held FROM pass w WHERE w.dataset = s.dataset AND w.status = 'proven') AS pending
      FROM state s LEFT JOIN pass p ON p.id = s.pass`,
      )
      .all();
    const subjects = readSubjectsSeen({ db });
    const inOrder = datasetNames.flatMap((name) => rows.find(({ dataset }) => dataset === name) ?? []);
    return { study, datasets: inOrder.map((row) => statusOf(row, subjects[row.dataset])) };
  });
}

/** As-of time of a dataset's shown copy (ISO 8601); null if there is none. Throws CORRUPT, STORE. */
export function asOfOf({ db, study }: Pick<ReadableStudy, 'db' | 'study'>, dataset: DatasetName): string | null {
  return guarded(`The cache of study ${study}`, () => {
    const asOf = db.prepare<[string], string | null>('SELECT as_of FROM state WHERE dataset = ?').pluck().get(dataset);
    return asOf ?? null;
  });
}

/** Newest as-of time among a study's datasets (ISO 8601); null if there is none. Throws CORRUPT, STORE. */
export function latestPass({ db, study }: Pick<ReadableStudy, 'db' | 'study'>): string | null {
  return guarded(`The cache of study ${study}`, () => db.prepare<[], string | null>('SELECT max(as_of) FROM state').pluck().get() ?? null);
}

function statusOf(kept: StateRow, subjects: SubjectsSeen | null): DatasetStatus {
  const { as_of: asOf, error_category: code, error_message: message, proof: proofText, pending: pendingText, ...row } = kept;
  const proof = proofText === null ? null : storedProof(proofText);
  const pending = pendingText === null ? null : (JSON.parse(pendingText) as PendingReview);
  return {
    ...row,
    // A new reading of what was pending review is running, or its run was ended.
    state: row.state === 'pending' && pending === null ? 'kept' : row.state,
    pages: proof?.pages ?? 0,
    asOf,
    error: code === null ? null : { code, message: message ?? '' },
    proof,
    subjects,
    pending,
  };
}

/** Records how a run ended for a dataset that was not flipped. What is shown stays. */
export function recordOutcome(study: WritableStudy, dataset: DatasetName, outcome: Pick<DatasetStatus, 'state' | 'error'>): void {
  guarded(`The cache of study ${study.study}`, () => {
    study.db
      .prepare('UPDATE state SET state = ?, error_category = ?, error_message = ?, added = 0, changed = 0, vanished = 0 WHERE dataset = ?')
      .run(outcome.state, outcome.error?.code ?? null, outcome.error?.message ?? null, dataset);
  });
}

/** Records that a proven pass waits for a person's decision. What is shown stays. */
export function recordPendingReview(
  study: WritableStudy,
  pass: { readonly id: number; readonly dataset: DatasetName },
  pending: PendingReview,
): void {
  guarded(`The cache of study ${study.study}`, () => {
    study.db
      .transaction(() => {
        study.db.prepare('UPDATE pass SET held = ? WHERE id = ?').run(JSON.stringify(pending), pass.id);
        recordOutcome(study, pass.dataset, { state: 'pending', error: null });
      })
      .immediate();
  });
}

/** Stores how many records a dataset has, and how many issues and quarantined entries its current pages have. */
export function storeCounts(study: Pick<ReadableStudy, 'db'>, dataset: DatasetName, records: number): void {
  const { issues, quarantined } = countIssues(study, dataset);
  study.db
    .prepare('UPDATE state SET records = ?, issues = ?, quarantined = ? WHERE dataset = ?')
    .run(records, issues, quarantined, dataset);
}

/** Counts the records of a dataset's first load that are still shown: their rows are the only entry of it in the history. */
export function countFirstLoad({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName): void {
  const shown = `SELECT count(*) FROM ${quoted(rowTable(dataset))} WHERE _added = first_load.generation`;
  db.prepare(`UPDATE first_load SET records = (${shown}) WHERE dataset = ?`).run(dataset);
}

/** Number of distinct records with an issue, and of quarantined entries, in the current pages of a dataset. */
export function countIssues(
  { db }: Pick<ReadableStudy, 'db'>,
  dataset: DatasetName,
): { readonly issues: number; readonly quarantined: number } {
  // Issues of a whole resource have no key and count once per page.
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
