import { describe, expect, test } from 'vitest';
import { isWhollyRestored, noCounts } from '../../../src/shared/backup.ts';
import { noNotes, sayExportNotes } from '../../../src/shared/export-notes.ts';
import { sayForeignLinks } from '../../../src/shared/foreign-links.ts';
import { strangeOption } from '../../../src/shared/listings.ts';
import { anchorWords } from '../../../src/shared/protection.ts';
import { dayAfter, endOf, isExpired } from '../../../src/shared/site-pack.ts';
import type { Proof } from '../../../src/shared/status.ts';

test.each([
  [{ kind: 'first-record' }, "the subject's first date in the study"],
  [{ kind: 'baseline' }, 'the baseline assessment'],
  [{ kind: 'reference' }, 'the imported reference date'],
  [{ kind: 'visit', label: 'Week 2' }, 'the first date of visit “Week 2”'],
] as const)('days are counted from %j: %s', (anchor, words) => {
  expect(anchorWords(anchor)).toBe(words);
});

describe('the notes of an export', () => {
  test('say nothing of what did not occur', () => {
    expect(sayExportNotes(noNotes())).toEqual([]);
  });

  test('are one sentence for each kind that did, with its number', () => {
    expect(sayExportNotes({ ...noNotes(), cut: 1, guarded: 2000 })).toEqual([
      '2,000 texts got an apostrophe in front, so that no spreadsheet treats it as a formula.',
      "1 text was cut at the format's limit. CSV and Dataset-JSON keep them in full.",
    ]);
  });
});

describe('links to another address', () => {
  const withLinks = (...pages: readonly number[]): string | null =>
    sayForeignLinks([{ proof: null }, ...pages.map((foreignLinks) => ({ proof: { foreignLinks } as Proof }))]);

  test('are not mentioned if there are none', () => {
    expect([withLinks(), withLinks(0)]).toEqual([null, null]);
  });

  test('are counted over all datasets', () => {
    expect(withLinks(1)).toMatch(/^Links of 1 page name another address, /);
    expect(withLinks(1, 1200)).toMatch(/^Links of 1,201 pages name another address, /);
  });
});

describe('a restore', () => {
  const study = { study: '22-001', history: 'added', added: noCounts(), updated: 0, why: null } as const;
  const vault = { settings: 0, trail: 0, trailLeftOut: null };

  test.each([
    ['if nothing was left out', { studies: [study], vault }, true],
    ['unless part of a study was', { studies: [study, { ...study, why: 'It waits.' }], vault }, false],
    ['unless the audit trail was', { studies: [study], vault: { ...vault, trailLeftOut: 'It is broken.' } }, false],
  ])('is whole %s', (_what, restored, whole) => {
    expect(isWhollyRestored(restored)).toBe(whole);
  });

  test('counts each kind from 0', () => {
    expect(new Set(Object.values(noCounts()))).toEqual(new Set([0]));
  });
});

describe('the last day of a site pack', () => {
  test('ends at midnight in UTC', () => {
    expect(endOf('2026-12-24')).toBe(Date.parse('2026-12-25T00:00:00Z'));
    expect(isExpired('2026-12-24', endOf('2026-12-24') - 1)).toBe(false);
    expect(isExpired('2026-12-24', endOf('2026-12-24'))).toBe(true);
  });

  test('is a number of days after a moment', () => {
    expect(dayAfter(new Date('2026-12-24T23:30:00Z'), 14)).toBe('2027-01-07');
    expect(dayAfter(new Date('2026-12-24T23:30:00Z'), 0)).toBe('2026-12-24');
  });
});

test.each([
  [{ name: 'changes', dataset: 'labs', since: 3 }, null],
  [{ name: 'changes' }, null],
  [{ name: 'changes', dataset: 'labs', tests: ['ALT'] }, 'tests'],
  [{ name: 'changes', visits: [], anchor: null }, 'anchor'],
] as const)('the first option of %j that the listing does not take: %s', (request, option) => {
  expect(strangeOption(request)).toBe(option);
});
