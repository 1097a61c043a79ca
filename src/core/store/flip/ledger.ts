import type { Dataset } from '../../../shared/datasets/datasets.ts';
import { isByBaseline, isDerived, type CellValue, type Column } from '../../../shared/datasets/declaration.ts';
import type { Db } from '../database/database.ts';
import { itemsOf } from '../../extract/stored-list.ts';
import type { FlipPlan } from './plan-flip.ts';
import { quoted, rowTable, stagedTable, wholeRecords } from '../database/layout.ts';
import type { WritableStudy } from '../database/study.ts';

/** One column of a record before and after a change, as stored in the ledger. */
export interface FieldChange {
  /** Column name, or `_undescribed` for what no column shows (JSON text). */
  readonly column: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

interface Ledger {
  /** Every record is new. No entries are needed: the rows say so. */
  firstLoad(records: number): void;
  /** Records staged rows that are not shown yet as new. */
  added(): void;
  changed(shownRow: number, stagedRow: number): void;
  vanished(shownRow: number): void;
  /** An unconfirmed copy lacks the record: it is set aside with its last values. */
  absent(shownRow: number): void;
  /** The record is back: records differences from the values set aside. Returns whether there were any. */
  returned(shownRow: number, setAside: readonly FieldChange[]): boolean;
}

type Cells = Readonly<Record<string, string | number | null>>;

/** Writes the effect of a flip on one dataset to the ledger, before the flip is applied. */
export function writeLedger({ db }: WritableStudy, plan: FlipPlan, dataset: Dataset): Ledger {
  const [shownRows, stagedRows, key] = [quoted(rowTable(dataset.name)), quoted(stagedTable(dataset.name)), quoted(dataset.key)];
  const subject = dataset.columns.some((column) => column.name === 'subject') ? quoted('subject') : 'NULL';
  const select = [
    `${key} AS _key`,
    `${subject} AS _subject`,
    '_undescribed',
    ...dataset.columns.map((column) => `${cellOf(column)} AS ${quoted(column.name)}`),
  ].join(', ');
  const shown = db.prepare<[number], Cells>(`SELECT ${select} FROM ${wholeRecords(dataset.name)} WHERE ${shownRows}.rowid = ?`);
  const next = db.prepare<[number], Cells>(
    `SELECT ${select} FROM ${wholeRecords(dataset.name, stagedTable(dataset.name))} WHERE ${stagedRows}.rowid = ?`,
  );
  const insert = db.prepare('INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const setAside = db.prepare(
    `INSERT INTO absent (dataset, key, subject, fields, hash, added, changed) SELECT ?, ?, ?, ?, _hash, _added, _changed FROM ${shownRows} WHERE rowid = ?`,
  );
  const keepArrival = arrivalRecorder(db, dataset, subject);
  const write = (kind: 'changed' | 'vanished', before: Cells, after: Cells): void => {
    insert.run(
      plan.generation,
      plan.at,
      dataset.name,
      before['_key'],
      before['_subject'],
      kind,
      JSON.stringify(fieldChanges(dataset, before, after)),
    );
  };
  return {
    firstLoad: (records) => {
      db.prepare('INSERT OR REPLACE INTO first_load (dataset, generation, at, records) VALUES (?, ?, ?, ?)').run(
        dataset.name,
        plan.generation,
        plan.at,
        records,
      );
    },
    added: () => {
      db.prepare(
        `INSERT INTO change (generation, at, dataset, key, subject, kind, fields) SELECT ?, ?, ?, ${key}, ${subject}, 'new', '[]' FROM ${stagedRows} s
        WHERE NOT EXISTS (SELECT 1 FROM ${shownRows} v WHERE v.${key} = s.${key}) ORDER BY s.rowid`,
      ).run(plan.generation, plan.at, dataset.name);
    },
    changed: (shownRow, stagedRow) => {
      write('changed', shown.get(shownRow) ?? {}, next.get(stagedRow) ?? {});
    },
    vanished: (shownRow) => {
      keepArrival(shownRow);
      write('vanished', shown.get(shownRow) ?? {}, {});
    },
    absent: (shownRow) => {
      keepArrival(shownRow);
      const before = shown.get(shownRow) ?? {};
      setAside.run(dataset.name, before['_key'], before['_subject'], JSON.stringify(fieldChanges(dataset, before, {})), shownRow);
    },
    returned: (shownRow, setAside) => {
      const before = Object.fromEntries(setAside.map((field) => [field.column, storedCell(field.before)]));
      const after = shown.get(shownRow) ?? {};
      if (fieldChanges(dataset, before, after).length === 0) return false;
      write('changed', { ...before, _key: after['_key'] ?? null, _subject: after['_subject'] ?? null }, after);
      return true;
    },
  };
}

/** That a record came with the first load was recorded only in its row, which is about to be deleted. */
function arrivalRecorder(db: Db, dataset: Dataset, subject: string): (shownRow: number) => void {
  const insert = db.prepare(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields)
    SELECT l.generation, l.at, l.dataset, r.${quoted(dataset.key)}, ${subject}, 'new', '[]' FROM first_load l, ${quoted(rowTable(dataset.name))} r
    WHERE l.dataset = ? AND r.rowid = ? AND r._added = l.generation`);
  const countDown = db.prepare('UPDATE first_load SET records = records - 1 WHERE dataset = ?');
  return (shownRow) => {
    if (insert.run(dataset.name, shownRow).changes > 0) countDown.run(dataset.name);
  };
}

/** SQL expression of a cell as shown: a number by its digits as sent if JavaScript would change them. */
function cellOf(column: Column): string {
  return column.kind === 'number' && !isDerived(column)
    ? `ifnull(${quoted(`${column.name}_sent`)}, ${quoted(column.name)})`
    : quoted(column.name);
}

function fieldChanges(dataset: Dataset, before: Cells, after: Cells): readonly FieldChange[] {
  const changes = dataset.columns
    .filter((column) => !isByBaseline(column))
    .map((column) => ({
      column: column.name,
      before: cellValue(column, before),
      after: cellValue(column, after),
      same: (before[column.name] ?? null) === (after[column.name] ?? null),
    }))
    .filter((change) => !change.same)
    .map(({ column, before: from, after: to }) => ({ column, before: from, after: to }));
  const [left, right] = [before['_undescribed'] ?? null, after['_undescribed'] ?? null];
  return left === right ? changes : [...changes, { column: '_undescribed', before: left, after: right }];
}

/** Converts a ledger value to its form in a row. */
function storedCell(value: CellValue): string | number | null {
  return typeof value === 'string' || typeof value === 'number' || value === null ? value : JSON.stringify(value);
}

function cellValue(column: Column, cells: Cells): CellValue {
  const value = cells[column.name] ?? null;
  return column.kind === 'list' && typeof value === 'string' ? itemsOf(value) : value;
}
