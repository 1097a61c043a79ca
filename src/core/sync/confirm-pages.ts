import type { Dataset } from '../../shared/datasets/datasets.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import { freeBytes } from '../platform/memory.ts';
import { mostRequests } from '../client/byte-budget.ts';
import { cancelled } from '../client/request-errors.ts';
import { isMissingPage } from '../client/refusal.ts';
import type { Service } from '../client/service.ts';
import type { CollectedPages, LastNews } from './collected-pages.ts';
import { hasSameContent } from './page-content.ts';

/** Input of a round that rereads pages. */
export interface Confirming {
  readonly service: Service;
  readonly dataset: Dataset;
  readonly study: string;
  readonly signal: AbortSignal;
  readonly collected: CollectedPages;
  /** The moment for which the content of the pages is to be confirmed. */
  readonly since: LastNews;
  /** Most pages in flight at once. */
  readonly most: number;
  /** Returns the stored body of a page. */
  readonly storedBody: (page: number) => Buffer;
  /** Called after each page with the number of pages reread and their total. */
  readonly onPage: (done: number, of: number) => void;
}

/**
 * Rereads, several at a time, all pages that were not found unchanged since that moment. Returns true if all are unchanged; false if one
 * changed or is gone, after the requests in flight have ended. Throws errors of requests; CANCELLED.
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

/** Whether a page is unchanged: by its bytes or, if these differ, by its content, because a Bundle may contain the time of day. */
async function confirmPage(confirming: Confirming, page: number): Promise<boolean> {
  const { service, dataset, study, signal, collected, storedBody } = confirming;
  const sent = collected.send();
  const held = collected.digestOf(page);
  try {
    const { read, release } = await service.fetchPage(
      dataset,
      study,
      page,
      (body, address) => {
        const digest = digestOf(body);
        const isSame = digest === held || hasSameContent(body, storedBody(page), dataset, address);
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
