import type { Dataset } from '../../shared/datasets/datasets.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { freeBytes } from '../platform/memory.ts';
import { isMissingPage } from '../client/refusal.ts';
import type { Service } from '../client/service.ts';

/** A staged page. `digest`: SHA-256 of its body, hex. */
export interface KnownPage {
  readonly number: number;
  readonly digest: string;
}

export interface Looked {
  readonly firstUnchanged: boolean;
  readonly lastUnchanged: boolean;
}

/** Rereads the first and the last page: data that moved meanwhile nearly always shows there. */
export async function lookAgain(
  service: Service,
  dataset: Dataset,
  study: string,
  [first, last]: readonly [KnownPage, KnownPage],
  signal: AbortSignal,
): Promise<Looked> {
  // One after the other: two of the largest pages at once would exceed the limit for bytes in flight.
  const firstUnchanged = await lookAt(service, dataset, study, first, signal);
  const lastUnchanged = last.number === first.number ? firstUnchanged : await lookAt(service, dataset, study, last, signal);
  return { firstUnchanged, lastUnchanged };
}

/** Whether a page is unchanged. False if the page no longer exists. */
export async function lookAt(service: Service, dataset: Dataset, study: string, page: KnownPage, signal: AbortSignal): Promise<boolean> {
  try {
    const { read, release } = await service.fetchPage(dataset, study, page.number, digestOnce, signal);
    release();
    return read === page.digest;
  } catch (error: unknown) {
    if (page.number > 1 && isMissingPage(error)) return false;
    throw error;
  }
}

/** Returns the digest of a body and frees it. */
function digestOnce(body: Buffer): string {
  const digest = digestOf(body);
  freeBytes(body);
  return digest;
}
