import { setTimeout as wait } from 'node:timers/promises';
import { setRevision } from '../e2e/service.ts';
import { median, quantile, timed, type Figure } from './figures.ts';
import { openReader } from './reader.ts';
import type { BenchService } from './sandbox.ts';
import { syncApart } from './sync-job.ts';
import type { SyncedFile } from './sync-labs.ts';
import { promises } from './promises.ts';

/** Milliseconds between two questions, as when somebody scrolls. */
const pause = 20;

/** First pages of the grid while another process mirrors a newer revision into the same file. */
export async function measureReadsBesideSync(service: BenchService, file: SyncedFile, revision: number): Promise<readonly Figure[]> {
  await setRevision(service.baseUrl, revision);
  const took = await readsWhile(syncApart(service, file), file, service.study);
  return [
    {
      part: 'mirror',
      what: 'a page of the grid while a sync runs, p95',
      value: quantile(took, 0.95),
      unit: 'ms',
      promised: promises.readsBesideSync,
      detail: `${String(took.length)} pages, median ${median(took).toFixed(1)} ms, longest ${Math.max(...took).toFixed(0)} ms`,
    },
  ];
}

async function readsWhile(running: Promise<unknown>, file: SyncedFile, study: string): Promise<readonly number[]> {
  const reader = openReader(file, study);
  const state = { ended: false };
  const noteEnd = (): void => {
    state.ended = true;
  };
  running.then(noteEnd, noteEnd);
  const selection = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };
  const took: number[] = [];
  for (let offset = 0; !state.ended; offset += 100) {
    took.push(await timed(() => reader.ask('rows.page', { query: { selection, sort: [], offset, limit: 100 } })));
    await wait(pause);
  }
  reader.close();
  await running;
  return took;
}
