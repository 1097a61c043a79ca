import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { seeded, type Random } from '../shim/random.ts';
import { byteChanges, rowChanges, type Change } from './changes.ts';
import { openTamperedFolder, type TamperedFolder, type Target } from './tampered-folder.ts';

export const campaign: Campaign = {
  name: 'tamper',
  says: 'changes audit trail, seal and cache at random, by bytes and by rows with the key; opening or verify must notice',
  long: 1000,
  short: 40,
  run: tamper,
};

const kinds: readonly (readonly [string, Change])[] = [...Object.entries(byteChanges), ...Object.entries(rowChanges)];

async function tamper({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const folder = await openTamperedFolder();
  const random = seeded(seed);
  const failures: string[] = [];
  const counts = new Map<string, number>();
  let nothing = 0;
  try {
    folder.mend();
    if (folder.noticed()) failures.push('something is found where nothing was changed');
    for (let done = 0; done < n;) {
      const outcome = tryOne(folder, kinds[done % kinds.length] ?? ['', () => null], random);
      if (outcome === null) {
        nothing += 1;
        if (nothing > 20 * n) throw new Error('Hardly any change changes anything.');
        continue;
      }
      done += 1;
      counts.set(outcome.name, (counts.get(outcome.name) ?? 0) + 1);
      if (!outcome.noticed) failures.push(`seed ${seed}, change ${done}: ${outcome.name} (${outcome.says}) was not noticed`);
      if (done % 100 === 0) say(`${done} of ${n} changes, ${failures.length} not noticed`);
    }
    return { cases: n, failures, skipped: [], figures: { ...Object.fromEntries([...counts].sort()), 'changed nothing': nothing } };
  } finally {
    folder.remove();
  }
}

/**
 * Null if nothing was changed: no byte, or only bytes without meaning, so that everything reads as before. These are pages that no table
 * uses any more, which are written before they are read again, and the white space around a seal.
 */
function tryOne(folder: TamperedFolder, [name, change]: readonly [string, Change], random: Random) {
  const target = folder.targets[Math.floor(random() * folder.targets.length)];
  if (target === undefined || (target.now.length < 8192 && name.includes('page'))) return null;
  const before = folder.content(target);
  const says = change(target, random);
  const noticed = says !== null && folder.noticed();
  const meansNothing = says === null || (!noticed && isUnused(folder, target, before, name));
  folder.mend();
  return meansNothing ? null : { name: `${target.part}: ${name}`, says, noticed };
}

function isUnused(folder: TamperedFolder, target: Target, before: string | null, name: string): boolean {
  return Object.hasOwn(byteChanges, name) && before !== null && folder.content(target) === before;
}
