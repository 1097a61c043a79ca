import { datasets, type Dataset } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import { rowFetcher } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import { keyHashOf, listShownPages, readEntries, readKeyHashes, readPageRecords } from '../query/shown-pages.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { StoredPage } from '../store/pages/stored-pages.ts';
import type { Chunks, Piece } from './chunks.ts';
import type { ExportPart } from './export-plan.ts';
import { createLineEncoder } from './line-bytes.ts';

/**
 * The resources as sent, one per line. Without a sort they are in the order in which the service sent them. A dataset whose single resource
 * carries many rows (the Group) is exported as that resource; `checkPlan` refuses a filter on its rows.
 */
export function ndjsonChunks(study: StudyReader, part: ExportPart): Chunks {
  const dataset = datasets[part.selection.dataset];
  if (dataset.repeated !== undefined) return chunksOf(countWhole(study, dataset), wholeResources(study, dataset));
  const keyHashes = selectKeyHashes(study, dataset, part);
  return chunksOf(
    keyHashes.length,
    part.sort.length > 0 ? sortedRecords(study, dataset, keyHashes) : sentRecords(study, dataset, keyHashes),
  );
}

function chunksOf(of: number, texts: Iterable<readonly string[]>): Chunks {
  return { of, columns: 0, pieces: pieces(texts) };
}

function* pieces(texts: Iterable<readonly string[]>): Generator<Piece> {
  const encode = createLineEncoder();
  for (const resources of texts) yield { bytes: encode(resources.map(line)), rows: resources.length };
}

/** A JSON string cannot contain a raw line break, so every line break is white space between tokens. */
function line(resource: string): string {
  return `${resource.replace(/[\r\n]+/g, '')}\n`;
}

/** Counts the resources, but at least one if the dataset has records, because an export without it is incomplete. */
function countWhole(study: StudyReader, dataset: Dataset): number {
  let found = 0;
  for (const texts of wholeResources(study, dataset)) found += texts.length;
  const records = study.db.prepare<[string], number>('SELECT records FROM state WHERE dataset = ?').pluck().get(dataset.name) ?? 0;
  return records > 0 ? Math.max(1, found) : found;
}

function* wholeResources(study: StudyReader, { name }: Dataset): Generator<readonly string[]> {
  const extractor = study.extractor(name);
  for (const page of listShownPages(study, name)) {
    const whole = readEntries(study, name, page).filter(
      (entry) => !extractor.extract(entry, study.study).issues.some((issue) => issue.quarantined && issue.rule !== 'no-key'),
    );
    yield whole.map((entry) => entry.text).filter((text) => text !== null);
  }
}

/** Rows whose keys are read at once. */
const keysAtOnce = 2000;

/** The hashes of the selected rows' keys, in the order requested. */
function selectKeyHashes(study: StudyReader, dataset: Dataset, { selection, sort }: ExportPart): string[] {
  const fetch = rowFetcher(study, dataset, [sqlName(findColumn(dataset, dataset.key))]);
  const rowids = selectRowids(study, dataset, selection, sort);
  const keyHashes: string[] = [];
  for (let at = 0; at < rowids.length; at += keysAtOnce)
    for (const [, key] of fetch(rowids.slice(at, at + keysAtOnce))) keyHashes.push(keyHashOf(String(key)));
  return keyHashes;
}

function* sentRecords(study: StudyReader, { name }: Dataset, keyHashes: readonly string[]): Generator<readonly string[]> {
  const wanted = new Set(keyHashes);
  for (const page of listShownPages(study, name)) {
    if (!readKeyHashes(study, page).some((keyHash) => wanted.has(keyHash))) continue;
    yield readPageRecords(study, name, page)
      .filter(({ keyHash }) => wanted.has(keyHash))
      .map(({ text }) => text);
  }
}

/** Records held at once for sorting; a page is read once for each such part. */
const heldAtOnce = 20_000;

function* sortedRecords(study: StudyReader, { name }: Dataset, keyHashes: readonly string[]): Generator<readonly string[]> {
  const pageOf = new Map<string, StoredPage>();
  for (const page of listShownPages(study, name)) for (const keyHash of readKeyHashes(study, page)) pageOf.set(keyHash, page);
  for (let at = 0; at < keyHashes.length; at += heldAtOnce) {
    const part = keyHashes.slice(at, at + heldAtOnce);
    const wanted = new Set(part);
    const pages = new Set(part.map((keyHash) => pageOf.get(keyHash)).filter((page) => page !== undefined));
    const texts = new Map<string, string>();
    for (const page of pages)
      for (const { keyHash, text } of readPageRecords(study, name, page)) if (wanted.has(keyHash)) texts.set(keyHash, text);
    yield part.map((keyHash) => texts.get(keyHash)).filter((text) => text !== undefined);
  }
}
