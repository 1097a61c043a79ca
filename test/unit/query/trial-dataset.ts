import Database from 'better-sqlite3-multiple-ciphers';
import type { Database as Connection } from 'better-sqlite3-multiple-ciphers';
import { registerFold } from '../../../src/core/query/contains.ts';
import type { Dataset } from '../../../src/shared/datasets/datasets.ts';
import type { Column, ColumnKind } from '../../../src/shared/datasets/declaration.ts';

/** A dataset with a column of each kind, so that these tests do not move when the real declarations do. */
export const trial: Dataset = {
  name: 'labs',
  title: 'Labs',
  icon: 'flask',
  singular: 'lab result',
  version: 1,
  endpoint: { path: '/labs', category: null },
  resourceType: 'Observation',
  domain: 'LB',
  key: 'record',
  described: [],
  defaultSort: ['subject', 'collected'],
  indexes: [],
  date: 'collected',
  label: { columns: ['result'], between: ' ' },
  context: ['subject', 'visit'],
  summary: { visit: 'visit', name: null, holds: [{ columns: ['result'] }] },
  finding: ['subject', 'result'],
  columns: [
    column('record', 'text', 'Record'),
    column('subject', 'text', 'Subject'),
    column('visit', 'text', 'Visit'),
    { ...column('flag', 'flag', 'Flag'), shared: true },
    { ...column('labels', 'list', 'Labels'), shared: true },
    column('result', 'number', 'Result'),
    column('collected', 'datetime', 'Collected'),
    { ...column('issued', 'datetime', 'Issued'), shared: true },
  ],
};

function column(name: string, kind: ColumnKind, plain: string): Column {
  return { name, kind, plain, sdtm: null, help: '', width: 100, section: 'All', shown: true, paths: [name] };
}

export type TrialRow = Readonly<Record<'record' | 'subject' | 'visit' | 'flag' | 'collected' | 'issued', string | null>> & {
  readonly labels: readonly string[] | null;
  readonly result: number | null;
  readonly resultSent?: string;
};

const emptyRow: TrialRow = {
  record: null,
  subject: null,
  visit: null,
  flag: null,
  labels: null,
  result: null,
  collected: null,
  issued: null,
};

/** A database in memory with the trial tables, shaped as a study file's dataset tables are. */
export function trialTable(rows: readonly Partial<TrialRow>[]): Connection {
  const db = new Database(':memory:');
  registerFold(db);
  db.exec(`CREATE TABLE labs_row (record TEXT, subject TEXT, visit TEXT, result REAL, result_sent TEXT, collected TEXT, collected_at REAL, _shared INTEGER) STRICT;
    CREATE TABLE labs_shared (_id INTEGER PRIMARY KEY, flag TEXT, labels TEXT, issued TEXT, issued_at REAL) STRICT`);
  const insert = db.prepare('INSERT INTO labs_row VALUES (?,?,?,?,?,?,?,?)');
  const share = db.prepare('INSERT INTO labs_shared VALUES (?,?,?,?,?)');
  rows.forEach((given, index) => {
    const row = { ...emptyRow, record: `r${String(index)}`, ...given };
    share.run(index, row.flag, row.labels === null ? null : JSON.stringify(row.labels), row.issued, timeOf(row.issued));
    insert.run(row.record, row.subject, row.visit, row.result, row.resultSent ?? null, row.collected, timeOf(row.collected), index);
  });
  return db;
}

/** Milliseconds of the wall clock without an offset, of the instant with one; written independently of the code under test. */
export function timeOf(text: string | null): number | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const time = Date.parse(text.length === 10 || /Z$|[+-]\d{2}:\d{2}$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : time;
}
