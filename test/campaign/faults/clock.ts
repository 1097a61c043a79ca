import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ended, start, passphrase } from '../../cli/carrel.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { onCopy } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

/** Makes Node use the clocks of `shifted-clock.ts`. */
export const shiftedClock = `--import=${fileURLToPath(new URL('./shifted-clock.ts', import.meta.url))}`;
const hour = 3_600_000;

/** One second before Berlin's clocks go forward, and before they go back. */
const beforeSummer = Date.parse('2026-03-29T00:59:59Z');
const beforeWinter = Date.parse('2026-10-25T00:59:59Z');

const clocks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'two hours ahead': { CARREL_CLOCK_SHIFT: String(2 * hour) },
  'two hours behind': { CARREL_CLOCK_SHIFT: String(-2 * hour) },
  'a jump of two hours ahead during the run': { CARREL_CLOCK_JUMP: String(2 * hour) },
  'a jump of two hours back during the run': { CARREL_CLOCK_JUMP: String(-2 * hour) },
  'summer time begins': { TZ: 'Europe/Berlin', CARREL_CLOCK_SHIFT: String(beforeSummer - Date.now()) },
  'winter time begins': { TZ: 'Europe/Berlin', CARREL_CLOCK_SHIFT: String(beforeWinter - Date.now()) },
};

/** Expects the same data whatever the wall clock says, with a single token, valid for an hour of the monotonic clock. */
async function sameResult(bench: FaultBench): Promise<void> {
  const chosen = Object.entries(clocks).filter((_, place) => bench.form === 'long' || place % 3 === 0);
  for (const [name, env] of chosen) {
    bench.moveData();
    bench.faults([]);
    const outcome = await bench.sync({ env: { NODE_OPTIONS: shiftedClock, ...env } });
    assert.equal(outcome.exitCode, 0, `${name}: ${outcome.message}`);
    const { asOf, proof } = bench.of(outcome, 'labs');
    assert.ok(Math.abs(proof?.clockOffsetSeconds ?? 0) * 1000 > hour / 2, `${name}: the clock was not off at all`);
    assert.ok(Math.abs(Date.parse(asOf ?? '') - Date.now()) < hour / 2, `${name}: as of ${String(asOf)}, which is not the service's time`);
    assert.equal(bench.seen('token').length, 1, `${name}: more than one token`);
    assert.ok(
      bench.seen('data').every(({ token }) => token === 'good'),
      `${name}: a page was asked for with an expired token`,
    );
  }
}

/** The process sleeps in the middle of a page, while its token expires and the service closes the connections. */
async function sleepsInMidPage(bench: FaultBench, milliseconds: number): Promise<void> {
  bench.moveData();
  bench.faults([
    { where: 'token', attempts: [1, 1], lifetime: 2 },
    { where: 'labs', pages: [2], attempts: [1, 1], delay: 1000, stop: { at: 0.5, how: 'close' } },
  ]);
  await onCopy(bench.folder, async (dataDir) => {
    const child = start(['sync', bench.study, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase } });
    child.stdin?.end();
    const end = ended(child);
    while (!bench.seen('labs').some(({ page }) => page === 2) && child.exitCode === null) await wait(5);
    child.kill('SIGSTOP');
    await wait(milliseconds);
    child.kill('SIGCONT');
    const { code, stderr } = await end;
    assert.equal(code, 0, stderr);
  });
  assert.ok(bench.seen('token').length >= 2, 'the token was not renewed');
  assert.ok(
    bench.seen('labs').filter(({ page, attempt }) => page === 2 && attempt > 1).length > 0,
    'the page that broke off was not asked for again',
  );
}

export const clockCases: readonly FaultCase[] = [
  {
    id: 'F09',
    title: 'a wall clock that is off, jumps during the run or changes to or from summer time gives the same data with one token',
    process: true,
    run: sameResult,
  },
  {
    id: 'F63',
    title: 'a process suspended mid-page while its token expires and its connections close completes the run with a new token',
    process: true,
    run: async (bench) => sleepsInMidPage(bench, 3000),
  },
  {
    id: 'F63',
    title: 'a process suspended mid-page for longer than every request deadline completes the run',
    process: true,
    slow: true,
    run: async (bench) => sleepsInMidPage(bench, 130_000),
  },
];
