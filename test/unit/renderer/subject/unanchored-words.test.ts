import { expect, test } from 'vitest';
import { unanchoredWords } from '../../../../src/renderer/places/subject/anchors.ts';

const all = ['subjects', 'medications', 'labs', 'vitals', 'responses'] as const;
const shown = ' Dates are shown instead; you can choose a different day 1 above.';

test.each([
  [{ kind: 'baseline' }, 'This subject has no baseline assessment with a usable date'],
  [{ kind: 'first-record' }, 'This subject has no result or assessment with a usable date'],
  [{ kind: 'reference' }, 'This subject has no imported reference date'],
  [{ kind: 'visit', visit: 'C1D1' }, 'This subject has no results at C1D1 with a usable date'],
] as const)('states that %o is missing if all datasets are mirrored', (choice, says) => {
  expect(unanchoredWords(choice, all)).toBe(`${says}, so there is nothing to count days from.${shown}`);
});

test('does not report data of datasets that were never mirrored as missing', () => {
  expect(unanchoredWords({ kind: 'baseline' }, ['labs'])).toBe(
    `The responses are not mirrored yet, so there is no known baseline assessment to count days from.${shown}`,
  );
  expect(unanchoredWords({ kind: 'visit', visit: 'C1D1' }, ['labs', 'responses'])).toBe(
    `This subject has no results at C1D1 with a usable date, and the vitals are not mirrored yet, so there is nothing to count days from.${shown}`,
  );
  expect(unanchoredWords({ kind: 'reference' }, [])).toBe(
    `This subject has no imported reference date, so there is nothing to count days from.${shown}`,
  );
});
