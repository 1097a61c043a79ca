import { expect, test } from 'vitest';
import { readPreferences } from '../../../src/main/platform/stored-preferences.ts';

const untouched = {
  scheme: 'auto',
  density: 'compact',
  vocabulary: 'plain',
  sync: { onStart: false, everyMinutes: null, staleAfterHours: 168 },
};

test('reads missing or invalid preferences as the defaults', () => {
  expect(readPreferences({})).toEqual(untouched);
  expect(readPreferences({ scheme: 7, density: null, vocabulary: 'latin', sync: { everyMinutes: 1 } })).toEqual(untouched);
});

test('an invalid part does not invalidate the others', () => {
  expect(readPreferences({ scheme: 'dark', density: 12 })).toEqual({ ...untouched, scheme: 'dark' });
});

test('does not read column layouts, which name studies, from the unencrypted file', () => {
  const layouts = { '22-001/labs': { columns: [{ name: 'subject', width: 120, shown: true, pinned: false }] } };
  expect(readPreferences({ layouts })).toEqual(untouched);
});
