import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { namesTest } from '../../unit/docs/test-titles.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { copyTree, type Tree } from './tree.ts';

/** Something that security depends on, how to remove it from the sources, and the test that must fail then. */
export interface Guard {
  /** Row of the table in docs/security.md. */
  readonly row: number;
  readonly guard: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  readonly test: string;
  /** As written in the test; its variable parts (`%s`) match any text. */
  readonly title: string;
}

const guards = JSON.parse(readFileSync(join(import.meta.dirname, 'guards.json'), 'utf8')) as readonly Guard[];

export const campaign: Campaign = {
  name: 'guards',
  says: 'takes out every guard that security rests on, one by one: a test named for it must fail',
  long: guards.length,
  short: guards.length,
  run: async (options) => (options.form === 'short' ? looked(options) : takenOut(options)),
};

/** The short form: each guard can still be removed as described, and its test exists. */
async function looked({ n }: CampaignOptions): Promise<CampaignResult> {
  const chosen = guards.slice(0, n);
  return { cases: chosen.length, failures: chosen.flatMap(whatIsStale), skipped: [], figures: { guards: chosen.length } };
}

function whatIsStale({ row, guard, file, find, replace, test, title }: Guard): readonly string[] {
  const times = read(file).split(find).length - 1;
  const wrong = [
    times === 1 ? null : `what is taken out stands ${times} times in ${file}`,
    find === replace ? 'nothing is taken out' : null,
    namesTest(read(test), title) ? null : `${test} has no test "${title}"`,
  ];
  return wrong.filter((what) => what !== null).map((what) => `row ${row}, ${guard}: ${what}`);
}

/** The long form, in a copy of the sources: unchanged, every test passes; without a guard, the test named for it fails. */
async function takenOut(options: CampaignOptions): Promise<CampaignResult> {
  const { failures: stale, cases } = await looked(options);
  if (stale.length > 0) return { cases, failures: stale, skipped: [], figures: {} };
  const chosen = guards.slice(0, options.n);
  const tree = await copyTree();
  try {
    const failures = await failuresUntouched(tree, [...new Set(chosen.map(({ test }) => test))]);
    if (failures.length > 0) return { cases, failures, skipped: [], figures: {} };
    for (const [at, guard] of chosen.entries()) {
      const missed = await takeOut(tree, guard);
      if (missed !== null) failures.push(missed);
      options.say(`${at + 1} of ${chosen.length}: row ${guard.row}, ${guard.guard}${missed === null ? '' : ', NOT caught'}`);
    }
    return { cases: chosen.length, failures, skipped: [], figures: { caught: chosen.length - failures.length, rows: rowsOf(chosen) } };
  } finally {
    await tree.remove();
  }
}

async function failuresUntouched(tree: Tree, tests: readonly string[]): Promise<string[]> {
  const failures: string[] = [];
  for (const test of tests) {
    const { failed, passed } = await tree.run(test);
    if (failed.length > 0 || passed === 0) failures.push(`${test} does not pass as it is: ${failed.join('; ')}`);
  }
  return failures;
}

/** Removes a guard. Returns why its absence was not noticed, or null. */
async function takeOut(tree: Tree, { row, guard, file, find, replace, test, title }: Guard): Promise<string | null> {
  const restore = tree.edit(file, (text) => text.replace(find, () => replace));
  try {
    const { failed } = await tree.run(test, patternOf(title));
    return failed.length > 0 ? null : `row ${row}, ${guard}: "${title}" (${test}) does not fail without it`;
  } finally {
    restore();
  }
}

/** The source of a pattern for a title with variable parts. */
function patternOf(title: string): string {
  const parts = title.split(/%[sdifjo#]|\$[a-zA-Z][\w.]*/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return parts.join('[^]*');
}

function rowsOf(chosen: readonly Guard[]): number {
  return new Set(chosen.map(({ row }) => row)).size;
}

function read(file: string): string {
  return readFileSync(join(repositoryFolder, file), 'utf8');
}
