import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { parseBundleByShapes, type BundleHead } from '../bundle/bundle.ts';
import type { Extractor, FoundIssue } from '../extract/extractor.ts';
import { readRecords } from '../extract/read-records.ts';
import { layoutOf } from './layout.ts';
import { packRows, type PackedRows } from './packed-rows.ts';
import { keyHashes } from './staged-rows.ts';

/** Everything that is staged of a body, in a form that can be sent from one thread to another. */
export interface PageReading {
  /** Bytes of the body as it came. */
  readonly size: number;
  readonly head: BundleHead;
  readonly entries: number;
  readonly rows: PackedRows;
  readonly issues: readonly FoundIssue[];
  /** The hashes of the rows' keys, one after the other. */
  readonly keys: Uint8Array;
  readonly deflated: Uint8Array;
}

const deflate = promisify(deflateRaw);
/** Fast: higher levels cost more time than their bytes are worth. */
const LEVEL = constants.Z_BEST_SPEED;

/** Reads a body as a page of a dataset; no database is asked. Throws PROTOCOL and LIMIT (see parseBundle). */
export async function readPageBody(extractor: Extractor, body: Buffer, study: string): Promise<PageReading> {
  const { total, identifier, links, entries } = parseBundleByShapes(body, extractor.shapes);
  // On another thread, while this one reads the records.
  const deflating = deflate(body, { level: LEVEL });
  const { rows, issues } = readRecords(extractor, entries, study);
  return {
    size: body.length,
    head: { total, identifier, links },
    entries: entries.length,
    rows: packRows(layoutOf(extractor.dataset), rows),
    issues,
    keys: keyHashes(rows),
    deflated: await deflating,
  };
}
