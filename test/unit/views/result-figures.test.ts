import { afterEach, beforeEach, expect, test } from 'vitest';
import { perGeneration } from '../../../src/core/query/per-generation.ts';
import { resultFigures } from '../../../src/core/views/result-figures.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

test('a figure is computed once, and again only after eight others or a sync', async () => {
  const figures = resultFigures(
    fixture.study,
    perGeneration(fixture.study, () => tallyResults(fixture.study)),
  );
  // The same object is an answer that was not computed again.
  const ask = (place: number) => figures.sites({ subjects: [String(place)] });
  const first = await ask(0);
  for (let place = 1; place < 8; place++) await ask(place);
  expect(await ask(0)).toBe(first);
  for (let place = 8; place < 16; place++) await ask(place);
  const again = await ask(0);
  expect(again).not.toBe(first);
  fixture.add('labs', [{ record_id: 'a', subject: '0', test: 'ALT' }], 2);
  expect(await ask(0)).toMatchObject({ generation: 2 });
});
