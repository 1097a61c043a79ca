import type { Dataset } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/index.ts';
import { findColumn, sqlName } from '../query/columns.ts';
import { rowFetcher } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import { keyHashOf, listShownPages, readEntries, readKeyHashes, readPageRecords, type ShownPage } from '../query/shown-pages.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Chunks } from './chunks.ts';
import type { ExportPlan } from './export-plan.ts';

type Piece = { readonly text: string; readonly rows: number };

/**
 * The resources as they were sent, one a line. Without a sort they stand in the order in which the service sent them.
 * A dataset whose one resource carries many rows (the Group) is that resource, whatever is selected.
 */
export function ndjsonChunks(study: StudyReader, plan: ExportPlan): Chunks {
  const dataset = datasets[plan.selection.dataset];
  if (dataset.repeated !== undefined) return chunksOf(1, wholeResources(study, dataset));
  const keyHashes = selectKeyHashes(study, dataset, plan);
  return chunksOf(keyHashes.length, plan.sort.length > 0 ? sortedRecords(study, dataset, keyHashes) : sentRecords(study, dataset, keyHashes));
}

function chunksOf(of: number, texts: Iterable<Piece>): Chunks {
  return { of, columns: 0, texts, guarded: () => 0 };
}

/** A string cannot hold a bare line end, so every one of them is white space between tokens. */
function line(resource: string): string {
  return `${resource.replace(/[\r\n]+/g, '')}\n`;
}

function* wholeResources(study: StudyReader, { name }: Dataset): Generator<Piece> {
  const extractor = study.extractor(name);
  for (const page of listShownPages(study, name)) {
    const whole = readEntries(study, page).filter((entry) => !extractor.extract(entry, study.study).issues.some((issue) => issue.quarantined && issue.rule !== 'no-key'));
    yield { text: whole.map((entry) => line(entry.text ?? 'null')).join(''), rows: whole.length };
  }
}

/** The hashes of the selected rows' keys, in the order asked for. */
function selectKeyHashes(study: StudyReader, dataset: Dataset, { selection, sort }: ExportPlan): string[] {
  const fetch = rowFetcher(study, dataset, [sqlName(findColumn(dataset, dataset.key))]);
  return fetch(selectRowids(study, dataset, selection, sort)).map(([, key]) => keyHashOf(String(key)));
}

function* sentRecords(study: StudyReader, { name }: Dataset, keyHashes: readonly string[]): Generator<Piece> {
  const wanted = new Set(keyHashes);
  for (const page of listShownPages(study, name)) {
    if (!readKeyHashes(study, page).some((keyHash) => wanted.has(keyHash))) continue;
    const records = readPageRecords(study, name, page).filter(({ keyHash }) => wanted.has(keyHash));
    yield { text: records.map(({ text }) => line(text)).join(''), rows: records.length };
  }
}

/** Records held at once while they are put in order; a page is read once for each such part. */
const heldAtOnce = 20_000;

function* sortedRecords(study: StudyReader, { name }: Dataset, keyHashes: readonly string[]): Generator<Piece> {
  const pageOf = new Map<string, ShownPage>();
  for (const page of listShownPages(study, name)) for (const keyHash of readKeyHashes(study, page)) pageOf.set(keyHash, page);
  for (let at = 0; at < keyHashes.length; at += heldAtOnce) {
    const part = keyHashes.slice(at, at + heldAtOnce);
    const wanted = new Set(part);
    const pages = new Set(part.map((keyHash) => pageOf.get(keyHash)).filter((page) => page !== undefined));
    const texts = new Map<string, string>();
    for (const page of pages) for (const { keyHash, text } of readPageRecords(study, name, page)) if (wanted.has(keyHash)) texts.set(keyHash, text);
    const found = part.map((keyHash) => texts.get(keyHash)).filter((text) => text !== undefined);
    yield { text: found.map(line).join(''), rows: found.length };
  }
}
