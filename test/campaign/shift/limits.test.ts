import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionTo } from '../../contract/hostile-server.ts';
import { createTestHost } from '../../contract/study-host.ts';
import { startBench, type ShiftBench } from './bench.ts';
import { followHistory } from './follow-history.ts';
import type { HistoryRun } from './histories.ts';
import type { RunScript } from './moving-service.ts';
import { createTally } from './tally.ts';

/** Histories that counts cannot distinguish from good ones, but confirmation can. */

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

/** Counts the outcomes of all runs, including the quiet ones at the end, and expects no failure. */
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

test('an edit on a page already read is read again, together with one on a page not yet read', async () => {
  const changes = [
    { before: 2, set: 0, change: { kind: 'edit', at: 1 } },
    { before: 2, set: 0, change: { kind: 'edit', at: 3 } },
  ] as const;
  expect(await outcomesOf(6, 1, [runWith(changes)])).toEqual({ exact: 2 });
});

test.each([...Array(12).keys()])('a removal and an addition at the same moment, before answer %i, are never mixed up', async (before) => {
  for (const change of [
    { kind: 'replace', at: 2, to: 5 },
    { kind: 'replace', at: 5, to: 2 },
  ] as const)
    expect(await outcomesOf(12, 2, [runWith([]), runWith([{ before, set: 0, change }])])).toEqual({ exact: 3 });
});

test('a run that resumes an interrupted one shows what the service holds now', async () => {
  const interrupted = runWith([{ before: 3, set: 0, change: { kind: 'edit', at: 2 } }], { how: 'failing', after: 4 });
  expect(await outcomesOf(8, 1, [interrupted])).toMatchObject({ exact: 1 });
});

test('data that change with every answer are shown as counted until a copy is confirmed, and refused after that', async () => {
  const always = Array.from({ length: 400 }, (_, before) => ({ before, set: 0, change: { kind: 'edit', at: before } as const }));
  const runs = [runWith(always), runWith(always), runWith([]), runWith(always)];
  expect(await outcomesOf(6, 2, runs)).toEqual({ counted: 2, INCONSISTENT: 1, exact: 2 });
});
