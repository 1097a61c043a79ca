import type { Output } from '../../shared/contract.ts';
import { datasets, type Dataset, type DatasetName } from '../../shared/datasets/datasets.ts';
import { recordHistory } from './changes.ts';
import { everyRecord, everyRow, quoted, rowTable } from '../store/database/layout.ts';
import { findColumn, sqlName } from './columns.ts';
import { recordIssues } from './issues.ts';
import { readGridRows } from './rows.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import type { StoredPage } from '../store/pages/stored-pages.ts';
import { findShownPage, keyHashOf, readEntries, readPageRecords } from './shown-pages.ts';

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

/** The origin of a shown record. */
interface RecordSource {
  /** The resource exactly as sent. */
  readonly raw: string;
  readonly page: { readonly number: number; readonly of: number; readonly digest: string };
}

/** Returns the resource of a record and its page; null if no shown page contains it. Call inside a snapshot. */
export function readRecordSource(study: StudyReader, dataset: Dataset, key: string): RecordSource | null {
  const keyHash = keyHashOf(key);
  const page = findShownPage(study, dataset.name, keyHash);
  const raw = page === undefined ? undefined : readResource(study, dataset, page, key, keyHash);
  return page === undefined || raw === undefined ? null : { raw, page: { number: page.number, of: page.of, digest: page.digest } };
}

function readResource(study: StudyReader, dataset: Dataset, page: StoredPage, key: string, keyHash: string): string | undefined {
  if (dataset.repeated === undefined) return readPageRecords(study, dataset.name, page).find((record) => record.keyHash === keyHash)?.text;
  const extractor = study.extractor(dataset.name);
  const entry = readEntries(study, dataset.name, page).find((candidate) =>
    extractor.extract(candidate, study.study).rows.some((row) => row.key === key),
  );
  return entry?.text ?? undefined;
}
