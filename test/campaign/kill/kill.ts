import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { openCrashBench, type CrashBench } from '../shim/crash-bench.ts';
import { seeded, spread } from '../shim/random.ts';
import { killConnects } from './kill-connects.ts';
import { killExports } from './kill-exports.ts';
import { killSyncs } from './kill-syncs.ts';
import { connectPoints, firstSyncPoints, newFilePoints, replacingPoints, syncPoints, type KillPoint } from './points.ts';
import { noVerdicts, type Verdicts } from './verdicts.ts';

export const campaign: Campaign = {
  name: 'kill',
  says: 'kills the real process (kill -9) at named points and random moments of connect, sync and export',
  long: 2000,
  short: 12,
  run: killProcesses,
};

/** Shares of the kills that hit connect and export; the others hit sync. */
const connectShare = 0.05;
const exportShare = 0.1;

async function killProcesses(options: CampaignOptions): Promise<CampaignResult> {
  const bench = await openCrashBench();
  const verdicts = noVerdicts();
  try {
    return await killAll(bench, verdicts, options);
  } finally {
    await bench.close();
  }
}

async function killAll(bench: CrashBench, verdicts: Verdicts, { n, seed, form, say }: CampaignOptions): Promise<CampaignResult> {
  const withShim = 'path' in bench.shim;
  const files = withShim ? { connects: Math.ceil(n * connectShare), exports: Math.ceil(n * exportShare) } : { connects: 0, exports: 0 };
  const syncs = n - files.connects - files.exports;
  const isShort = form === 'short';
  const usable = syncPoints.filter(({ at }) => withShim || typeof at !== 'string');
  await killSyncs({
    bench,
    verdicts,
    random: seeded(seed),
    n: syncs,
    points: isShort ? spread(usable, syncs) : usable,
    firstPoints: withShim && !isShort ? firstSyncPoints : [],
    moments: !isShort,
    turns: isShort ? 2 : 4,
    say,
  });
  await killConnects(bench, verdicts, chosen(connectPoints, files.connects), files.connects);
  await killExports(bench, verdicts, chosen([...replacingPoints, ...newFilePoints], files.exports), files.exports);
  return {
    cases: [...verdicts.kills.values()].reduce((sum, count) => sum + count, 0),
    failures: [...verdicts.failures, ...(isShort ? [] : slowStarts(verdicts))].map((failure) => `seed ${seed}: ${failure}`),
    skipped: 'why' in bench.shim ? [{ what: 'kills at named points of the file system', why: bench.shim.why }] : [],
    figures: figuresOf(verdicts),
  };
}

function chosen(points: readonly KillPoint[], n: number): readonly KillPoint[] {
  return n >= points.length ? points : spread(points, n);
}

/** One stall of the machine is no failure, but repeated slow starts are. The short form runs on machines of any speed. */
function slowStarts({ starts, slowStarts: slow }: Verdicts): readonly string[] {
  return slow > 1 + starts / 50 ? [`${slow} of ${starts} starts after a kill took longer than 3 s`] : [];
}

function figuresOf(verdicts: Verdicts): CampaignResult['figures'] {
  const { kills, longestStart, slowStarts: slow, mostAgain, missed, completed, shownNew } = verdicts;
  return {
    'named points': [...kills.keys()].filter((name) => name !== 'a random moment').length,
    'kills at random moments': kills.get('a random moment') ?? 0,
    'kills that left the new state': shownNew,
    'syncs to the end between them': completed,
    'runs their point never came for': missed,
    'longest start after a kill (ms)': Math.round(longestStart),
    'starts after a kill over 3 s': slow,
    'most pages asked for again': mostAgain,
  };
}
