import assert from 'node:assert/strict';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { carrel } from '../../cli/carrel.ts';
import { messagesOf, type FaultBench } from '../bench/fault-bench.ts';
import { onCopy } from './data-folder.ts';
import type { FaultCase } from './fault-case.ts';

/** The largest share of requests that a limit may refuse. */
const mostRefused = 0.6;

interface Limiter {
  readonly fault: Fault;
  /** The share of refused requests. */
  readonly refused: () => number;
  readonly asked: () => number;
}

/** Lets `perSecond` requests through, evenly spaced; the others get the status, without a Retry-After. */
function limiter(perSecond: number, status: 429 | 503): Limiter {
  let next = 0;
  let [asked, refused] = [0, 0];
  return {
    fault: {
      alter: (answer) => {
        const now = performance.now();
        asked += 1;
        if (now >= next) {
          next = now + 1000 / perSecond;
          return answer;
        }
        refused += 1;
        return { status, headers: {}, body: Buffer.from('slow down') };
      },
    },
    refused: () => refused / asked,
    asked: () => asked,
  };
}

function assertPaced({ refused, asked }: Limiter): void {
  assert.ok(refused() > 0, 'the limit was never met');
  assert.ok(refused() <= mostRefused, `${(refused() * 100).toFixed(0)} % of ${String(asked())} requests were refused`);
}

async function underLimit(bench: FaultBench, perSecond: number, status: 429 | 503, only?: readonly DatasetName[]): Promise<void> {
  const limit = limiter(perSecond, status);
  bench.moveData();
  bench.faults([limit.fault]);
  // In this process the first waits are short; the shortest suits the limit.
  const backoff = { tries: Number.POSITIVE_INFINITY, base: 1000 / perSecond, ceiling: 30_000 / perSecond, timeoutMs: 60_000 };
  const outcome = await bench.sync({ network: { backoff }, ...(only === undefined ? {} : { only }) });
  assert.equal(outcome.exitCode, 0, messagesOf(outcome).join(' '));
  assertPaced(limit);
}

/** Two processes, each on its own data folder, share one limit. */
async function twoProcesses(bench: FaultBench): Promise<void> {
  const limit = limiter(10, 503);
  bench.moveData();
  bench.faults([limit.fault]);
  await onCopy(bench.folder, async (dataDir) => {
    const [own, other] = await Promise.all([bench.sync(), carrel(['sync', bench.study, '--json'], { dataDir })]);
    assert.deepEqual([own.exitCode, other.code], [0, 0], `${messagesOf(own).join(' ')} ${other.stderr}`);
  });
  assertPaced(limit);
}

/** After the first pages of the labs, only 502 for this many milliseconds. */
async function awayFor(bench: FaultBench, milliseconds: number): Promise<void> {
  let until: number | null = null;
  let bad = 0;
  bench.moveData();
  bench.faults([
    {
      alter: (answer, { url }) => {
        if (until === null && /category=laboratory.*page=3/.test(url)) until = performance.now() + milliseconds;
        if (until === null || performance.now() > until) return answer;
        bad += 1;
        return { status: 502, headers: {}, body: Buffer.from('bad gateway') };
      },
    },
  ]);
  const outcome = await bench.sync({
    network: { backoff: { tries: Number.POSITIVE_INFINITY, base: 20, ceiling: 500, timeoutMs: 60_000 } },
  });
  assert.equal(outcome.exitCode, 0, messagesOf(outcome).join(' '));
  assert.ok(bad > 0, 'nobody asked while the service was away');
  assert.equal(bench.of(outcome, 'labs').proof?.passes, 1, 'pages that had come were read anew');
}

/** The service stops in mid-run and returns at the same address. */
async function restarted(bench: FaultBench, away: number): Promise<void> {
  const gone: Promise<void>[] = [];
  const goAway = async (): Promise<void> => {
    await bench.networkLost();
    await new Promise((resolve) => setTimeout(resolve, away));
    await bench.networkBack();
  };
  bench.moveData();
  bench.faults([
    {
      alter: (answer, { url }) => {
        if (gone.length === 0 && /category=laboratory.*page=3/.test(url)) gone.push(goAway());
        return answer;
      },
    },
  ]);
  const outcome = await bench.sync({
    network: { backoff: { tries: Number.POSITIVE_INFINITY, base: 20, ceiling: 500, timeoutMs: 60_000 } },
  });
  assert.equal(gone.length, 1, 'the service never went away');
  await Promise.all(gone);
  assert.equal(outcome.exitCode, 0, messagesOf(outcome).join(' '));
}

export const pacingCases: readonly FaultCase[] = [
  {
    id: 'F69',
    title:
      'at a limit enforced by 503 or 429 without Retry-After, requests are paced: at most 60 % are refused, and every dataset completes',
    process: false,
    run: async (bench) => {
      await underLimit(bench, 8, 503);
      await underLimit(bench, 8, 429, ['labs']);
    },
  },
  {
    id: 'F69',
    title: 'at a limit of 2 requests a second, requests are paced: at most 60 % are refused, and every dataset completes',
    slow: true,
    process: true,
    run: async (bench) => {
      await underLimit(bench, 2, 503);
      await underLimit(bench, 2, 429);
    },
  },
  {
    id: 'F69',
    title: 'two processes that share a limit of 10 requests a second both complete, with at most 60 % refused',
    slow: true,
    process: true,
    run: twoProcesses,
  },
  {
    id: 'F70',
    title: 'the same run continues after 502 for a while, without a second pass',
    process: false,
    run: async (bench) => awayFor(bench, 600),
  },
  {
    id: 'F70',
    title: 'the same run continues after the service restarts mid-run',
    process: false,
    run: async (bench) => restarted(bench, 600),
  },
  {
    id: 'F70',
    title: 'the same run continues after 20 s of 502 and after 20 s without the service',
    slow: true,
    process: true,
    run: async (bench) => {
      await awayFor(bench, 20_000);
      await restarted(bench, 20_000);
    },
  },
];
