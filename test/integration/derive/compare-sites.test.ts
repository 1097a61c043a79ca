import { describe, expect, test } from 'vitest';
import {
  comparisonQuestion,
  comparisonTitle,
  comparisonsSentence,
  shareText,
  sitesSentence,
} from '../../../src/shared/derive/site-comparison-words.ts';
import { isWeekend } from '../../../src/shared/derive/site-work.ts';
import { compareSimulated, simulatedRates, type Planted } from '../../unit/derive/simulated-sites.ts';

/** More studies are simulated by `npm run campaign -- site-looks`. */
const [honest, dishonest] = [150, 12];

test('raises a question in at most 6 % of honest studies', () => {
  expect(simulatedRates({ studies: honest, seed: 7, planted: 'nothing', kinds: [] }).any).toBeLessThanOrEqual(0.06);
}, 60_000);

test.each([
  ['heaping', ['digits']],
  ['copying', ['spread', 'repeats']],
  ['weekends', ['weekends']],
  ['corrections', ['late']],
] as const satisfies readonly (readonly [Planted, readonly string[]])[])(
  'finds what is planted in at least 90 % of studies: %s',
  (planted, kinds) => {
    expect(simulatedRates({ studies: dishonest, seed: 7, planted, kinds }).found).toBeGreaterThanOrEqual(0.9);
  },
  60_000,
);

test('a question names the site, what differs and a plain reason, and has the planted digits', () => {
  const asked = compareSimulated(3, 'heaping').find(({ isAsked, kind, site }) => isAsked && kind === 'digits' && site === '0');
  if (asked === undefined) throw new Error('Nothing is asked.');
  expect(asked).toMatchObject({ site: '0', digits: [0, 5], unit: null });
  expect(asked.share).toBeGreaterThan(asked.others);
  expect(comparisonTitle(asked)).toBe('Last digits of blood pressures');
  const question = 'Do the blood pressures of site 0 end in 0 or 5 more often because a manual cuff is used there?';
  expect(comparisonQuestion(asked, { kind: 'prefix', characters: 1 })).toBe(question);
  expect(shareText(asked, asked.share)).toMatch(/^\d\d\.\d %$/);
});

describe('sentences', () => {
  test('name how sites are distinguished, and say if nothing distinguishes them', () => {
    const found = { from: { kind: 'performer' } as const, sites: 1, example: 'Performer group 1', subjects: 9, without: 1 };
    expect(sitesSentence(found, 'Subject filter: 9 of 40 subjects')).toBe(
      'The subject numbers do not identify a site. Sites are distinguished by who performed most of a subject’s labs and vital signs; that person’s name is not shown: 1 site of 9 subjects (Subject filter: 9 of 40 subjects), 1 subject without one. With fewer than two sites nothing is compared.',
    );
    expect(sitesSentence({ ...found, from: { kind: 'none' } }, null)).toMatch(/^Neither .* Nothing is compared\.$/);
  });

  test('say that late changes are not compared while the ledger has only a first load', () => {
    expect(comparisonsSentence({ looks: [], tooFew: 1, isLedgerKnown: false })).toContain('Late changes are not compared');
    expect(comparisonsSentence({ looks: [], tooFew: 1, isLedgerKnown: true })).not.toContain('Late changes');
    expect(comparisonsSentence({ looks: [], tooFew: 1, isLedgerKnown: true })).toContain(
      'if no site differs, at most 5 in 100 studies get any question',
    );
  });
});

test('recognises Saturdays and Sundays, also before 1970', () => {
  const day = (text: string): number => Date.parse(text) / 86_400_000;
  const days = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '1969-12-28', '1969-12-29'];
  expect(days.map((one) => isWeekend(day(one)))).toEqual([false, true, true, false, true, false]);
});
