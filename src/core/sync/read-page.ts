import { createHash, webcrypto } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import type { BundleHead } from '../bundle/bundle.ts';
import { isLarge } from '../platform/memory.ts';
import { judgeLinks, type PageAddress } from '../client/links.ts';
import { unchanged } from '../client/request-errors.ts';
import { findBody, type ArrivedPage } from '../store/passes/stage-page.ts';
import type { WritableStudy } from '../store/database/study.ts';
import type { PageReader } from './page-reader.ts';
import type { PageFacts } from './page-walk.ts';

export interface ReadPage extends Omit<ArrivedPage, 'number'> {
  readonly facts: PageFacts;
}

/** Context for reading a page. */
export interface Reading {
  readonly study: WritableStudy;
  readonly dataset: Dataset;
  readonly reader: PageReader;
}

/**
 * Reads a body as a page of the requested search, unless the same bytes are stored already. Throws PROTOCOL and LIMIT if it is not such a
 * page, SECURITY if it belongs to another study or links to another search, STORE.
 */
export async function readPage({ study, dataset, reader }: Reading, bytes: Buffer, address: PageAddress): Promise<ReadPage> {
  const digest = await digestAside(bytes);
  const body = findBody(study, dataset.name, digest) ?? (await reader.read(bytes, dataset.name, address.study, study.terms));
  return { digest, body, facts: judgePage(dataset, body.head, body.entries, address) };
}

/** Bytes of a large body hashed before other work gets a turn. */
const SLICE = 2 * 1024 * 1024;

/** SHA-256, hex, computed on another thread. That needs a copy, so a large body is hashed on this thread. */
async function digestAside(bytes: Buffer): Promise<string> {
  if (isLarge(bytes)) {
    const hash = createHash('sha256');
    for (let at = 0; at < bytes.length; at += SLICE) {
      hash.update(bytes.subarray(at, at + SLICE));
      await nextTurn();
    }
    return hash.digest('hex');
  }
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Returns what a page's head says about the page chain. Throws SECURITY if the page belongs elsewhere, PROTOCOL. */
export function judgePage(dataset: Dataset, head: BundleHead, entries: number, address: PageAddress): PageFacts {
  if (head.identifier !== null && head.identifier !== address.study) {
    throw new AppError(
      'SECURITY',
      `The service sent data of a study other than ${address.study}. None of it was stored. ${unchanged} Tell whoever runs the service.`,
    );
  }
  if (dataset.repeated !== undefined && entries > 1) throw severalGroups(address.study);
  const { next, last, foreign } = judgeLinks(head.links, address);
  return { entries, total: head.total, next, last: last.kind === 'page' ? last.page : null, foreign };
}

/** A search for a study's subjects returns one Group (spec 2.5). */
export function severalGroups(study: string): AppError {
  return new AppError(
    'PROTOCOL',
    `The service sent several lists of subjects for study ${study}; the interface allows one. ${unchanged} Tell whoever runs the service.`,
  );
}
