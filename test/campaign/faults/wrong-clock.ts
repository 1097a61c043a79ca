import assert from 'node:assert/strict';
import { fixture, fixturePath, startTlsFront } from '../../contract/secure-service.ts';
import { messagesOf, type FaultBench } from '../bench/fault-bench.ts';
import { shiftedClock } from './clock.ts';
import type { FaultCase } from './fault-case.ts';

const minute = 60_000;
const day = 1440 * minute;

/** Milliseconds that the computer's clock is ahead, and the expected words. */
const clocks = [
  [400 * day, '400 days ahead of'],
  [-400 * day, '400 days behind'],
  [10 * minute, '10 minutes ahead of'],
  [-10 * minute, '10 minutes behind'],
] as const;

/** Expects the service's times whatever the computer's clock says; the offset is in the proof and stated in words. */
async function timesOfTheService(bench: FaultBench): Promise<void> {
  for (const [shift, says] of clocks) {
    bench.moveData();
    bench.faults([]);
    const began = Date.now();
    const env = { NODE_OPTIONS: shiftedClock, CARREL_CLOCK_SHIFT: String(shift) };
    const outcome = await bench.sync({ env });
    assert.equal(outcome.exitCode, 0, `${says}: ${messagesOf(outcome).join(' ')}`);
    const { asOf, proof } = bench.of(outcome, 'labs');
    const at = Date.parse(asOf ?? '');
    // The service reports whole seconds.
    assert.ok(at >= began - 3000 && at <= Date.now() + 3000, `${says}: as of ${String(asOf)}, which is not the service's time`);
    assert.ok(
      Math.abs((proof?.clockOffsetSeconds ?? 0) + shift / 1000) <= 3,
      `${says}: the proof says ${String(proof?.clockOffsetSeconds)}`,
    );
    const reported = await bench.carrel('status', bench.study);
    assert.ok(reported.stdout.includes(`clock was ${says} the service's`), `${says}: nobody was warned: ${reported.stdout}`);
  }
}

/** A certificate may look expired because the clock is wrong. */
async function certificateNamesClock(bench: FaultBench): Promise<void> {
  const front = await startTlsFront(Number(new URL(bench.baseUrl).port), { cert: fixture('expired-cert'), key: fixture('service-key') });
  bench.moveData();
  bench.faults([]);
  await bench.connectTo({ baseUrl: `https://localhost:${String(front.port)}` });
  try {
    const outcome = await bench.sync({
      only: ['labs'],
      network: { extraPem: fixture('root-cert') },
      env: { NODE_EXTRA_CA_CERTS: fixturePath('root-cert') },
    });
    assert.equal(outcome.exitCode, 13);
    assert.match(messagesOf(outcome).join(' '), /has expired by this computer's clock, which says \d{4}-.*Set the clock if it is wrong/);
    assert.equal(bench.seen().length, 0, 'something was sent');
  } finally {
    await bench.recover();
    await front.close();
  }
}

export const wrongClockCases: readonly FaultCase[] = [
  {
    id: 'F71',
    title: 'a clock that is off by 400 days or 10 minutes causes a warning; as-of times are the service’s, and the proof states the offset',
    process: true,
    run: timesOfTheService,
  },
  { id: 'F71', title: 'a certificate refused for its dates exits with 13, and the message names the clock', run: certificateNamesClock },
];
