import { findAll } from '../../../src/core/checks/run-checks.ts';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import type { StudyReader } from '../../../src/core/query/study-directory.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import type { CheckName } from '../../../src/shared/checks/data-checks.ts';
import type { DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { FixtureRow } from '../query/study-fixture.ts';

/** Keys of the records that a check finds, in one dataset or in all. */
export async function keysFoundBy(study: StudyReader, check: CheckName, dataset?: DatasetName): Promise<readonly string[]> {
  const findings = await findAll(
    study,
    perGeneration(study, () => tallyResults(study)),
  );
  return findings.filter((one) => one.check === check && (dataset === undefined || one.dataset === dataset)).map(({ key }) => key);
}

/** 08:00 of a day, counted from the first Monday of 2025. */
export function morningOf(day: number): string {
  return new Date(Date.UTC(2025, 0, 6 + day, 8)).toISOString().slice(0, 19);
}

/** Results of one test, one week apart. */
export function weeklyResults(test_code: string, values: readonly number[], more: FixtureRow = {}): readonly FixtureRow[] {
  return values.map((value, week) => ({
    ...{ test: test_code, test_code, unit: 'x', result: String(value), result_number: value, standard_result: value },
    ...{ visit: `WEEK ${String(week)}`, collected: morningOf(7 * week) },
    ...more,
  }));
}
