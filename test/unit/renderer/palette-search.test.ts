import { IconUser } from '@tabler/icons-react';
import { describe, expect, test } from 'vitest';
import { type PaletteEntry, type PaletteGroup, findEntries } from '../../../src/renderer/app/palette/palette-entry.ts';
import { chartEntries, listingEntries, settingsEntries, testEntries } from '../../../src/renderer/app/palette/palette-places.ts';
import { studiesPlace } from '../../../src/renderer/data/model/place.ts';

const entry = (label: string, says?: string): PaletteEntry => ({
  ...{ id: label, icon: IconUser, label, take: { kind: 'go', place: studiesPlace } },
  ...(says === undefined ? {} : { says }),
});
const tested = (test: string, code: string | null, numbers = 10) => ({ test, code, records: 12, numbers, subjects: 3, units: [] });
const groups: readonly PaletteGroup[] = [
  { title: 'Places', entries: [entry('Overview'), entry('Labs', '12 rows'), entry('Charts', 'waterfall, spider, swimmer')] },
  { title: 'Charts', entries: chartEntries({ study: '22-001' }), onlySearched: true },
  { title: 'Actions', entries: [entry('Export this table'), entry('Export the whole study'), entry('Lock'), entry('Use dark colours')] },
  { title: 'Listings', entries: listingEntries({ study: '22-001' }), onlySearched: true },
  { title: 'Studies', entries: [entry('22-001'), entry('24-006')] },
  { title: 'More places', entries: settingsEntries(studiesPlace) },
  {
    title: 'Tests',
    entries: testEntries('22-001', 'labs', [
      tested('ALT (SGPT)', 'ALT'),
      tested('Total Bilirubin', 'BILI'),
      tested('Colour of urine', 'COLOR', 0),
      tested('Blood sugar', 'GLUC'),
      tested('Antibody titre', 'ABT'),
    ]),
    onlySearched: true,
  },
];
const labels = (typed: string): readonly string[] => findEntries(groups, typed).flatMap(({ entries }) => entries.map(({ label }) => label));

describe('the palette', () => {
  test.each([
    ['waterfall', 'Waterfall'],
    ['liver', 'Liver screen'],
    ['screen liv', 'Liver screen'],
    ['hys law', 'Liver screen'],
    ['ALT', 'ALT (SGPT)'],
    ['gluc', 'Blood sugar'],
    // Matches "Lab trends" only across its two words.
    ['abt', 'Antibody titre'],
    ['sgpt', 'ALT (SGPT)'],
    ['bilirubin total', 'Total Bilirubin'],
    ['bili', 'Total Bilirubin'],
    ['auto-lock', 'Settings, security'],
    ['autolock', 'Settings, security'],
    ['audit', 'Settings, audit trail'],
    ['settings, audit trail', 'Settings, audit trail'],
    ['export', 'Export this table'],
    ['whole export', 'Export the whole study'],
    ['export shifts', 'Export shifts from baseline…'],
    ['lock', 'Lock'],
    ['dark', 'Use dark colours'],
    ['22-001', '22-001'],
    ['labs', 'Labs'],
    ['reconcil', 'Reconciliation'],
  ])('for "%s" lists %s first', (typed, first) => {
    expect(labels(typed)[0]).toBe(first);
  });

  test('requires every word, and lists charts, tests and listings only after something is typed', () => {
    expect(labels('liver nonsense')).toEqual([]);
    expect(labels('')).toEqual(
      groups.filter(({ onlySearched }) => onlySearched !== true).flatMap(({ entries }) => entries.map(({ label }) => label)),
    );
    expect(labels('>lock')).toEqual(['Lock']);
  });

  test('opens the rows of a test that has no numbers', () => {
    const takes = findEntries(groups, 'urine').flatMap(({ entries }) => entries.map(({ take }) => take));
    expect(takes).toEqual([{ kind: 'test', study: '22-001', dataset: 'labs', test: 'Colour of urine', drawn: false }]);
  });
});
