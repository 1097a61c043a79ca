import type { Campaign, CampaignOptions, CampaignResult } from '../campaign.ts';
import { copyCheckout, type Checkout, type Durations, type Failing } from './checkout.ts';
import { choosePlaces } from './choose.ts';
import { readLearned } from './learned.ts';
import type { Mutation } from './mutations.ts';
import { findNearestTests } from './nearest-tests.ts';

/** Share of the mutants that the tests should notice. */
const wanted = 0.9;
/** How many test files to run at a time, nearest first: mostly the first two notice. */
const [atFirst, then, atLast] = [2, 8, 40];
/** The last ones end where they would take longer than this together. */
const longestSeconds = 120;
/** What a test file counts as that has not run yet. */
const usualSeconds = 5;

export const campaign: Campaign = {
  name: 'mutants',
  says: 'changes N places of core and shared, one by one: nine of ten must make a test fail; the others are listed',
  long: 200,
  short: 20,
  run: async (options) => (options.form === 'short' ? looked(options) : changed(options)),
};

/** The short form: places to change are found, and tests that reach them. */
async function looked(options: CampaignOptions): Promise<CampaignResult> {
  const chosen = choosePlaces(options.n, options.seed);
  const nearest = findNearestTests();
  const failures = chosen.filter(({ file }) => nearest(file).length === 0).map((mutation) => `${say(mutation)}: no test reaches it`);
  return { cases: chosen.length, failures, skipped: [], figures: { places: chosen.length } };
}

async function changed(options: CampaignOptions): Promise<CampaignResult> {
  const chosen = choosePlaces(options.n, options.seed);
  const { durations, noticedBy, save } = readLearned();
  const nearest = findNearestTests(durations);
  const checkouts = [await copyCheckout(durations), await copyCheckout(durations)];
  const waiting = [...chosen];
  const [survivors, noticing]: [string[], Set<string>] = [[], new Set()];
  let [done, hanging] = [0, 0];
  const tryAll = async (checkout: Checkout): Promise<void> => {
    for (let mutation = waiting.shift(); mutation !== undefined; mutation = waiting.shift()) {
      const failed = await noticed(checkout, mutation, inSteps(nearest(mutation.file), noticedBy.get(mutation.name), durations));
      if (failed === null) survivors.push(say(mutation));
      else for (const test of failed.tests) noticing.add(test);
      const [test] = failed?.tests ?? [];
      if (test !== undefined) noticedBy.set(mutation.name, test);
      save();
      done += 1;
      if (failed?.hangs === true) hanging += 1;
      options.say(`${done} of ${chosen.length}: ${say(mutation)}, ${sayNoticed(failed)}`);
    }
  };
  try {
    await Promise.all(checkouts.map(tryAll));
    // A test that fails without any change is no evidence.
    const { tests: unsound } = await (checkouts[0] as Checkout).failing([...noticing], 'all');
    const caught = chosen.length - survivors.length;
    const isEnough = caught >= wanted * chosen.length;
    for (const survivor of survivors) options.say(`survived: ${survivor}`);
    return {
      cases: chosen.length,
      failures: [...unsound.map((test) => `${test} does not pass as it is`), ...(isEnough ? [] : survivors)],
      skipped: [],
      figures: { noticed: caught, hanging, survived: survivors.length },
    };
  } finally {
    for (const checkout of checkouts) checkout.remove();
  }
}

/** What failed, or null. */
async function noticed(
  checkout: Checkout,
  { file, from, to, text }: Mutation,
  steps: readonly (readonly string[])[],
): Promise<Failing | null> {
  const restore = checkout.edit(file, (source) => source.slice(0, from) + text + source.slice(to));
  try {
    for (const tests of steps) {
      const failed = await checkout.failing(tests);
      if (failed.tests.length > 0) return failed;
    }
    return null;
  } finally {
    restore();
  }
}

/**
 * The test files of a place as they are run: the one that noticed it last time, the nearest, and of the farther ones as many as end in their
 * time.
 */
function inSteps(tests: readonly string[], last: string | undefined, durations: Durations): readonly (readonly string[])[] {
  const before = last !== undefined && tests.includes(last) ? [last] : [];
  const far = tests.slice(atFirst + then, atFirst + then + atLast);
  let seconds = 0;
  const inTime = far.filter((test) => {
    const own = durations.get(test) ?? usualSeconds;
    if (seconds + own > longestSeconds) return false;
    seconds += own;
    return true;
  });
  return [before, tests.slice(0, atFirst), tests.slice(atFirst, atFirst + then), inTime];
}

function sayNoticed(failed: Failing | null): string {
  if (failed === null) return 'NOT noticed';
  return failed.hangs ? `hangs in or after ${failed.tests.join(', ')}` : `noticed by ${failed.tests.join(', ')}`;
}

function say({ file, line, says }: Mutation): string {
  return `${file}:${line} ${says}`;
}
