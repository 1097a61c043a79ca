import type { Dataset } from '../../shared/datasets/declaration.ts';
import { AppError } from '../../shared/errors.ts';
import { parseBundle, type Bundle, type BundleHead } from '../bundle/bundle.ts';
import { judgeLinks, type PageAddress } from '../client/links.ts';
import { unchanged } from '../client/request-errors.ts';
import type { PageFacts } from './page-walk.ts';

export interface ReadPage {
  readonly bundle: Bundle;
  readonly facts: PageFacts;
}

/**
 * Reads a body as a page of the search that was asked for. Errors: PROTOCOL and LIMIT where it is no such page,
 * SECURITY where it belongs to another study or links to another search.
 */
export function readPage(dataset: Dataset, body: Buffer, address: PageAddress): ReadPage {
  const bundle = parseBundle(body);
  if (bundle.identifier !== null && bundle.identifier !== address.study) {
    throw new AppError('SECURITY', `The service sent data of another study than ${address.study}. None of it was kept. ${unchanged} Tell whoever runs the service.`);
  }
  if (dataset.repeated !== undefined && bundle.entries.length > 1) throw severalGroups(address.study);
  return { bundle, facts: factsOf(bundle, bundle.entries.length, address) };
}

/** What a page's head tells of the page chain. Errors: SECURITY. */
export function factsOf(head: BundleHead, entries: number, address: PageAddress): PageFacts {
  const { next, last } = judgeLinks(head.links, address);
  return { entries, total: head.total, next, last: last.kind === 'page' ? last.page : null };
}

/** A search for a study's subjects returns one Group (spec 2.5). */
export function severalGroups(study: string): AppError {
  return new AppError('PROTOCOL', `The service sent several lists of subjects for study ${study}, where the interface has one. ${unchanged} Tell whoever runs the service.`);
}
