import { afterAll, test } from 'vitest';
import { Skipped } from './fault-case.ts';
import { casesOf, openBenches } from './faults.ts';

/** The short form of these rows as tests, each with its full title: `test.for` would truncate it. */
export function testCases(from: number, to: number): void {
  const benches = openBenches('short');
  afterAll(async () => benches.close());
  for (const faultCase of casesOf('short')) {
    const row = Number(faultCase.id.slice(1));
    if (row < from || row > to) continue;
    test(`${faultCase.id} ${faultCase.title}`, async ({ skip }) => {
      try {
        await benches.run(faultCase);
      } catch (error: unknown) {
        if (!(error instanceof Skipped)) throw error;
        skip(error.message);
      }
    });
  }
}
