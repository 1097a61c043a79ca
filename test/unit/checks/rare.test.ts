import { expect, test } from 'vitest';
import { collectCandidates } from '../../../src/core/checks/rare.ts';
import type { Result } from '../../../src/core/checks/read-courses.ts';

/** How many of these results a check lists, if it found so many among all that it judged. */
function listed(found: number, judged: number): number {
  const candidates = collectCandidates();
  candidates.judge('two-at-once', '', judged);
  for (let rowid = 1; rowid <= found; rowid++) candidates.add('two-at-once', '', { rowid } as Result);
  return candidates.rare().length;
}

test('findings that must be rare are listed up to one in 250 results, and up to three in any study', () => {
  expect([listed(4, 1000), listed(4, 999)]).toEqual([4, 0]);
  expect([listed(3, 10), listed(4, 10)]).toEqual([3, 0]);
});
