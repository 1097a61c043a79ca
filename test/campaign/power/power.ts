import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { openCrashBench, syncArguments, type CrashBench } from '../shim/crash-bench.ts';
import { seeded, spread, type Random } from '../shim/random.ts';
import { readEvents, type FileEvent } from '../shim/shim.ts';
import { DiskModel } from './disk-model.ts';

export const campaign: Campaign = {
  name: 'power',
  says: 'loses power at every sync of files in a whole sync: what was not synced is gone, wholly or in N random parts',
  long: 6,
  short: 1,
  run: losePower,
};

/** About the number of file syncs from the pending seal on; the ones before are all alike. */
const flipSyncs = 20;

/** A sync from one state to another, as it went to the disk. */
interface Recorded {
  readonly what: string;
  /** The complete folder before the sync. */
  readonly from: string;
  /** Where it was recorded: the events name paths in it. */
  readonly at: string;
  readonly events: readonly FileEvent[];
  readonly earlier: string;
  readonly coming: string;
}

interface Loss {
  readonly bench: CrashBench;
  readonly recorded: Recorded;
  readonly random: Random;
  /** Random subsets to try besides nothing and everything. */
  readonly parts: number;
  /** After every `resume`-th state, the next sync is run as well. */
  readonly resume: number;
  readonly failures: string[];
  /** Number of states that showed the new copy. */
  readonly shownNew: { count: number };
}

async function losePower({ n, seed, form, say }: CampaignOptions): Promise<CampaignResult> {
  const bench = await openCrashBench();
  const failures: string[] = [];
  const random = seeded(seed);
  const shownNew = { count: 0 };
  try {
    if ('why' in bench.shim) return { cases: 0, failures, skipped: [{ what: 'power losses', why: bench.shim.why }], figures: {} };
    const [one, two] = [await bench.golden(1), await bench.golden(2)];
    const recordings = [
      await record(bench, 'a sync that changes rows', one.dataDir, one.digest, two.digest),
      await record(bench, 'the first sync', bench.connected, 'none', two.digest),
    ];
    let states = 0;
    let boundaries = 0;
    for (const recorded of recordings) {
      const loss = { bench, recorded, random, parts: n, resume: form === 'long' ? 60 : 40, failures, shownNew };
      const at = placesOf(recorded.events);
      const chosen = form === 'long' ? at : [...spread(at.slice(0, -flipSyncs), 4), ...at.slice(-flipSyncs)];
      boundaries += chosen.length;
      states += await loseAt(loss, chosen);
      say(`${recorded.what}: ${chosen.length} of ${at.length} syncs of files, ${failures.length} failures`);
    }
    return {
      cases: states,
      failures: failures.map((failure) => `seed ${seed}: ${failure}`),
      skipped: [],
      figures: {
        'syncs of files at which power was lost': boundaries,
        'states that showed the earlier copy': states - shownNew.count,
        'states that showed the new copy': shownNew.count,
      },
    };
  } finally {
    await bench.close();
  }
}

async function record(bench: CrashBench, what: string, from: string, earlier: string, coming: string): Promise<Recorded> {
  const at = bench.copyOf(from);
  const log = `${at}.log`;
  const ran = await bench.run(syncArguments, { dataDir: at, fault: { log, record: true } });
  if (ran.code !== 0) throw new Error(`The recorded sync failed: ${ran.stderr}`);
  return { what, from, at, events: readEvents(log, true), earlier, coming };
}

/** The points at which most can be lost: before each sync of a file or folder, and when the run has reported its result. */
function placesOf(events: readonly FileEvent[]): readonly number[] {
  const places = events.flatMap(({ operation, kind }, place) =>
    (operation === 'sync' && kind !== 'shm') || operation === 'answer' ? [place] : [],
  );
  return [...places, events.length];
}

async function loseAt(loss: Loss, places: readonly number[]): Promise<number> {
  const { recorded, random, parts, resume, failures } = loss;
  const { events, from, at } = recorded;
  // The events contain paths of the folder in which they were recorded.
  const model = new DiskModel(from, at);
  const answered = events.findIndex(({ operation }) => operation === 'answer');
  let states = 0;
  for (const [place, event] of [...events, null].entries()) {
    if (places.includes(place)) {
      for (const keep of [0, 1, ...Array.from({ length: parts }, () => 0.2 + 0.7 * random())]) {
        const dataDir = join(loss.bench.folder, 'after-power-loss');
        mkdirSync(dataDir);
        model.leave(dataDir, keep, random);
        states += 1;
        const found = await judgeState(loss, dataDir, answered >= 0 && place > answered, states % resume === 0);
        const left = keep === 0 ? 'nothing' : keep === 1 ? 'everything' : `${Math.round(keep * 100)} %`;
        for (const what of found)
          failures.push(`${recorded.what}, event ${place} of ${events.length}, ${left} of what was not synced is there: ${what}`);
        rmSync(dataDir, { recursive: true });
      }
    }
    if (event !== null) model.take(event);
  }
  return states;
}

async function judgeState(
  { bench, recorded: { earlier, coming }, shownNew }: Loss,
  dataDir: string,
  isAcknowledged: boolean,
  resumes: boolean,
): Promise<readonly string[]> {
  const look = bench.look(dataDir);
  const found = [...look.problems];
  if (look.digest === coming) shownNew.count += 1;
  if (look.digest !== coming && look.digest !== earlier) found.push('what is visible is neither the earlier copy nor the new one');
  if (isAcknowledged && look.digest !== coming) found.push('a sync that had said that it is done is lost');
  if (!resumes) return found;
  const next = await bench.run(syncArguments, { dataDir });
  if (next.code !== 0) found.push(`the next sync ended with ${next.code ?? 'a signal'}: ${next.stderr.trim()}`);
  if (bench.look(dataDir).digest !== coming) found.push('the next sync did not bring what the service holds');
  return found;
}
