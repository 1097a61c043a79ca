import type { CheckRule, ExampleRow } from '../../shared/checks/check-rule.ts';
import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import type { CellValue, Column } from '../../shared/datasets/declaration.ts';
import { localSpan } from '../../shared/derive/plausible-date.ts';
import { AppError } from '../../shared/errors.ts';
import { parsePartialDate } from '../../shared/partial-date.ts';
import { sqlColumns, type SqlColumn, type SqlValue } from '../extract/sql-columns.ts';
import { findColumn, isLocalTime } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { registerFold } from '../query/contains.ts';
import { sqlRecords, sqlRowid } from '../query/tables.ts';
import { openInMemory } from '../store/database/database.ts';
import { layoutOf, rowTable } from '../store/database/layout.ts';
import { storableRow } from '../store/pages/encoded-rows.ts';
import { createRows, createShared } from '../store/database/projection.ts';
import { rowInserter } from '../store/pages/staged-rows.ts';

type Tried = Pick<CheckRule, 'dataset' | 'where' | 'finds' | 'leaves'>;

/** An example that the rule does not treat as stated: its index, counted from 0, among those to be found or left. */
export interface FailedExample {
  readonly of: 'finds' | 'leaves';
  readonly at: number;
}

/**
 * Tests a rule's examples in the same way as records. Throws USAGE for a column that the dataset does not have, and for values that its
 * conditions cannot compare.
 */
export function tryExamples({ dataset: name, where, finds, leaves }: Tried): readonly FailedExample[] {
  const dataset = datasets[name];
  const { text, values } = compileSelection(dataset, { dataset: name, where: [...where], search: '', subjects: null, chosen: null });
  const db = openInMemory();
  try {
    registerFold(db);
    createRows(db, dataset, rowTable(name));
    createShared(db, dataset);
    const insert = rowInserter(db, dataset, rowTable(name));
    const examples = [...finds, ...leaves];
    for (const example of examples) insert(storableRow(layoutOf(dataset), { ...noRecord, cells: cellsOf(dataset, example) }), 0, 0);
    const found = new Set(
      db
        .prepare<unknown[], number>(`SELECT ${sqlRowid(dataset)} FROM ${sqlRecords(dataset, [])} WHERE ${text}`)
        .pluck()
        .all(...values),
    );
    return examples.flatMap((_, at): readonly FailedExample[] => {
      const isToFind = at < finds.length;
      if (found.has(at + 1) === isToFind) return [];
      return [isToFind ? { of: 'finds', at } : { of: 'leaves', at: at - finds.length }];
    });
  } finally {
    db.close();
  }
}

/** Throws USAGE with the first example that a rule does not treat as stated, and the errors of `tryExamples`. */
export function assertExamples(rule: Tried): void {
  const [failed] = tryExamples(rule);
  if (failed === undefined) return;
  throw new AppError(
    'USAGE',
    failed.of === 'finds'
      ? `Example ${String(failed.at + 1)} of "finds" is not found by the conditions.`
      : `Example ${String(failed.at + 1)} of "leaves" is found by the conditions.`,
  );
}

const noRecord = { key: '', undescribed: null, hash: Buffer.alloc(16) };

function cellsOf(dataset: Dataset, example: ExampleRow): readonly SqlValue[] {
  for (const name of Object.keys(example)) findColumn(dataset, name);
  return sqlColumns(dataset).map((one) => valueOf(one, example[one.column.name] ?? null));
}

/** Returns what the extractor would have stored for a cell. Throws USAGE if its kind does not match the column. */
function valueOf({ column, holds }: SqlColumn, cell: CellValue): SqlValue {
  if (cell === null || holds === 'sent') return null;
  if (typeof cell === 'object') {
    if (column.kind === 'list') return JSON.stringify(cell);
    throw otherKind(column);
  }
  if (column.kind === 'number') {
    const number = typeof cell === 'number' ? cell : Number(cell.trim() === '' ? Number.NaN : cell);
    if (Number.isNaN(number)) throw otherKind(column);
    return number;
  }
  if (column.kind === 'list') return JSON.stringify([String(cell)]);
  if (holds === 'at') return timeOf(column, String(cell));
  return String(cell);
}

/** Null for a text that is not a date, as in records. */
function timeOf(column: Column, text: string): number | null {
  return (isLocalTime(column) ? localSpan(text) : parsePartialDate(text))?.from ?? null;
}

function otherKind({ name, kind }: Column): AppError {
  return new AppError('USAGE', `An example has a value in "${name}" that does not fit a ${kind} column.`);
}
