import assert from 'node:assert/strict';
import type { Fault } from '../../../src/sandbox/faults/fault.ts';
import { messagesOf, type FaultBench } from './fault-bench.ts';
import type { Outcome, SyncArgs } from './side.ts';

/** One concrete form of a fault. */
export interface Variant {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** The expected exit code, or several allowed ones. */
  readonly code: number | readonly number[];
  readonly sync?: SyncArgs & { readonly altered?: true };
  /** The data does not change first, so a successful sync finds everything unchanged. */
  readonly still?: true;
  /** Further checks. */
  readonly check?: (outcome: Outcome, bench: FaultBench) => void | Promise<void>;
}

/** In this process, variants that name no dataset use the smallest instead of all five: it takes a tenth of the time. */
export function onSmallest(bench: FaultBench, variants: readonly Variant[]): readonly Variant[] {
  return bench.isProcess ? variants : variants.map((variant) => ({ sync: { only: ['responses'] }, ...variant }));
}

/** Exit codes after which nothing of what was read is left, so that the next variant starts in the same state. */
const droppingCodes: ReadonlySet<number> = new Set([0, 17, 18, 19]);

/**
 * Tries each variant on a service whose data has changed since the good copy. After each (in the short form: after the last of those
 * that leave nothing behind), the next sync must repair everything.
 */
export async function tryVariants(bench: FaultBench, variants: readonly Variant[]): Promise<void> {
  let isAhead = false;
  for (const variant of variants) {
    try {
      if (variant.still !== true && !isAhead) bench.moveData();
      const { exitCode } = await tryVariant(bench, variant);
      isAhead = bench.form === 'short' && droppingCodes.has(exitCode) && exitCode !== 0;
      const mends = bench.form === 'long' || !droppingCodes.has(exitCode) || variant === variants.at(-1);
      if (mends) await bench.recover(bench.isProcess ? undefined : variant.sync?.only);
    } catch (error: unknown) {
      if (error instanceof Error) error.message = `${variant.name}: ${error.message}`;
      throw error;
    }
  }
}

async function tryVariant(bench: FaultBench, { faults, code, sync, check }: Variant): Promise<Outcome> {
  bench.faults(faults);
  const outcome = await bench.sync(sync);
  const expected = typeof code === 'number' ? [code] : code;
  assert.ok(
    expected.includes(outcome.exitCode),
    `exit ${outcome.exitCode} instead of ${expected.join(' or ')}: ${messagesOf(outcome).join(' ')}`,
  );
  await check?.(outcome, bench);
  return outcome;
}
