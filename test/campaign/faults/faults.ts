import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { openFaultBench, type FaultBench } from '../bench/fault-bench.ts';
import { faultCases } from './cases.ts';
import { Skipped, type FaultCase } from './fault-case.ts';

export function casesOf(form: 'short' | 'long'): readonly FaultCase[] {
  return faultCases.filter(({ slow }) => form === 'long' || slow !== true);
}

/** Runs cases on one bench per kind of case; a bench is discarded after a case failed on it. */
export function openBenches(form: 'short' | 'long'): { run(faultCase: FaultCase): Promise<void>; close(): Promise<void> } {
  const benches = new Map<boolean, FaultBench>();
  const close = async (): Promise<void> => {
    for (const bench of benches.values()) await bench.close();
    benches.clear();
  };
  return {
    close,
    run: async (faultCase) => {
      const isProcess = faultCase.process ?? form === 'long';
      const bench = benches.get(isProcess) ?? (await openFaultBench({ form, process: isProcess }));
      benches.set(isProcess, bench);
      try {
        await faultCase.run(bench);
        await bench.recover();
      } catch (error: unknown) {
        benches.delete(isProcess);
        await bench.close();
        throw error;
      }
    },
  };
}

/** Cases that run as processes mostly wait, so several benches run them in parallel. */
const benchesAtOnce = 5;

async function run({ n, form, say }: CampaignOptions): Promise<CampaignResult> {
  const failures: string[] = [];
  const skipped: { what: string; why: string }[] = [];
  const chosen = casesOf(form).slice(0, n);
  const tryAll = async (cases: FaultCase[]): Promise<void> => {
    const benches = openBenches(form);
    for (let one = cases.shift(); one !== undefined; one = cases.shift()) {
      const name = `${one.id} ${one.title}`;
      const started = performance.now();
      const problem = await problemOf(benches.run(one));
      if (problem instanceof Skipped) skipped.push({ what: name, why: problem.message });
      else if (problem !== null) failures.push(`${name}: ${problem.message}`);
      const verdict = problem === null ? 'ok     ' : problem instanceof Skipped ? 'skipped' : 'FAILED ';
      say(`${verdict} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    }
    await benches.close();
  };
  const asProcesses = chosen.filter((one) => form === 'long' && one.process !== false);
  await Promise.all(Array.from({ length: benchesAtOnce }, () => tryAll(asProcesses)));
  // One after the other, since they share this process and some of them its clock.
  await tryAll(chosen.filter((one) => form === 'short' || one.process === false));
  const rows = new Set(chosen.map(({ id }) => id)).size;
  return { cases: chosen.length - skipped.length, failures, skipped, figures: { rows } };
}

async function problemOf(work: Promise<void>): Promise<Error | null> {
  try {
    await work;
    return null;
  } catch (error: unknown) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

export const campaign: Campaign = {
  name: 'faults',
  says: 'every fault of docs/reliability.md, several variants each, against the real command line',
  long: casesOf('long').length,
  short: casesOf('short').length,
  run,
};
