import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionTo } from '../../contract/hostile-server.ts';
import { createTestHost } from '../../contract/study-host.ts';
import { startBench, type ShiftBench } from './bench.ts';
import { followHistory } from './follow-history.ts';
import type { HistoryRun } from './histories.ts';
import type { RunScript } from './moving-service.ts';
import { createTally } from './tally.ts';

/** What paging cannot show: each of these histories passes every check there is, and is put right by the next run. */

let bench: ShiftBench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(async () => {
  await bench.close();
});

function runWith(changes: RunScript['changes'], ends: RunScript['ends'] = null): HistoryRun {
  return { pause: 0, earlier: [], script: { changes, picks: [], held: [], ends }, acceptShrink: false };
}

/** Counts of what became of each run, the quiet ones at the end included; nothing may fail. */
async function outcomesOf(records: number, pageSize: number, runs: readonly HistoryRun[]): Promise<Readonly<Record<string, number>>> {
  const tally = createTally();
  const host = createTestHost(connectionTo(bench.service.baseUrl), 'secret');
  try {
    expect(await followHistory({ ...bench, tally }, host, `limit-${bench.nextNumber()}`, { sets: [{ records, pageSize }], runs })).toEqual(
      [],
    );
  } finally {
    host.remove();
  }
  return tally.figures();
}

test('an edit on a page that was read already is not seen beside one on a page that was not', async () => {
  const changes = [
    { before: 2, set: 0, change: { kind: 'edit', at: 1 } },
    { before: 2, set: 0, change: { kind: 'edit', at: 3 } },
  ] as const;
  expect(await outcomesOf(6, 1, [runWith(changes)])).toEqual({ edited: 1, exact: 1 });
});

test('a removal and an addition between two answers are not seen where they move nothing on the first and the last page', async () => {
  const changes = [{ before: 2, set: 0, change: { kind: 'replace', at: 2, to: 5 } }] as const;
  expect(await outcomesOf(8, 2, [runWith(changes)])).toEqual({ shifted: 1, exact: 1 });
});

test('the same between two answers is read again where a record comes twice', async () => {
  const changes = [{ before: 2, set: 0, change: { kind: 'replace', at: 5, to: 2 } }] as const;
  expect(await outcomesOf(8, 2, [runWith(changes)])).toEqual({ exact: 2 });
});

test('a run that goes on from an interrupted one may show what the service held before it began', async () => {
  const interrupted = runWith([{ before: 3, set: 0, change: { kind: 'edit', at: 2 } }], { how: 'failing', after: 4 });
  expect(await outcomesOf(8, 1, [interrupted])).toMatchObject({ old: 1, exact: 1 });
});
