import type { Output } from '../../shared/contract.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { readChange, type ChangeRow } from '../query/changes.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { readNumber } from '../store/database/read-number.ts';

/** Records of the first pass of their dataset also have ledger entries once they have vanished or changed their subject. */
const changed = `subject = ? AND NOT (kind = 'new' AND EXISTS (
  SELECT 1 FROM first_load WHERE first_load.dataset = change.dataset AND first_load.generation = change.generation))`;

/** Returns what passes changed in a subject's records, newest first. */
export function listSubjectChanges(
  study: StudyReader,
  { subject, limit }: { readonly subject: string; readonly limit: number },
): Output<'subject.changes'> {
  return inSnapshot(study, () => {
    const { db } = study;
    const of = readNumber(db, `SELECT count(*) FROM change WHERE ${changed}`, subject);
    const changes = db
      .prepare<[string, number], ChangeRow>(
        `SELECT dataset, key, subject, kind, generation, at, fields FROM change WHERE ${changed} ORDER BY generation DESC, id DESC LIMIT ?`,
      )
      .all(subject, limit)
      .map(readChange);
    return { generation: currentGeneration(study), of, changes };
  });
}
