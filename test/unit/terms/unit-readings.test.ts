import { expect, test } from 'vitest';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { unitReadingIn } from '../../../src/shared/terms/unit-readings.ts';

const decided = {
  ...defaultTerms,
  units: [
    { text: 'Einheiten', unit: 'U/L' },
    { text: 'Zauber', unit: 'wizardry' },
    { text: 'mg/dL', unit: 'wizardry' },
  ],
};

test.each([
  ['Einheiten', 'U/L'],
  ['IU/L', 'U/L'],
  ['Zauber', null],
  ['mg/dL', null],
  ['sent', null],
])('%s is read as %s', (text, reading) => {
  expect(unitReadingIn(decided, text, null)).toBe(reading);
});
