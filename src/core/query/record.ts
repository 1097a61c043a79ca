import type { Output } from '../../shared/contract.ts';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { recordHistory } from './changes.ts';
import { everyRecord, everyRow, quoted, rowTable } from '../store/layout.ts';
import { findColumn, sqlName } from './columns.ts';
import { recordIssues } from './issues.ts';
import { readRecordSource } from './record-source.ts';
import { readGridRows } from './rows.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/**
 * Returns everything about one record: its row, the resource as sent and its page, content that no column shows, issues and history. A
 * vanished record has only its history; a record after the data cut-off is returned in full.
 */
export function readRecord(study: StudyReader, name: DatasetName, key: string): Output<'record.get'> {
  return inSnapshot(study, () => {
    const dataset = datasets[name];
    const keyColumn = findColumn(dataset, dataset.key);
    const stored = study.db
      .prepare<[string], { readonly rowid: number; readonly undescribed: string | null }>(
        `SELECT rowid, _undescribed AS undescribed FROM ${everyRow(name)} WHERE ${sqlName(keyColumn)} = ?`,
      )
      .get(key);
    const source = stored === undefined ? null : readRecordSource(study, dataset, key);
    return {
      isAfterCutOff: stored !== undefined && study.cutOff !== undefined && !isShown(study, name, stored.rowid),
      row: stored === undefined ? null : (readGridRows(study, dataset, [stored.rowid], everyRecord(name))[0] ?? null),
      raw: source?.raw ?? null,
      page: source?.page ?? null,
      undescribed: JSON.parse(stored?.undescribed ?? '[]') as Output<'record.get'>['undescribed'],
      issues: recordIssues(study, name, key),
      history: recordHistory(study, name, key),
    };
  });
}

function isShown({ db }: StudyReader, name: DatasetName, rowid: number): boolean {
  return db.prepare<[number], number>(`SELECT 1 FROM ${quoted(rowTable(name))} WHERE rowid = ?`).get(rowid) !== undefined;
}
