import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { countAbsent } from './absent-records.ts';
import { writeLedger, type FieldChange } from './ledger.ts';
import { quoted, rowTable } from '../database/layout.ts';
import type { DatasetFlip, FlipPlan } from './plan-flip.ts';
import { countFirstLoad } from '../database/status.ts';
import type { WritableStudy } from '../database/study.ts';

interface Returned {
  readonly key: string;
  readonly row: number;
  readonly fields: string;
  /** 1 if the record is identical to the one set aside: another declaration may read it differently. */
  readonly same: number;
  readonly added: number;
  readonly changed: number;
}

/**
 * Settles records that an unconfirmed copy lacked, once the rows of a flip are in place. A record that is back was there all the time and
 * does not count as new. The others have vanished if the copy is confirmed. Returns how many came back, and how many of these have other
 * values.
 */
export function settleAbsent(
  study: WritableStudy,
  plan: FlipPlan,
  { proof }: Pick<DatasetFlip, 'proof'>,
  dataset: Dataset,
): { readonly returned: number; readonly changed: number } {
  const { db } = study;
  if (countAbsent(study, dataset.name) === 0) return { returned: 0, changed: 0 };
  const [table, key] = [quoted(rowTable(dataset.name)), quoted(dataset.key)];
  const returned = db
    .prepare<[string], Returned>(
      `SELECT a.key, r.rowid AS row, a.fields, a.hash = r._hash AS same, a.added, a.changed FROM absent a JOIN ${table} r ON r.${key} = a.key WHERE a.dataset = ?`,
    )
    .all(dataset.name);
  const ledger = writeLedger(study, plan, dataset);
  const place = db.prepare(`UPDATE ${table} SET _added = ?, _changed = ? WHERE rowid = ?`);
  const isNotNew = db.prepare("DELETE FROM change WHERE dataset = ? AND key = ? AND kind = 'new' AND generation = ?");
  const forget = db.prepare('DELETE FROM absent WHERE dataset = ? AND key = ?');
  let changed = 0;
  for (const one of returned) {
    isNotNew.run(dataset.name, one.key, plan.generation);
    const differs = one.same === 0 && ledger.returned(one.row, JSON.parse(one.fields) as readonly FieldChange[]);
    if (differs) changed += 1;
    place.run(one.added, differs ? plan.generation : one.changed, one.row);
    forget.run(dataset.name, one.key);
  }
  if (returned.length > 0) settleFirstLoad(study, dataset, returned);
  if (proof.confirmed) {
    db.prepare(
      `INSERT INTO change (generation, at, dataset, key, subject, kind, fields)
      SELECT ?, ?, dataset, key, subject, 'vanished', fields FROM absent WHERE dataset = ? ORDER BY key`,
    ).run(plan.generation, plan.at, dataset.name);
    db.prepare('DELETE FROM absent WHERE dataset = ?').run(dataset.name);
  }
  return { returned: returned.length, changed };
}

/**
 * Rows of a first load have no entries in the ledger: records of that load that came back lose theirs, and rows of a new first load that
 * existed before do not count.
 */
function settleFirstLoad(study: WritableStudy, dataset: Dataset, returned: readonly Returned[]): void {
  const { db } = study;
  const load = db.prepare<[string], number>('SELECT generation FROM first_load WHERE dataset = ?').pluck().get(dataset.name);
  if (load === undefined) return;
  const drop = db.prepare("DELETE FROM change WHERE dataset = ? AND key = ? AND kind = 'new' AND generation = ?");
  for (const { key, added } of returned) if (added === load) drop.run(dataset.name, key, load);
  countFirstLoad(study, dataset.name);
}
