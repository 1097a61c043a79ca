import { isDerived, type CellValue, type Column, type Dataset } from '../../shared/datasets/declaration.ts';
import type { FlipPlan } from './plan-flip.ts';
import { quoted, stagedTable } from './projection.ts';
import type { WritableStudy } from './study.ts';

/** One column of a record before and after, as the ledger keeps it. */
export interface FieldChange {
  /** Name of the column, or `_undescribed` for what no column shows (JSON text). */
  readonly column: string;
  readonly before: CellValue;
  readonly after: CellValue;
}

interface Ledger {
  /** Every row is new. */
  firstLoad(): void;
  /** The staged rows that are not shown yet are new. */
  added(): void;
  changed(shownRow: number, stagedRow: number): void;
  vanished(shownRow: number): void;
}

type Cells = Readonly<Record<string, string | number | null>>;

/** Writes what a flip does to one dataset into the ledger, before it is done. */
export function writeLedger({ db }: WritableStudy, plan: FlipPlan, dataset: Dataset): Ledger {
  const [table, staged, key] = [quoted(dataset.name), quoted(stagedTable(dataset.name)), quoted(dataset.key)];
  const subject = dataset.columns.some((column) => column.name === 'subject') ? quoted('subject') : 'NULL';
  const insertNew = (from: string): void => {
    db.prepare(`INSERT INTO change (generation, at, dataset, key, subject, kind, fields) SELECT ?, ?, ?, ${key}, ${subject}, 'new', '[]' FROM ${from}`)
      .run(plan.generation, plan.at, dataset.name);
  };
  const select = [`${key} AS _key`, `${subject} AS _subject`, '_undescribed', ...dataset.columns.map((column) => `${cellOf(column)} AS ${quoted(column.name)}`)].join(', ');
  const shown = db.prepare<[number], Cells>(`SELECT ${select} FROM ${table} WHERE rowid = ?`);
  const next = db.prepare<[number], Cells>(`SELECT ${select} FROM ${staged} WHERE rowid = ?`);
  const insert = db.prepare("INSERT INTO change (generation, at, dataset, key, subject, kind, fields) VALUES (?, ?, ?, ?, ?, ?, ?)");
  const write = (kind: 'changed' | 'vanished', before: Cells, after: Cells): void => {
    insert.run(plan.generation, plan.at, dataset.name, before['_key'], before['_subject'], kind, JSON.stringify(fieldChanges(dataset, before, after)));
  };
  return {
    // In the order of their keys, so that the ledger's index grows at its end.
    firstLoad: () => { insertNew(`${table} NOT INDEXED ORDER BY ${key}`); },
    added: () => { insertNew(`${staged} s WHERE NOT EXISTS (SELECT 1 FROM ${table} v WHERE v.${key} = s.${key}) ORDER BY s.rowid`); },
    changed: (shownRow, stagedRow) => { write('changed', shown.get(shownRow) ?? {}, next.get(stagedRow) ?? {}); },
    vanished: (shownRow) => { write('vanished', shown.get(shownRow) ?? {}, {}); },
  };
}

/** The expression of a cell as it is shown: a number by the digits as sent where JavaScript would change them. */
function cellOf(column: Column): string {
  return column.kind === 'number' && !isDerived(column) ? `ifnull(${quoted(`${column.name}_sent`)}, ${quoted(column.name)})` : quoted(column.name);
}

function fieldChanges(dataset: Dataset, before: Cells, after: Cells): readonly FieldChange[] {
  const changes = dataset.columns
    .map((column) => ({ column: column.name, before: cellValue(column, before), after: cellValue(column, after), same: (before[column.name] ?? null) === (after[column.name] ?? null) }))
    .filter((change) => !change.same)
    .map(({ column, before: from, after: to }) => ({ column, before: from, after: to }));
  const [left, right] = [before['_undescribed'] ?? null, after['_undescribed'] ?? null];
  return left === right ? changes : [...changes, { column: '_undescribed', before: left, after: right }];
}

function cellValue(column: Column, cells: Cells): CellValue {
  const value = cells[column.name] ?? null;
  return column.kind === 'list' && typeof value === 'string' ? JSON.parse(value) as readonly string[] : value;
}
