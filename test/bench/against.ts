import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../scripts/runtime/repository.ts';
import type { Budget } from './budget.ts';
import { exportApart, type ExportJob } from './export-job.ts';
import { milliseconds, ratioOf, type Figure } from './figures.ts';
import { withService, type BenchService } from './sandbox.ts';
import { syncApart } from './sync-job.ts';
import { freshFile, type SyncedFile } from './sync-labs.ts';

const part = 'against';
const formats = ['csv', 'parquet', 'xlsx'] as const;

/** Milliseconds of one round, by what was done. */
type Round = Readonly<Record<string, number>>;

/**
 * Syncs and exports of this checkout, alternating with those of another one in the same run. What the machine does besides cancels out,
 * so that a smaller difference shows than against recorded ratios.
 */
export async function measureAgainst(other: string, labs: number, folder: string, rounds: number): Promise<readonly Figure[]> {
  return withService(labs, {}, async (service) => {
    const [before, after]: [Round[], Round[]] = [[], []];
    const sides = [
      { checkout: other, rounds: before },
      { checkout: repositoryFolder, rounds: after },
    ];
    for (let round = 0; round < rounds; round++) {
      // The first of a round may be slower or faster, so they take turns.
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.rounds.push(await oneRound(service, folder, side.checkout));
    }
    return Object.keys(after[0] ?? {}).map((what) => {
      const [now, then] = [after, before].map((all) => all.map((one) => one[what] ?? Number.NaN)) as [number[], number[]];
      const detail = `here ${milliseconds(now)}, there ${milliseconds(then)}`;
      return { part, what, ...ratioOf(now, then), promised: null, detail };
    });
  });
}

/** The budget of such a comparison: nothing is slower than in the other checkout. */
export function asFastAs(figures: readonly Figure[]): Budget {
  return { [part]: Object.fromEntries(figures.map(({ what }) => [what, { ratio: 1, spread: 0 }])) };
}

async function oneRound(service: BenchService, folder: string, checkout: string): Promise<Round> {
  const file = freshFile(join(folder, 'against.db'));
  const took: Record<string, number> = {};
  took['first sync'] = (await syncApart(service, file, { checkout })).ms;
  took['second sync, unchanged'] = (await syncApart(service, file, { checkout })).ms;
  const job = jobOf(service, file);
  took['columns after a sync'] = exportApart({ ...job, writer: 'columns' }, checkout).ms;
  for (const format of formats) {
    const out = join(folder, `against.${format}`);
    took[`export as ${format}`] = exportApart({ ...job, writer: 'carrel', format, out }, checkout).ms;
  }
  const out = join(folder, 'against.csv');
  took['protected CSV'] = exportApart({ ...job, writer: 'carrel', format: 'csv', out, variant: { isProtected: true } }, checkout).ms;
  rmSync(file.path);
  return took;
}

function jobOf(
  { study }: BenchService,
  { path, key }: SyncedFile,
): Pick<Extract<ExportJob, { writer: 'columns' }>, 'path' | 'key' | 'study'> {
  return { path, key: key.toString('hex'), study };
}
