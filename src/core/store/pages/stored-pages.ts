import { inflateRawSync } from 'node:zlib';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import { readRecords, type ReadRecords } from '../../extract/read-records.ts';
import { damaged } from '../database/store-error.ts';
import type { ReadableStudy } from '../database/study.ts';
import { readNumber } from '../database/read-number.ts';

/** A page of a pass, and the id of its body, which passes may share. */
export interface StoredPage {
  readonly number: number;
  /** SHA-256 of the body, hex. */
  readonly digest: string;
  readonly body: number;
}

/** The pages of a pass in order. */
export function listPages({ db }: Pick<ReadableStudy, 'db'>, pass: number): readonly StoredPage[] {
  return db.prepare<[number], StoredPage>('SELECT number, digest, body FROM page WHERE pass = ? ORDER BY number').all(pass);
}

/** Size in bytes of the largest page of a pass. */
export function largestPage({ db }: Pick<ReadableStudy, 'db'>, pass: number): number {
  return readNumber(db, 'SELECT ifnull(max(b.size), 0) FROM page p JOIN body b ON b.id = p.body WHERE p.pass = ?', pass);
}

/** The shown or the staged pass of a dataset; null if there is none. */
export function findPass({ db }: Pick<ReadableStudy, 'db'>, dataset: DatasetName, kind: 'current' | 'staged'): number | null {
  const status = kind === 'current' ? "= 'current'" : "IN ('running', 'proven')";
  return db.prepare<[string], number>(`SELECT id FROM pass WHERE dataset = ? AND status ${status}`).pluck().get(dataset) ?? null;
}

/** Returns a body exactly as sent. Throws CORRUPT if it does not match its size and digest. */
export function readBody({ db, study }: Pick<ReadableStudy, 'db' | 'study'>, page: Pick<StoredPage, 'body' | 'digest'>): Buffer {
  const what = `The cache of study ${study}`;
  const stored = db
    .prepare<[number], { readonly size: number; readonly deflated: Buffer }>('SELECT size, deflated FROM body WHERE id = ?')
    .get(page.body);
  if (stored === undefined) throw damaged(what);
  const body = inflate(stored.deflated, stored.size);
  if (body?.length !== stored.size || digestOf(body) !== page.digest) throw damaged(what);
  return body;
}

function inflate(deflated: Buffer, size: number): Buffer | null {
  try {
    return inflateRawSync(deflated, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return null;
  }
}

/** Rereads a stored page. Throws CORRUPT. */
export function rereadPage(study: ReadableStudy, dataset: DatasetName, page: StoredPage): ReadRecords {
  return readRecords(study.extractor(dataset), readBody(study, page), study.study);
}
