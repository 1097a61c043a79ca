import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Deadlines } from '../../../src/core/client/http.ts';
import type { FaultBench } from '../bench/fault-bench.ts';
import { onSmallest, tryVariants, type Variant } from '../bench/variants.ts';
import { Skipped, type FaultCase } from './fault-case.ts';

/** In this process the deadlines are a hundred times shorter, and slow answers as much faster, so the ratio stays. */
const short: Deadlines = { connect: 300, idle: 900, total: 1200 };
const oneDataset = {
  only: ['labs'],
  network: { deadlines: short, backoff: { tries: 2, base: 2, ceiling: 2, timeoutMs: 90_000 } },
} as const;

const brokenOff: readonly Variant[] = [
  { name: 'reset before a word', faults: [{ stop: { at: 'start', how: 'reset' } }], code: 12 },
  { name: 'reset in mid-head', faults: [{ stop: { at: 'head', how: 'reset' } }], code: 12 },
  {
    name: 'reset in mid-body',
    faults: [{ where: 'labs', pages: [3], stop: { at: 0.5, how: 'reset' } }],
    code: 12,
    sync: { only: ['labs'] },
  },
  { name: 'closed before a word', faults: [{ stop: { at: 'start', how: 'close' } }], code: 12 },
  {
    name: 'reset twice, then good',
    faults: [{ where: 'labs', attempts: [1, 2], stop: { at: 0.5, how: 'reset' } }],
    code: 0,
    sync: { only: ['labs'] },
  },
  { name: 'the token request reset', faults: [{ where: 'token', stop: { at: 'start', how: 'reset' } }], code: 12 },
];

async function unreachable(bench: FaultBench): Promise<void> {
  for (const [name, baseUrl] of [
    ['refused', 'http://127.0.0.1:1'],
    ['no such name', 'https://carrel.invalid'],
  ] as const) {
    bench.moveData();
    bench.faults([]);
    await bench.connectTo({ baseUrl });
    const outcome = await bench.sync();
    assert.equal(outcome.exitCode, 12, `${name}: ${outcome.code}`);
    assert.deepEqual(bench.seen(), [], name);
    await bench.recover();
  }
}

/** A port whose queue of connections is full: the next one gets no answer. Linux drops it silently. */
async function openBlackHole(): Promise<{ readonly port: number; close(): void }> {
  if (process.platform !== 'linux') throw new Skipped('only Linux drops connections in silence when a queue is full');
  const script = "require('net').createServer().listen({port:0,host:'127.0.0.1',backlog:1},function(){console.log(this.address().port)})";
  const child: ChildProcess = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  assert.ok(child.stdout);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const port = Number(line.toString());
  // It no longer accepts connections; the following ones fill the queue.
  child.kill('SIGSTOP');
  const fillers: Socket[] = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await wait(50);
  return {
    port,
    close: () => {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
    },
  };
}

async function blackHole(bench: FaultBench): Promise<void> {
  const hole = await openBlackHole();
  try {
    bench.moveData();
    bench.faults([]);
    await bench.connectTo({ baseUrl: `http://127.0.0.1:${hole.port}` });
    const outcome = await bench.sync({ only: ['responses'], network: { deadlines: short } });
    assert.equal(outcome.exitCode, 12);
    assert.match(outcome.studies[0]?.datasets[0]?.error?.message ?? '', /did not accept a connection/);
  } finally {
    hole.close();
  }
}

/** With the default deadlines, the same faults are a hundred times slower. */
function slowness(bench: FaultBench): readonly Variant[] {
  const slower = bench.isProcess ? 100 : 1;
  const [drip, deadline] = [{ bytes: 1, every: 50 * slower }, bench.isProcess ? 120_000 : short.total];
  const ends: Variant['check'] = (outcome) => {
    // Allows one more request for a page, and nothing after it.
    assert.ok(outcome.milliseconds <= 2 * deadline + 60_000, `${outcome.milliseconds} ms`);
  };
  const variants: Variant[] = [
    { name: 'a byte at a time', faults: [{ where: 'labs', pages: [2], pace: drip }], code: 12 },
    {
      name: 'headers that drip and never end',
      faults: [{ where: 'labs', pages: [2], endless: 'headers', pace: { bytes: 60, every: 50 * slower } }],
      code: 12,
    },
    { name: 'silence after half of it', faults: [{ where: 'labs', pages: [2], stop: { at: 0.5, how: 'silence' } }], code: 12 },
    { name: 'silence from the start', faults: [{ where: 'labs', pages: [2], stop: { at: 0, how: 'silence' } }], code: 12 },
  ];
  return variants.map((variant) => ({ ...variant, sync: oneDataset, check: ends }));
}

const steady: readonly Variant[] = [
  { name: '64 KB a second', faults: [{ where: 'labs', pages: [2], pace: { bytes: 6554, every: 100 } }], code: 0, sync: { only: ['labs'] } },
  { name: 'pages that each take 100 ms', faults: [{ where: 'labs', delay: 100 }], code: 0, sync: { only: ['labs'] } },
  { name: 'headers that come fast and never end', faults: [{ where: 'labs', endless: 'headers' }], code: 19, sync: { only: ['labs'] } },
];

/** The network is lost at page 3 of labs and comes back: the same run continues there. */
async function lostAndBack(bench: FaultBench, gone: number): Promise<void> {
  bench.moveData();
  bench.faults([{ delay: 20 }]);
  const running = bench.sync({ only: ['labs'], network: { backoff: { tries: 5, base: 2, ceiling: 8, timeoutMs: 20_000 } } });
  while (!bench.seen('labs').some(({ page }) => page === 3)) await wait(5);
  await bench.networkLost();
  await wait(gone);
  await bench.networkBack();
  const outcome = await running;
  assert.equal(outcome.exitCode, 0, outcome.studies[0]?.datasets[0]?.error?.message);
  const pages = new Set(bench.seen('labs').map(({ page }) => page)).size;
  const again = bench.seen('labs').length - 2 * pages;
  assert.ok(again <= 4, `${again} pages were asked for again, besides the round that confirms them`);
}

export const timingCases: readonly FaultCase[] = [
  {
    id: 'F18',
    title: 'a refused connection or an unknown host name is reported as NETWORK, and every earlier copy is kept',
    run: unreachable,
  },
  {
    id: 'F18',
    title: 'a connection that is reset or closed before, in or after the head is retried, then reported as NETWORK',
    run: async (bench) => tryVariants(bench, onSmallest(bench, brokenOff)),
  },
  {
    id: 'F18',
    title: 'a black hole that never accepts a connection ends at the deadline',
    run: blackHole,
  },
  {
    id: 'F19',
    title: 'an answer that drips, stalls or never ends its head is stopped by a deadline',
    run: async (bench) => tryVariants(bench, slowness(bench)),
  },
  {
    id: 'F19',
    title: 'a slow but steady page is accepted; headers beyond 16 KiB are refused with LIMIT',
    run: async (bench) => tryVariants(bench, steady),
  },
  {
    id: 'F20',
    title: 'the same run continues after the network is lost at page 3, and requests at most four pages again',
    run: async (bench) => lostAndBack(bench, bench.isProcess ? 60_000 : 300),
  },
];
