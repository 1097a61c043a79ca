import { setTimeout } from 'node:timers/promises';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { seeded, type Random } from '../shim/random.ts';
import { byteChanges, keyFileChanges, rowChanges, type Change } from './changes.ts';
import { openTamperedFolder, type TamperedFolder } from './tampered-folder.ts';
import type { Target } from './targets.ts';

export const campaign: Campaign = {
  name: 'tamper',
  says: 'changes every file that is sealed or encrypted at random, by bytes and by rows with the key; each change is reported or made up for',
  long: 10_000,
  short: 80,
  run: tamper,
};

const kinds: readonly (readonly [string, Change])[] = [byteChanges, keyFileChanges, rowChanges].flatMap((changes) =>
  Object.entries(changes),
);

/** Milliseconds after which work that still waits for something counts as hanging. If the thread itself is blocked, the campaign does not end. */
const longest = 60_000;

async function tamper({ n, seed, say }: CampaignOptions): Promise<CampaignResult> {
  const folder = await openTamperedFolder();
  const random = seeded(seed);
  const failures: string[] = [];
  const counts = new Map<string, number>();
  let nothing = 0;
  try {
    for (const target of folder.targets)
      if (!isCached(target) && (await target.isHarmless())) failures.push(`${target.part}: something is found where nothing was changed`);
    folder.mend();
    for (let done = 0; done < n;) {
      const outcome = await tryOne(folder, kinds[done % kinds.length] ?? ['', () => null], random);
      if (outcome === null) {
        nothing += 1;
        if (nothing > 20 * n) throw new Error('Hardly any change changes anything.');
        continue;
      }
      done += 1;
      counts.set(outcome.name, (counts.get(outcome.name) ?? 0) + 1);
      if (outcome.wrong !== null) failures.push(`seed ${seed}, change ${done}: ${outcome.name} (${outcome.says}): ${outcome.wrong}`);
      if (done % 100 === 0) say(`${done} of ${n} changes, ${failures.length} failures`);
    }
    return { cases: n, failures, skipped: [], figures: { ...Object.fromEntries([...counts].sort()), 'changed nothing': nothing } };
  } finally {
    folder.remove();
  }
}

/** Its changes are made up for instead of reported. */
function isCached({ part }: Target): boolean {
  return part === 'columns' || part === 'answer';
}

/** Each part as often as the others, however many files it has. */
function anyTarget(targets: readonly Target[], random: Random): Target | undefined {
  const parts = [...new Set(targets.map(({ part }) => part))];
  const part = parts[Math.floor(random() * parts.length)];
  const files = targets.filter((target) => target.part === part);
  return files[Math.floor(random() * files.length)];
}

interface Outcome {
  readonly name: string;
  readonly says: string | null;
  readonly wrong: string | null;
}

/**
 * Null if nothing was changed: no byte, or only bytes without meaning, so that everything reads as before. These are pages that no table
 * uses any more, which are written before they are read again, and the white space of a file of JSON.
 */
async function tryOne(folder: TamperedFolder, [name, change]: readonly [string, Change], random: Random): Promise<Outcome | null> {
  const target = anyTarget(folder.targets, random);
  if (target === undefined || (target.now.length < 8192 && name.includes('page'))) return null;
  const before = target.content();
  const says = change(target, random);
  const wrong = says === null ? null : await judge(folder, target);
  const meansNothing = says === null || (wrong === unnoticed && isUnused(target, before, name));
  folder.mend();
  return meansNothing ? null : { name: `${target.part}: ${name}`, says, wrong };
}

const unnoticed = 'it was neither reported nor made up for';

/** What is wrong with what Carrel makes of the change; null if nothing is. */
async function judge(folder: TamperedFolder, target: Target): Promise<string | null> {
  const keys = folder.keys();
  try {
    const harmless = await Promise.race([target.isHarmless(), setTimeout(longest, 'late' as const, { ref: false })]);
    if (harmless === 'late') return `nothing was said for ${longest / 1000} seconds`;
    if (folder.keys() !== keys) return 'the keys or the vaults they belong to were changed';
    return harmless ? null : unnoticed;
  } catch (error: unknown) {
    return String(error);
  }
}

function isUnused(target: Target, before: string | null, name: string): boolean {
  return Object.hasOwn(byteChanges, name) && before !== null && target.content() === before;
}
