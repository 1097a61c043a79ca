import fc from 'fast-check';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { connectionTo } from '../../contract/hostile-server.ts';
import { createTestHost } from '../../contract/study-host.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { startBench, type ShiftBench } from './bench.ts';
import { followHistory } from './follow-history.ts';
import { histories } from './histories.ts';

/** The data change while they are read: what is accepted is what the service held at one moment, as far as paging can show. */
export const campaign: Campaign = {
  name: 'shift',
  says: 'records are inserted, deleted, edited and moved while the pages are read',
  long: 10_000,
  short: 60,
  run: runHistories,
};

/** Histories per random sequence; a failure is shrunk within its batch, and the campaign continues with the next one. */
const batch = 250;
/** More failures add nothing new. */
const mostFailures = 5;
/** One of this many histories runs the whole sync with its reading thread. */
const wholeEvery = 50;
/** In memory if the system supports it: what survives a crash is tested by another campaign. */
const folder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

async function runHistories({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const bench = await startBench();
  const failures: string[] = [];
  let cases = 0;
  const began = performance.now();
  try {
    while (cases < n && failures.length < mostFailures) {
      const numRuns = Math.min(batch, n - cases);
      const failure = await runBatch(bench, seed * 100_000 + cases, numRuns);
      if (failure !== null) failures.push(failure);
      cases += numRuns;
      say(`${cases} of ${n} histories`);
    }
  } finally {
    await bench.close();
  }
  const milliseconds = Math.round((performance.now() - began) / cases);
  return { cases, failures, skipped: [], figures: { ...bench.tally.figures(), 'milliseconds a history': milliseconds } };
}

/** The smallest history that fails and why, or null. */
async function runBatch(bench: ShiftBench, seed: number, numRuns: number): Promise<string | null> {
  const property = fc.asyncProperty(histories, async (history) => {
    const number = bench.nextNumber();
    const host = createTestHost(connectionTo(bench.service.baseUrl), 'secret', folder);
    try {
      const syncs = number % wholeEvery === 0 ? bench.wholeSync : bench.syncs;
      const failed = await followHistory({ ...bench, syncs }, host, `s-${number}`, history);
      if (failed.length > 0) throw new Error(failed.join('; '));
    } finally {
      host.remove();
    }
  });
  const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns, seed });
  if (!failed) return null;
  const why = errorInstance instanceof Error ? errorInstance.message : 'it was interrupted';
  return `seed ${seed}: ${why} — in the history ${JSON.stringify(counterexample?.[0])}`;
}
