import type { Dataset } from '../../shared/datasets/datasets.ts';
import { readBundle } from '../bundle/bundle.ts';
import { digestOf } from '../bundle/bundle-entry.ts';

/** Whether two bodies of a page have the same total and the same records in the same order: a Bundle may contain the time of day. */
export function hasSameContent(one: Buffer, other: Buffer, dataset: Dataset): boolean {
  return contentOf(one, dataset) === contentOf(other, dataset);
}

/** Digest of a page without what surrounds its records: the digest of each record in order, and the total. */
function contentOf(body: Buffer, dataset: Dataset): string {
  const records: string[] = [];
  const { head } = readBundle(body, { shapes: null, repeated: dataset.repeated?.replace(/\[\]$/, '') ?? null }, () => {
    records.length = 0;
    return (entry) => records.push(entry.hash.toString('latin1'));
  });
  return digestOf(`${String(head.total)} ${records.join('')}`);
}
