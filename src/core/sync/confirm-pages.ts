import type { Dataset } from '../../shared/datasets/datasets.ts';
import { readBundle } from '../bundle/bundle.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { freeBytes } from '../platform/memory.ts';
import { mostRequests } from '../client/byte-budget.ts';
import { cancelled } from '../client/request-errors.ts';
import { isMissingPage } from '../client/refusal.ts';
import type { Service } from '../client/service.ts';
import type { CollectedPages, LastNews } from './collected-pages.ts';

/** A round over pages that were read before. */
export interface Confirming {
  readonly service: Service;
  readonly dataset: Dataset;
  readonly study: string;
  readonly signal: AbortSignal;
  readonly collected: CollectedPages;
  /** The moment at which they must have held what they hold. */
  readonly since: LastNews;
  /** Pages that may be on their way at the same time. */
  readonly most: number;
  /** The body of a page as it is kept. */
  readonly storedBody: (page: number) => Buffer;
  /** Told after each page how many of how many were read again. */
  readonly onPage: (done: number, of: number) => void;
}

/**
 * Reads all pages again that were not found unchanged since then, several side by side. True: all of them hold what they held; false: one
 * is another, or gone, and what was in flight was waited for. Errors: those of requests; CANCELLED.
 */
export async function confirmPages(confirming: Confirming): Promise<boolean> {
  const { collected, since, most, signal, onPage } = confirming;
  const waiting = [...collected.unconfirmedSince(since)];
  const of = waiting.length;
  let done = 0;
  let holds = true;
  const worker = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined && holds; page = waiting.shift()) {
      if (!(await confirmPage(confirming, page))) holds = false;
      onPage(++done, of);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: Math.min(mostRequests, most, of) }, worker));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  if (signal.aborted) throw cancelled();
  return holds;
}

/** Whether the page holds what it held; by its bytes, and where they differ by its records, since a Bundle may hold the time of day. */
async function confirmPage(confirming: Confirming, page: number): Promise<boolean> {
  const { service, dataset, study, signal, collected, storedBody } = confirming;
  const sent = collected.send();
  const held = collected.digestOf(page);
  try {
    const { read, release } = await service.fetchPage(
      dataset,
      study,
      page,
      (body) => {
        const digest = digestOf(body);
        const isSame = digest === held || contentOf(body, dataset) === contentOf(storedBody(page), dataset);
        freeBytes(body);
        return isSame ? (held ?? digest) : digest;
      },
      signal,
    );
    release();
    return collected.note(page, read, sent);
  } catch (error: unknown) {
    if (page === 1 || !isMissingPage(error)) throw error;
    collected.changed();
    return false;
  }
}

/** What a page says but for what surrounds its records: the digest of each of them in order, and the total. */
function contentOf(body: Buffer, dataset: Dataset): string {
  const records: string[] = [];
  const { head } = readBundle(body, { shapes: null, repeated: dataset.repeated?.replace(/\[\]$/, '') ?? null }, () => {
    records.length = 0;
    return (entry) => records.push(entry.hash.toString('latin1'));
  });
  return digestOf(`${String(head.total)} ${records.join('')}`);
}
