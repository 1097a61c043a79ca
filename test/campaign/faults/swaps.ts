import assert from 'node:assert/strict';
import { changingLabs, stateOf, type ChangingLabs } from '../bench/changing-labs.ts';
import { messagesOf, type FaultBench } from '../bench/fault-bench.ts';
import { labEntries } from '../bench/repaged.ts';
import type { Outcome } from '../bench/side.ts';
import type { FaultCase } from './fault-case.ts';

/** Milliseconds that a run over constantly changing data may take. */
const longest = 120_000;
/** Enough that twelve answers come before the last one of two rounds. */
const pages = 7;
const positions = Array.from({ length: 12 }, (_, at) => at + 1);

/** Each case needs a study never mirrored before: the sandbox does not know it, and only its labs are answered. */
let studies = 0;

async function openLabs(bench: FaultBench): Promise<{ readonly study: string; readonly labs: ChangingLabs; readonly pageSize: number }> {
  bench.faults([]);
  const entries = (await labEntries(bench)).slice(0, pages * 8);
  studies += 1;
  const study = `26-${String(studies).padStart(3, '0')}`;
  const labs = changingLabs(entries, bench.study, study, 8);
  bench.faults([labs.fault]);
  return { study, labs, pageSize: 8 };
}

async function idsOf(bench: FaultBench, study: string): Promise<readonly string[]> {
  return (await bench.rows('labs', study)).map((row) => String(row['record_id']));
}

async function syncLabs(bench: FaultBench, study: string): Promise<Outcome> {
  return bench.sync({ studies: [study], only: ['labs'], altered: true });
}

/** What is shown must be one state that the service had, and what vanished must have been removed there. */
async function assertOneState(
  bench: FaultBench,
  study: string,
  labs: ChangingLabs,
  earlier: readonly string[],
  outcome: Outcome,
): Promise<void> {
  const shown = await idsOf(bench, study);
  assert.ok(shown.length > 0, 'nothing is shown');
  assert.ok(labs.states.includes(stateOf(shown)), 'what is shown is no state that the service had');
  const vanished = earlier.filter((id) => !shown.includes(id));
  assert.deepEqual(
    vanished.filter((id) => !labs.removed.has(id)),
    [],
    'a record vanished that the service never removed',
  );
  assert.equal(outcome.studies[0]?.datasets.find(({ dataset }) => dataset === 'labs')?.vanished, vanished.length);
}

/** Just before an answer, a record on an early page is removed and one is added further back; first page, last page and total stay. */
async function swapDuring(bench: FaultBench, study: string, labs: ChangingLabs, pageSize: number, position: number): Promise<void> {
  const earlier = await idsOf(bench, study);
  const before = labs.removed.size;
  labs.before((answered, change) => {
    // Changes each page first, or a later sync would end after one round.
    if (answered === 0) for (let page = 0; page < pages; page += 1) change.edit(page * pageSize);
    if (answered === position) change.swap(pageSize + 1, (pages - 2) * pageSize + 1);
  });
  const outcome = await syncLabs(bench, study);
  assert.ok(
    [0, 17].includes(outcome.exitCode),
    `before answer ${String(position)}: exit ${String(outcome.exitCode)} ${messagesOf(outcome).join(' ')}`,
  );
  if (outcome.exitCode === 0) await assertOneState(bench, study, labs, earlier, outcome);
  assert.equal(labs.removed.size, before + 1, `the run was over before answer ${String(position)}`);
}

async function swapOnFirstSync(bench: FaultBench): Promise<void> {
  for (const position of positions) {
    const { study, labs, pageSize } = await openLabs(bench);
    await swapDuring(bench, study, labs, pageSize, position);
  }
}

async function swapOnLaterSyncs(bench: FaultBench): Promise<void> {
  const { study, labs, pageSize } = await openLabs(bench);
  assert.equal((await syncLabs(bench, study)).exitCode, 0);
  for (const position of positions) await swapDuring(bench, study, labs, pageSize, position);
}

async function neverAtRest(bench: FaultBench, change: Parameters<ChangingLabs['before']>[0], first: readonly number[]): Promise<void> {
  const { study, labs } = await openLabs(bench);
  labs.before(change);
  const outcome = await syncLabs(bench, study);
  assert.ok(first.includes(outcome.exitCode), `first sync: exit ${String(outcome.exitCode)}`);
  assert.ok(outcome.milliseconds < longest, `it took ${String(Math.round(outcome.milliseconds / 1000))} s`);
  const status = outcome.studies[0]?.datasets.find(({ dataset }) => dataset === 'labs');
  if (outcome.exitCode === 0) assert.equal(status?.proof?.confirmed, false, 'it is said to be confirmed');
  labs.before(() => undefined);
  assert.equal((await syncLabs(bench, study)).exitCode, 0, 'it was not mirrored when it rested');
  const good = await idsOf(bench, study);
  labs.before(change);
  const later = await syncLabs(bench, study);
  assert.equal(later.exitCode, 17);
  assert.ok(later.milliseconds < longest, `it took ${String(Math.round(later.milliseconds / 1000))} s`);
  assert.deepEqual(await idsOf(bench, study), good, 'the confirmed copy did not stay');
}

export const swapCases: readonly FaultCase[] = [
  {
    id: 'F67',
    title: 'one record removed and one added during a first sync, at each of twelve moments, give one state that the service had, or 17',
    run: swapOnFirstSync,
  },
  {
    id: 'F67',
    title: 'one record removed and one added during later syncs give one state that the service had, or 17; only removed records vanish',
    run: swapOnLaterSyncs,
  },
  {
    id: 'F68',
    title: 'a value that changes with every request is first shown as not confirmed; later syncs end with 17, and the confirmed copy stays',
    run: async (bench) => neverAtRest(bench, (answered, labs) => labs.edit(answered * 7), [0]),
  },
  {
    id: 'F68',
    title: 'a record added with every request gives 17, or a copy shown as not confirmed, within two minutes',
    run: async (bench) => neverAtRest(bench, (_answered, labs) => labs.add(), [0, 17]),
  },
];
