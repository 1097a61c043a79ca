import type { Dataset } from '../../shared/datasets/datasets.ts';
import { countAbsent } from './absent-records.ts';
import { writeLedger, type FieldChange } from './ledger.ts';
import { quoted, rowTable } from './layout.ts';
import type { DatasetFlip, FlipPlan } from './plan-flip.ts';
import type { WritableStudy } from './study.ts';

interface Returned {
  readonly key: string;
  readonly row: number;
  readonly fields: string;
  /** 1 where it is the very record that was kept aside: another declaration may read it otherwise. */
  readonly same: number;
  readonly added: number;
  readonly changed: number;
}

/**
 * Settles records that an unconfirmed copy lacked, once the rows of a flip are in their place: one that is there again was there all the
 * time, and is no new record; of the others, a confirmed copy says that they vanished. Gives how many came back, and how many of
 * these with other values.
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
  if (returned.length > 0) countFirstLoad(study, dataset, returned);
  if (proof.confirmed) {
    db.prepare(
      `INSERT INTO change (generation, at, dataset, key, subject, kind, fields)
      SELECT ?, ?, dataset, key, subject, 'vanished', fields FROM absent WHERE dataset = ? ORDER BY key`,
    ).run(plan.generation, plan.at, dataset.name);
    db.prepare('DELETE FROM absent WHERE dataset = ?').run(dataset.name);
  }
  return { returned: returned.length, changed };
}

/** The rows of a first load are its entries in the ledger: those that came back are rows again, and those of a new one that were there before are none. */
function countFirstLoad({ db }: WritableStudy, dataset: Dataset, returned: readonly Returned[]): void {
  const load = db.prepare<[string], number>('SELECT generation FROM first_load WHERE dataset = ?').pluck().get(dataset.name);
  if (load === undefined) return;
  const drop = db.prepare("DELETE FROM change WHERE dataset = ? AND key = ? AND kind = 'new' AND generation = ?");
  for (const { key, added } of returned) if (added === load) drop.run(dataset.name, key, load);
  db.prepare(
    `UPDATE first_load SET records = (SELECT count(*) FROM ${quoted(rowTable(dataset.name))} WHERE _added = first_load.generation) WHERE dataset = ?`,
  ).run(dataset.name);
}
