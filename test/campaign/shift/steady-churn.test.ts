import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionTo } from '../../contract/hostile-server.ts';
import { createTestHost } from '../../contract/study-host.ts';
import { startBench, type ShiftBench } from './bench.ts';
import { followHistory } from './follow-history.ts';
import type { HistoryRun } from './histories.ts';
import type { Change } from './moving-data.ts';
import { createTally } from './tally.ts';

let bench: ShiftBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench.close();
});

const syncs = 30;
/** Answers between two changes: two rounds over the pages and a few more. */
const every = 20;

/** A different change each time: a swap (which no count detects), an edit, an addition, a removal. */
function changeOf(nth: number): Change {
  const kinds: readonly Change[] = [
    { kind: 'replace', at: 4 + (nth % 5), to: 17 + (nth % 4) },
    { kind: 'edit', at: nth },
    { kind: 'replace', at: 18 - (nth % 3), to: 3 },
    { kind: 'insert', at: nth * 3 },
    { kind: 'delete', at: nth * 5 },
  ];
  return kinds[nth % kinds.length] ?? { kind: 'edit', at: 0 };
}

test('thirty syncs of changing data each show what the service held at the moment that they claim', async () => {
  const tally = createTally();
  const host = createTestHost(connectionTo(bench.service.baseUrl), 'secret');
  const runs = Array.from({ length: syncs }, (_, sync): HistoryRun => {
    const changes = Array.from({ length: 8 }, (_unused, nth) => ({
      before: ((sync * 7) % every) + nth * every,
      set: 0,
      change: changeOf(sync + nth),
    }));
    return { pause: 1, earlier: [], script: { changes, picks: [], held: [], ends: null }, acceptShrink: false };
  });
  try {
    const history = { sets: [{ records: 24, pageSize: 3 }], runs };
    expect(await followHistory({ ...bench, tally }, host, `churn-${bench.nextNumber()}`, history)).toEqual([]);
  } finally {
    host.remove();
  }
  // The additional one is the run after the changes stopped.
  expect(tally.figures()).toEqual({ exact: syncs + 1 });
});
