import { afterEach, beforeEach, expect, test } from 'vitest';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import { makeStudy, type StudyFixture } from './study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

/** Sets the generation as a sync that flips does. */
function flip(generation: number): void {
  fixture.change(`INSERT INTO generation VALUES (${String(generation)}, '2026-11-20T14:05:00Z', '[]')`);
}

test('computes a value once for all callers, concurrent or later', async () => {
  let times = 0;
  const once = perGeneration(fixture.study, async () => ++times);
  expect(await Promise.all([once.with((known) => known), once.with((known) => known)])).toEqual([1, 1]);
  expect(await once.with((known) => known)).toBe(1);
});

test('starts again if a sync flips meanwhile, so that the value is of one generation', async () => {
  let times = 0;
  const once = perGeneration(fixture.study, async () => {
    times++;
    if (times === 1) flip(7);
    return times;
  });
  expect(await once.with((known, generation) => [known, generation])).toEqual([2, 7]);
  flip(8);
  expect(await once.with((known, generation) => [known, generation])).toEqual([3, 8]);
});

test('tries again for the next caller after a failure', async () => {
  let times = 0;
  const once = perGeneration(fixture.study, async () => {
    times++;
    if (times === 1) throw new Error('no room');
    return times;
  });
  await expect(once.with((known) => known)).rejects.toThrow('no room');
  expect(await once.with((known) => known)).toBe(2);
});
