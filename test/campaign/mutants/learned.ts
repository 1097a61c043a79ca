import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';

/** What earlier runs found, which saves time and decides nothing: every place is tried again. */
export interface Learned {
  /** Seconds that each test file took when it last ran. */
  readonly durations: Map<string, number>;
  /** The test file that noticed a place, by its name. */
  readonly noticedBy: Map<string, string>;
  readonly save: () => void;
}

const path = join(repositoryFolder, 'campaign-output', 'mutants-learned.json');

interface Stored {
  readonly durations: Readonly<Record<string, number>>;
  readonly noticedBy: Readonly<Record<string, string>>;
}

export function readLearned(): Learned {
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Stored) : { durations: {}, noticedBy: {} };
  const durations = new Map(Object.entries(stored.durations));
  const noticedBy = new Map(Object.entries(stored.noticedBy));
  return {
    durations,
    noticedBy,
    save: () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ durations: Object.fromEntries(durations), noticedBy: Object.fromEntries(noticedBy) }));
    },
  };
}
