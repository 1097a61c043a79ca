import { expect, test } from 'vitest';
import { readPreferences } from '../../../src/main/platform/stored-preferences.ts';

const untouched = {
  scheme: 'auto',
  density: 'compact',
  vocabulary: 'plain',
  sync: { onStart: false, everyMinutes: null, staleAfterHours: 168 },
};

test('nothing kept, or nothing that can be read, gives what a first start has', () => {
  expect(readPreferences({})).toEqual(untouched);
  expect(readPreferences({ scheme: 7, density: null, vocabulary: 'latin', sync: { everyMinutes: 1 } })).toEqual(untouched);
});

test('a part in an unknown shape does not take the others with it', () => {
  expect(readPreferences({ scheme: 'dark', density: 12 })).toEqual({ ...untouched, scheme: 'dark' });
});

test('how columns are arranged, which names studies, is not read from what lies in clear', () => {
  const layouts = { '22-001/labs': { columns: [{ name: 'subject', width: 120, shown: true, pinned: false }] } };
  expect(readPreferences({ layouts })).toEqual(untouched);
});
