import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { StoredPage } from '../store/stored-pages.ts';
import { findShownPage, keyHashOf, readEntries, readPageRecords } from './shown-pages.ts';
import type { StudyReader } from './study-directory.ts';

/** The origin of a shown record. */
export interface RecordSource {
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
