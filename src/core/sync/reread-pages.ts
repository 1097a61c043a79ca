import type { Dataset } from '../../shared/datasets/datasets.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { freeBytes } from '../platform/memory.ts';
import { isMissingPage } from '../client/refusal.ts';
import type { PageAddress } from '../client/links.ts';
import type { Service } from '../client/service.ts';
import { hasSameContent } from './page-content.ts';

/** A staged page. `digest`: SHA-256 of its body, hex; `storedBody`: returns that body. */
export interface KnownPage {
  readonly number: number;
  readonly digest: string;
  readonly storedBody: () => Buffer;
}

export interface ComparedEnds {
  readonly firstUnchanged: boolean;
  readonly lastUnchanged: boolean;
}

/** Rereads the first and the last page: data that moved meanwhile nearly always shows there. */
export async function rereadFirstAndLast(
  service: Service,
  dataset: Dataset,
  study: string,
  [first, last]: readonly [KnownPage, KnownPage],
  signal: AbortSignal,
): Promise<ComparedEnds> {
  // One after the other: two of the largest pages at once would exceed the limit for bytes in flight.
  const firstUnchanged = await isPageUnchanged(service, dataset, study, first, signal);
  const lastUnchanged = last.number === first.number ? firstUnchanged : await isPageUnchanged(service, dataset, study, last, signal);
  return { firstUnchanged, lastUnchanged };
}

/** Whether a page is unchanged: by its bytes or its content. False if the page no longer exists. */
export async function isPageUnchanged(
  service: Service,
  dataset: Dataset,
  study: string,
  page: KnownPage,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const compare = (body: Buffer, address: PageAddress): boolean => isSameOnce(body, page, dataset, address);
    const { read, release } = await service.fetchPage(dataset, study, page.number, compare, signal);
    release();
    return read;
  } catch (error: unknown) {
    if (page.number > 1 && isMissingPage(error)) return false;
    throw error;
  }
}

/** Compares a body with the staged one and frees it. */
function isSameOnce(body: Buffer, { digest, storedBody }: KnownPage, dataset: Dataset, address: PageAddress): boolean {
  const isSame = digestOf(body) === digest || hasSameContent(body, storedBody(), dataset, address);
  freeBytes(body);
  return isSame;
}
