import { webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { AppError } from '../../shared/errors.ts';
import type { Bundle, BundleHead } from '../bundle/bundle.ts';
import type { ExtractedRow } from '../extract/extractor.ts';
import type { StagedPage, StagedPass } from './pass.ts';
import { stagedTable } from './projection.ts';
import { insertIssues, keyHashes, rowInserter, shownRows } from './staged-rows.ts';
import { readRecords, type ReadRecords } from './stored-pages.ts';
import { storeError } from './store-error.ts';
import type { WritableStudy } from './study.ts';

/** A page as it came. */
export interface ArrivedPage {
  readonly number: number;
  readonly body: Buffer;
  readonly bundle: Bundle;
}

const deflate = promisify(deflateRaw);
/** Fast: higher levels cost more time than their bytes are worth. */
const LEVEL = constants.Z_BEST_SPEED;

/**
 * Stages a page in one transaction: its body, what is wrong in it, and those rows that are not shown like that already.
 * It is durable when the promise resolves. A body that is known needs no reading at all. Staging the same page twice is
 * harmless; another body for a page of the same pass is INCONSISTENT. Other errors: STORE.
 */
export async function stagePage(study: WritableStudy, pass: StagedPass, page: ArrivedPage): Promise<StagedPage> {
  try {
    const staged = await writePage(study, pass, page);
    pass.note(staged);
    return staged;
  } catch (error: unknown) {
    throw storeError(error, `The cache of study ${study.study}`);
  }
}

async function writePage(study: WritableStudy, pass: StagedPass, page: ArrivedPage): Promise<StagedPage> {
  // Both run on other threads; where nothing can be known yet, while this one reads the records.
  const digesting = digestAside(page.body);
  const known = !pass.firstLoad ? findBody(study, pass, await digesting) : undefined;
  if (known !== undefined) return addKnown(study, pass, page, await digesting, known);
  const deflating = deflate(page.body, { level: LEVEL });
  const read = readRecords(study.extractor(pass.dataset), page.bundle.entries, study.study);
  const [digest, deflated] = await Promise.all([digesting, deflating]);
  // The same bytes may have come twice in a first load.
  const repeated = findBody(study, pass, digest);
  if (repeated !== undefined) return addKnown(study, pass, page, digest, repeated);
  return study.db.transaction(() => {
    const body = insertBody(study, pass, page, digest, deflated, read);
    insertRows(study, pass, read.rows);
    return addPage(study, pass, page, digest, body);
  }).immediate();
}

function addKnown(study: WritableStudy, pass: StagedPass, page: ArrivedPage, digest: string, body: number): StagedPage {
  return study.db.transaction(() => addPage(study, pass, page, digest, body)).immediate();
}

/** SHA-256, hex, worked out on another thread. */
async function digestAside(body: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', body)).toString('hex');
}

function findBody({ db }: WritableStudy, pass: StagedPass, digest: string): number | undefined {
  return db.prepare<[string, string], number>('SELECT id FROM body WHERE dataset = ? AND digest = ?').pluck().get(pass.dataset, digest);
}

function insertBody({ db }: WritableStudy, pass: StagedPass, { body, bundle }: ArrivedPage, digest: string, deflated: Buffer, read: ReadRecords): number {
  const { total, identifier, links } = bundle;
  const head = JSON.stringify({ total, identifier, links } satisfies BundleHead);
  const id = Number(db.prepare('INSERT INTO body (dataset, digest, size, entries, head, keys, deflated) VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run(pass.dataset, digest, body.length, bundle.entries.length, head, keyHashes(read.rows), deflated).lastInsertRowid);
  insertIssues(db, id, read.issues);
  return id;
}

/** Stages the rows that are new or differ from what is shown. */
function insertRows(study: WritableStudy, pass: StagedPass, rows: readonly ExtractedRow[]): void {
  const { db } = study;
  const { dataset } = study.extractor(pass.dataset);
  const insert = rowInserter(db, dataset, stagedTable(pass.dataset));
  const isShown = pass.firstLoad ? () => false : shownRows(db, dataset);
  for (const row of rows) if (!isShown(row)) insert(row, pass.nextGeneration, pass.nextGeneration);
}

function addPage({ db }: WritableStudy, pass: StagedPass, { number, bundle }: ArrivedPage, digest: string, body: number): StagedPage {
  const present = pass.pages.get(number);
  if (present?.digest === digest) return present;
  if (present !== undefined) throw new AppError('INCONSISTENT', 'A page changed while the pages were read. The earlier copy stays. Sync again.');
  db.prepare('INSERT INTO page (pass, number, digest, body, entries, total) VALUES (?, ?, ?, ?, ?, ?)').run(pass.id, number, digest, body, bundle.entries.length, bundle.total);
  const { total, identifier, links } = bundle;
  return { number, digest, entries: bundle.entries.length, head: { total, identifier, links } };
}
