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

/** What a sync that flips does to the number of the generation. */
function flip(generation: number): void {
  fixture.change(`INSERT INTO generation VALUES (${String(generation)}, '2026-11-20T14:05:00Z', '[]')`);
}

test('many who ask at once, and later, share one working out', async () => {
  let times = 0;
  const once = perGeneration(fixture.study, async () => ++times);
  expect(await Promise.all([once.with((known) => known), once.with((known) => known)])).toEqual([1, 1]);
  expect(await once.with((known) => known)).toBe(1);
});

test('a sync that flips meanwhile makes it begin anew, so that what is read is of one generation', async () => {
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

test('what failed is tried again by the next who asks', async () => {
  let times = 0;
  const once = perGeneration(fixture.study, async () => {
    times++;
    if (times === 1) throw new Error('no room');
    return times;
  });
  await expect(once.with((known) => known)).rejects.toThrow('no room');
  expect(await once.with((known) => known)).toBe(2);
});
