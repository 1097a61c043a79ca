import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Db } from '../store/database/database.ts';
import { quoted, rowTable, wholeRecords } from '../store/database/layout.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { DatasetHistory } from './history-plan.ts';
import { shownColumns, shownDigest } from './shown-digest.ts';

/**
 * Temporary tables of one merge. `known`: records of the backup. `fresh`: records of the fresh mirror (`hash`: null if the record changed
 * since; `place`: where it is now). `found`: differences of the fresh mirror from the backup.
 */
const tables = `
  CREATE TEMP TABLE known (
    dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, hash BLOB NOT NULL, added INTEGER NOT NULL, changed INTEGER NOT NULL, fields TEXT,
    shown BLOB, PRIMARY KEY (dataset, key)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE fresh (
    dataset TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, hash BLOB, place TEXT NOT NULL, PRIMARY KEY (dataset, key)
  ) WITHOUT ROWID;
  CREATE TEMP TABLE found (dataset TEXT NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, subject TEXT, fields TEXT NOT NULL);
`;

/** Differences of a dataset's fresh mirror from the backup, by kind. */
export interface Compared extends DatasetHistory {
  readonly differs: boolean;
  readonly new: number;
  readonly changed: number;
  readonly vanished: number;
}

/** Creates and fills the tables of a merge. Call inside a transaction; `forgetComparison` or its end drops them. */
export function compareDatasets(study: WritableStudy, backup: Db, histories: readonly DatasetHistory[]): readonly Compared[] {
  study.db.exec(tables);
  return histories.map((history) => {
    readKnown(study, backup, history.dataset);
    readFresh(study, history);
    settleTexts(study, backup, history.dataset);
    return { ...history, ...findDifferences(study.db, history.dataset) };
  });
}

export function forgetComparison(db: Db): void {
  db.exec('DROP TABLE temp.known; DROP TABLE temp.fresh; DROP TABLE temp.found');
}

function readKnown({ db, study }: WritableStudy, backup: Db, dataset: DatasetName): void {
  const read = backup
    .prepare<[string, string], readonly unknown[]>(
      'SELECT dataset, key, subject, hash, added, changed, fields, shown FROM record WHERE study = ? AND dataset = ?',
    )
    .raw();
  const insert = db.prepare('INSERT INTO temp.known VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const row of read.iterate(study, dataset)) insert.run(...row);
}

/**
 * For a record that is not shown, the first of its later entries tells whether the fresh mirror had it: it did not if that entry is 'new'.
 */
function readFresh({ db }: WritableStudy, { dataset: name, base }: DatasetHistory): void {
  const dataset = datasets[name];
  const subject = dataset.columns.some((column) => column.name === 'subject') ? quoted('subject') : 'NULL';
  const asked = { name, base };
  db.prepare(
    `INSERT INTO temp.fresh SELECT :name, ${quoted(dataset.key)}, ${subject}, CASE WHEN _changed <= :base THEN _hash END, 'row'
    FROM ${quoted(rowTable(name))} WHERE _added <= :base`,
  ).run(asked);
  db.prepare(
    `INSERT OR IGNORE INTO temp.fresh SELECT dataset, key, subject, CASE WHEN changed <= :base THEN hash END, 'absent'
    FROM absent WHERE dataset = :name AND added <= :base`,
  ).run(asked);
  db.prepare(
    `INSERT OR IGNORE INTO temp.fresh SELECT dataset, key, subject, NULL, 'gone' FROM change
    WHERE kind <> 'new' AND id IN (SELECT min(id) FROM change WHERE dataset = :name AND generation > :base GROUP BY key)`,
  ).run(asked);
}

/**
 * A record of which only the text differs did not change, as in a sync. This is known only if both copies were read with the same
 * declaration.
 */
function settleTexts({ db, study }: WritableStudy, backup: Db, name: DatasetName): void {
  const read = backup.prepare<[string, string], string>('SELECT fingerprint FROM first_load WHERE study = ? AND dataset = ?').pluck();
  const own = db.prepare<[string], string>('SELECT fingerprint FROM projection WHERE dataset = ?').pluck();
  if (read.get(study, name) !== own.get(name)) return;
  const dataset = datasets[name];
  const others = db
    .prepare<[string], readonly [key: string, hash: Buffer, shown: Buffer, ...cells: unknown[]]>(
      `WITH other AS (SELECT k.key AS _known_key, k.hash AS _known_hash, k.shown AS _known_shown
        FROM temp.fresh f JOIN temp.known k ON k.dataset = f.dataset AND k.key = f.key
        WHERE f.dataset = ? AND f.place = 'row' AND f.hash <> k.hash AND k.shown IS NOT NULL)
      SELECT _known_key, _known_hash, _known_shown, ${shownColumns(dataset)} FROM other JOIN ${wholeRecords(name)} WHERE ${quoted(dataset.key)} = _known_key`,
    )
    .raw()
    .all(name);
  const settle = db.prepare('UPDATE temp.fresh SET hash = ? WHERE dataset = ? AND key = ?');
  for (const [key, hash, shown, ...cells] of others) if (shownDigest(cells).equals(shown)) settle.run(hash, name, key);
}

/** A backup has no earlier values, so entries have none, except those of records that an unconfirmed copy lacked. */
function findDifferences(db: Db, dataset: DatasetName): Pick<Compared, 'differs' | 'new' | 'changed' | 'vanished'> {
  const find = (kind: 'new' | 'changed' | 'vanished', from: string): number =>
    db.prepare(`INSERT INTO temp.found ${from} ORDER BY key`).run({ dataset, kind }).changes;
  const found = {
    new: find(
      'new',
      `SELECT dataset, :kind, key, subject, '[]' FROM temp.fresh f WHERE dataset = :dataset
        AND NOT EXISTS (SELECT 1 FROM temp.known k WHERE k.dataset = f.dataset AND k.key = f.key)`,
    ),
    changed: find(
      'changed',
      `SELECT f.dataset, :kind, f.key AS key, f.subject, '[]' FROM temp.fresh f JOIN temp.known k ON k.dataset = f.dataset AND k.key = f.key
        WHERE f.dataset = :dataset AND f.hash IS NOT NULL AND f.hash <> k.hash`,
    ),
    vanished: find(
      'vanished',
      `SELECT dataset, :kind, key, subject, ifnull(fields, '[]') FROM temp.known k WHERE dataset = :dataset
        AND NOT EXISTS (SELECT 1 FROM temp.fresh f WHERE f.dataset = k.dataset AND f.key = k.key)`,
    ),
  };
  return { ...found, differs: found.new + found.changed + found.vanished > 0 };
}
