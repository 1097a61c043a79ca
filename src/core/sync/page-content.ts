import type { Dataset } from '../../shared/datasets/datasets.ts';
import { AppError } from '../../shared/errors.ts';
import { readBundle } from '../bundle/bundle.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { judgeLinks, type PageAddress } from '../client/links.ts';

/**
 * Whether two bodies of a page have the same total, the same records in the same order, and the same following page: a Bundle may contain
 * the time of day. Throws SECURITY if `sent` links to another search.
 */
export function hasSameContent(sent: Buffer, stored: Buffer, dataset: Dataset, address: PageAddress): boolean {
  const content = contentOf(sent, dataset, address);
  try {
    return contentOf(stored, dataset, address) === content;
  } catch (error: unknown) {
    // It was stored when the service had another address.
    if (error instanceof AppError && error.code === 'SECURITY') return false;
    throw error;
  }
}

/**
 * Digest of what a page says: the digest of each record in order, the total, and the number of the following page. Without a total, only a
 * new following page shows that records were added after a full last page.
 */
function contentOf(body: Buffer, dataset: Dataset, address: PageAddress): string {
  const records: string[] = [];
  const { head } = readBundle(body, { shapes: null, repeated: dataset.repeated?.replace(/\[\]$/, '') ?? null }, () => {
    records.length = 0;
    return (entry) => records.push(entry.hash.toString('latin1'));
  });
  const { next } = judgeLinks(head.links, address);
  return digestOf(`${JSON.stringify([head.total, next])} ${records.join('')}`);
}
