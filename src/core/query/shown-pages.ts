import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { parseRepeating } from '../bundle/bundle.ts';
import { shortHash, type BundleEntry } from '../bundle/bundle-entry.ts';
import { findPass, listPages, readBody, type StoredPage } from '../store/pages/stored-pages.ts';
import type { StudyReader } from './study-directory.ts';

/** A record of a page: the hash of its key, and its resource as sent. */
export interface PageRecord {
  readonly keyHash: string;
  readonly text: string;
}

/** Returns the shown pages of a dataset in order. Call inside a snapshot. */
export function listShownPages(study: StudyReader, dataset: DatasetName): readonly StoredPage[] {
  const pass = findPass(study, dataset, 'current');
  return pass === null ? [] : listPages(study, pass);
}

/** Returns the first page that contains a record, by the hash of its key, and the number of pages. Call inside a snapshot. */
export function findShownPage(
  { db }: StudyReader,
  dataset: DatasetName,
  keyHash: string,
): (StoredPage & { readonly of: number }) | undefined {
  return db
    .prepare<[string, Buffer], StoredPage & { readonly of: number }>(
      `SELECT p.number, p.digest, p.body, (SELECT count(*) FROM page WHERE pass = s.id) AS "of"
     FROM pass s JOIN page p ON p.pass = s.id JOIN body b ON b.id = p.body
     WHERE s.dataset = ? AND s.status = 'current' AND instr(b.keys, ?) > 0 ORDER BY p.number LIMIT 1`,
    )
    .get(dataset, Buffer.from(keyHash, 'latin1'));
}

/** Returns the entries of a page as sent. Throws CORRUPT if the body does not match its digest. */
export function readEntries(study: StudyReader, dataset: DatasetName, page: StoredPage): readonly BundleEntry[] {
  return parseRepeating(readBody(study, page), study.extractor(dataset).repeated).entries;
}

/** Returns the records of a page in the order sent, without quarantined entries. Not for a dataset whose resource carries many rows. */
export function readPageRecords(study: StudyReader, dataset: DatasetName, page: StoredPage): PageRecord[] {
  const entries = readEntries(study, dataset, page);
  const keys = readKeyHashes(study, page);
  // The stored hashes are those of the rows: if each entry gave one, nothing has to be extracted again.
  const hashOf = keys.length === entries.length ? (_entry: BundleEntry, index: number) => keys[index] : extractedHash(study, dataset);
  return entries.flatMap((entry, index) => {
    const keyHash = hashOf(entry, index);
    const { text } = entry;
    return keyHash === undefined || text === null ? [] : [{ keyHash, text }];
  });
}

function extractedHash(study: StudyReader, dataset: DatasetName): (entry: BundleEntry) => string | undefined {
  const extractor = study.extractor(dataset);
  return (entry) => {
    const [row] = extractor.extract(entry, study.study).rows;
    return row === undefined ? undefined : keyHashOf(row.key);
  };
}

const hashBytes = 16;

/** Returns the hashes of the keys of a page's rows, in the order sent. */
export function readKeyHashes({ db }: StudyReader, { body }: StoredPage): string[] {
  const keys = db.prepare<[number], Buffer>('SELECT keys FROM body WHERE id = ?').pluck().get(body)?.toString('latin1') ?? '';
  return Array.from({ length: keys.length / hashBytes }, (_, index) => keys.slice(index * hashBytes, (index + 1) * hashBytes));
}

/** Returns the hash by which a page identifies a record's key. */
export function keyHashOf(key: string): string {
  return shortHash(key).toString('latin1');
}
