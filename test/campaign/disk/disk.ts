import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { openCrashBench, syncArguments, type CrashBench } from '../shim/crash-bench.ts';
import { readEvents } from '../shim/shim.ts';
import { diskCases, mostRoom, type DiskCase } from './disk-cases.ts';
import { after, before, judgeCase } from './judge-case.ts';
import { forbidWriting, removeFolder } from './lost-folder.ts';

export const campaign: Campaign = {
  name: 'disk',
  says: 'fails the disk (full, over quota, I/O errors on write, sync and read) at N points of a sync; takes its folder away',
  long: 20,
  short: 1,
  run: failDisks,
};

async function failDisks({ n, seed, form, say }: CampaignOptions): Promise<CampaignResult> {
  const bench = await openCrashBench();
  try {
    const skipped: { what: string; why: string }[] = [];
    const cases = 'why' in bench.shim ? [] : await plannedCases(bench, n);
    if ('why' in bench.shim) skipped.push({ what: 'failing disks', why: bench.shim.why });
    const judged = await judgeCases(bench, cases, form, say);
    const failures = [...judged.failures, ...(await removeFolder(bench))];
    const forbidden = await forbidWriting(bench);
    if ('why' in forbidden) skipped.push({ what: 'a folder that may not be written to', why: forbidden.why });
    else failures.push(...forbidden);
    return {
      cases: cases.length + ('why' in forbidden ? 1 : 2),
      failures: failures.map((failure) => `seed ${seed}: ${failure}`),
      skipped,
      figures: {
        'points of each kind': n,
        'syncs that ended as STORE': judged.stopped,
        'syncs that did not need the call': judged.unharmed,
      },
    };
  } finally {
    await bench.close();
  }
}

async function judgeCases(bench: CrashBench, cases: readonly DiskCase[], form: 'short' | 'long', say: (line: string) => void) {
  const failures: string[] = [];
  let [stopped, unharmed] = [0, 0];
  for (const [place, one] of cases.entries()) {
    const judged = await judgeCase(bench, one, form === 'long' ? place % 2 === 0 : place % 3 === 1);
    failures.push(...judged.failures);
    if (judged.code === 0) unharmed += 1;
    else stopped += 1;
    if ((place + 1) % 20 === 0) say(`${place + 1} of ${cases.length} failing disks, ${failures.length} failures`);
  }
  return { failures, stopped, unharmed };
}

/** Records an undisturbed sync and spreads the points over it. */
async function plannedCases(bench: CrashBench, points: number): Promise<readonly DiskCase[]> {
  const earlier = await bench.golden(before);
  await bench.golden(after);
  const dataDir = bench.copyOf(earlier.dataDir);
  const sizes = new Map(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, statSync(path).size]),
  );
  const log = join(bench.folder, 'sync.log');
  const ran = await bench.run(syncArguments, { dataDir, fault: { log } });
  if (ran.code !== 0) throw new Error(`The recorded sync failed: ${ran.stderr}`);
  const events = readEvents(log, false);
  return diskCases(events, mostRoom(events, sizes), points);
}
