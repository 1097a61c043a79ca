import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorKind, anchorVisit, isSameAnchorVisit, isSameVisit } from '../../../src/shared/derive/anchor-visits.ts';
import { shortLabels } from '../../../src/shared/derive/visit-labels.ts';
import { asDecided, compareVisits, orderVisits, type VisitDate } from '../../../src/shared/derive/visit-order.ts';
import { hasUncertainSign, isUnscheduled, visitWords } from '../../../src/shared/derive/visit-words.ts';

describe('the words of visits', () => {
  test.each([
    ['C2D1', ['cycle', 2, 'day', 1]],
    ['CYCLE 02, DAY 1', ['cycle', 2, 'day', 1]],
    ['Cycle Two Day 1', ['cycle', 2, 'day', 1]],
    ['UNSCHEDULED 3.1', ['unscheduled', 3, 1]],
    ['Unsch. 3.10', ['unscheduled', 3, 10]],
    ['Day -7', ['day', -7]],
    ['Screening (-28 to -1)', ['screening', -28, 'to', -1]],
    ['WK12', ['week', 12]],
    ['Follow-up 30 days', ['followup', 30, 'day']],
    ['End of Treatment', ['endoftreatment']],
    ['V3', ['visit', 3]],
    ['Vitamin C', ['vitamin', 'c']],
    ['Day-7', ['day', '-', 7]],
    ['C1D-7', ['cycle', 1, 'day', '-', 7]],
    ['W – 2', ['week', '-', 2]],
    ['Day\u20117', ['day', '-', 7]],
    ['Day \u20117', ['day', -7]],
    ['Day\u22127', ['day', -7]],
    ['Cycle-1 Day-1', ['cycle', 1, 'day', 1]],
    ['C1-D1', ['cycle', 1, 'day', 1]],
    ['Visit-3', ['visit', 3]],
  ])('%s', (visit, words) => {
    expect(visitWords(visit)).toEqual(words);
  });

  test.each(['UNSCHEDULED 3.1', 'Unscheduled', 'Uns 2', 'UNPLANNED VISIT', 'Non-scheduled 4', 'unsched'])('%s is unscheduled', (visit) => {
    expect(isUnscheduled(visit)).toBe(true);
  });

  test.each(['SCREENING 1', 'AMBUL ECG REMOVAL', 'SCHEDULED 2', 'C1D1'])('%s is planned', (visit) => {
    expect(isUnscheduled(visit)).toBe(false);
  });
});

describe('a hyphen that may be a minus sign', () => {
  test.each(['Day-1', 'D-1', 'C1D-1', 'DAY - 1', 'Week-1', 'Screening (D-28 to D-1)'])('%s', (visit) => {
    expect(hasUncertainSign(visit)).toBe(true);
    expect(anchorKind(visit)).toBeNull();
  });

  test.each(['Day 1', 'Day -1', 'Cycle-1 Day-1', 'C-1 D-1', 'Visit-1', 'Cycle 1 - Day 1', 'Week 1 - 7'])('not in %s', (visit) => {
    expect(hasUncertainSign(visit)).toBe(false);
  });

  test('keeps two visits apart', () => {
    expect(isSameVisit('Day-7', 'Day 7')).toBe(false);
    expect(isSameVisit('D-1', 'D1')).toBe(false);
    expect(isSameAnchorVisit('Day-1', 'Day 1')).toBe(false);
    expect(isSameVisit('Day-7', 'D-7')).toBe(true);
    expect(isSameVisit('Cycle-1 Day-1', 'C1D1')).toBe(true);
  });

  test('leaves the order to the dates', () => {
    const negative = ['D-7', 'D-1', 'D1', 'D7'];
    expect(names(negative.map((visit, place) => at('1', visit, place)).toReversed())).toEqual(negative);
    const separated = ['Day-1', 'Day-8', 'Day-15'];
    expect(names(separated.map((visit, place) => at('1', visit, place)).toReversed())).toEqual(separated);
  });
});

const day = (days: number): number => days * 86_400_000;
const at = (subject: string, visit: string, days: number | null): VisitDate => ({
  subject,
  visit,
  first: days === null ? null : day(days),
});
const names = (dates: readonly VisitDate[]): readonly string[] => orderVisits(dates).map(({ visit }) => visit);

describe('the order of visits', () => {
  const expected = [
    ...['SCREENING 1', 'SCREENING 2', 'BASELINE', 'UNSCHEDULED 3.1', 'AMBUL ECG PLACEMENT', 'WEEK 2', 'WEEK 4', 'UNSCHEDULED 5.1'],
    ...['AMBUL ECG REMOVAL', 'WEEK 8', 'WEEK 10', 'EOT', 'Follow-up 30 days', 'Follow-up 100 days'],
  ];

  test('follows the dates of most subjects, and for unscheduled visits those of their own subjects', () => {
    const ofSubject = (subject: string, start: number): readonly VisitDate[] =>
      expected.map((visit, place) => at(subject, visit, start + 7 * place));
    const few = (dates: readonly VisitDate[]): readonly VisitDate[] => dates.filter(({ visit }) => !isUnscheduled(visit));
    const dates = [
      ...ofSubject('1', 0),
      ...few(ofSubject('2', 400)),
      ...few(ofSubject('3', 90)),
      at('4', 'WEEK 4', 3000),
      at('4', 'WEEK 8', 1),
    ];
    expect(names(dates.toReversed())).toEqual(expected);
  });

  test('is that of the numbers within a kind, whatever the dates', () => {
    expect(names([at('1', 'WEEK 10', 0), at('1', 'WEEK 2', 9), at('1', 'EOT', 20)])).toEqual(['WEEK 2', 'WEEK 10', 'EOT']);
    expect(names(['C10D1', 'C2D15', 'C2D1', 'Cycle 1 Day 1'].map((visit) => at('1', visit, null)))).toEqual([
      ...['Cycle 1 Day 1', 'C2D1', 'C2D15', 'C10D1'],
    ]);
  });

  test('follows the words if there are no dates', () => {
    const undated = ['EOS', 'EOT', 'Follow-up 30 days', 'WEEK 10', 'WEEK 2', 'Baseline', 'Screening'];
    expect(names(undated.map((visit) => at('1', visit, null)))).toEqual([
      ...['Screening', 'Baseline', 'WEEK 2', 'WEEK 10', 'EOT', 'Follow-up 30 days', 'EOS'],
    ]);
  });

  test('puts a visit without a date after the one with the preceding number', () => {
    expect(names([at('1', 'WEEK 2', 0), at('1', 'WEEK 6', 20), at('1', 'EOT', 40), at('1', 'WEEK 4', null)])).toEqual([
      ...['WEEK 2', 'WEEK 4', 'WEEK 6', 'EOT'],
    ]);
  });

  test('has every visit once, whatever the order of the dates', () => {
    const visit = fc.constantFrom('SCR', 'WEEK 2', 'Week 10', 'UNS 1.1', 'UNS 2.1', 'EOT', 'C1D1', '', '??');
    const dates = fc.uniqueArray(
      fc.record({
        subject: fc.constantFrom('1', '2', '3'),
        visit,
        first: fc.option(fc.integer({ min: 0, max: 9 }).map(day), { nil: null }),
      }),
      { selector: (one) => `${one.subject} ${one.visit}` },
    );
    fc.assert(
      fc.property(dates, (given) => {
        const ordered = names(given);
        expect(ordered.toSorted()).toEqual([...new Set(given.map((one) => one.visit))].sort());
        expect(names(given.toReversed())).toEqual(ordered);
      }),
    );
  });

  test('gives way to one that a person decided on; visits added since follow their neighbour', () => {
    expect(asDecided(['A', 'B', 'C', 'D'], ['C', 'A', 'gone'])).toEqual(['C', 'D', 'A', 'B']);
    expect(asDecided(['A', 'B'], [])).toEqual(['A', 'B']);
  });

  test('compares numbers in names as numbers', () => {
    expect(compareVisits('UNSCHEDULED 3.2', 'UNSCHEDULED 3.10')).toBeLessThan(0);
    expect(compareVisits('Day -7', 'Day -1')).toBeLessThan(0);
  });
});

describe('very many visits, as in a study with a name of its own for each record', () => {
  const hour = 3_600_000;

  test('without dates come last, ordered by their names', () => {
    const dates = Array.from({ length: 6000 }, (_, n) => ({ subject: 'S', visit: `Visit ${String(6000 - n)}`, first: null }));
    const ordered = orderVisits([{ subject: 'S', visit: 'Week 1', first: 0 }, ...dates]).map(({ visit }) => visit);
    expect([ordered.length, ...ordered.slice(0, 3), ordered.at(-1)]).toEqual([6001, 'Week 1', 'Visit 1', 'Visit 2', 'Visit 6000']);
  });

  // Each takes a tenth of a second; the limit of CPU time catches what compares all unscheduled visits of a subject with each other.
  test('all but one of them unscheduled, are placed around the planned one by their own dates', () => {
    const dates = Array.from({ length: 20_000 }, (_, day) => ({ subject: '1', visit: `Unscheduled ${String(day)}`, first: day * hour }));
    const before = process.threadCpuUsage();
    const ordered = orderVisits([...dates, { subject: '1', visit: 'Baseline', first: 9.5 * hour }]).map(({ visit }) => visit);
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
    expect(ordered.slice(9, 12)).toEqual(['Unscheduled 9', 'Baseline', 'Unscheduled 10']);
    expect(ordered).toHaveLength(20_001);
  });

  test('with names of a megabyte, are not divided into words', () => {
    const visits = Array.from({ length: 60 }, (_, at) => 'a 1 '.repeat(262_144 - at));
    const before = process.threadCpuUsage();
    const ordered = orderVisits(visits.map((visit) => ({ subject: '1', visit, first: null })));
    expect(process.threadCpuUsage(before).user).toBeLessThan(3_000_000);
    expect(new Set(ordered.map(({ visit }) => visit))).toEqual(new Set(visits));
  });

  test('half of them unscheduled, are ordered by their days', () => {
    const dates = Array.from({ length: 24_000 }, (_, n) => ({
      subject: `S${String(n % 50)}`,
      visit: n % 2 === 0 ? `Call ${String(n)}` : `Unscheduled ${String(n)}`,
      first: n * hour,
    }));
    expect(orderVisits(dates)).toHaveLength(24_000);
  });
});

describe('shortened labels', () => {
  test.each([
    ['UNSCHEDULED 3.1', 8, 'UNS 3.1'],
    ['SCREENING 1', 8, 'SCR 1'],
    ['Cycle 12 Day 15', 8, 'C12D15'],
    ['WEEK 2', 8, 'WEEK 2'],
    ['AMBUL ECG PLACEMENT', 16, 'AMBUL…PLACEMENT'],
    ['AMBUL ECG REMOVAL', 16, 'AMBUL EC…REMOVAL'],
  ])('%s in %i characters', (visit, longest, label) => {
    expect(shortLabels([visit], longest).get(visit)).toBe(label);
  });

  test('keep what distinguishes them', () => {
    const visits = ['AMBUL ECG PLACEMENT', 'AMBUL ECG REMOVAL', 'UNSCHEDULED 3.1', 'UNSCHEDULED 13.1', 'UNSCHEDULED 3.10'];
    const labels = [...shortLabels(visits, 10).values()];
    expect(labels).toEqual(['AMBUL…MENT', 'AM…REMOVAL', 'UNS 3.1', 'UNS 13.1', 'UNS 3.10']);
  });

  test.each<[string, (at: number) => string]>([
    ['that differ after a long beginning', (at) => `${'x'.repeat(300)}${String(at)}${'y'.repeat(300)}`],
    ['that differ only where none is shown', (at) => `${'x'.repeat(at % 2 === 0 ? 100 : 90)}${String(at)}${'y'.repeat(300)}`],
  ])('of 6,000 names %s are made at once', (_what, nameOf) => {
    const before = process.threadCpuUsage();
    const labels = shortLabels(
      Array.from({ length: 6000 }, (_, at) => nameOf(at)),
      16,
    );
    // A tenth of a second; comparing each name with all others takes minutes.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
    expect(new Set(labels.values()).size).toBe(6000);
  });

  test('are unique and never longer than the room for them', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 30 }),
        fc.integer({ min: 6, max: 20 }),
        (visits, room) => {
          const labels = shortLabels(visits, room);
          expect(new Set(labels.values()).size).toBe(visits.length);
          for (const label of labels.values()) expect(label.length).toBeLessThanOrEqual(room);
        },
      ),
    );
  });
});

describe('the first visit of treatment', () => {
  test.each([
    ...['C1D1', 'Cycle 1 Day 1', 'CYCLE 1 DAY 1', 'Cycle 01, Day 01 (pre-dose)', 'CYC 1 D 1', 'cycle1day1', 'Cycle One Day One', 'C1W1D1'],
    ...['Baseline', 'BASELINE', 'Baseline Visit', 'BL', 'Visit 2 (Baseline)', 'Day 1', 'DAY 1', 'Study Day 1', 'D1', 'Day 1 / Baseline'],
    ...[
      'WEEK 0',
      'Wk 0',
      'RANDOMIZATION',
      'Randomisation',
      'Randomized',
      'Day 0',
      'First Dose',
      'Period 1 Day 1',
      'Cycle 1',
      'V3 Randomization',
    ],
  ])('%s is one', (visit) => {
    expect(anchorKind(visit)).not.toBeNull();
  });

  test.each([
    ...[
      'C2D1',
      'C1D15',
      'Cycle 11 Day 1',
      'Follow-up Day 1',
      'Screening Day 1',
      'Period 2 Day 1',
      'WEEK 2',
      'Day 15',
      'Day -1',
      'UNSCHEDULED 1.1',
    ],
    ...['SCREENING 1', 'End of Baseline', 'Cycle 1 Day 8', 'C1D1 C2D1', 'Extension Baseline', '', 'Day 10'],
  ])('%s is none', (visit) => {
    expect(anchorKind(visit)).toBeNull();
  });

  test('is recognised as the same visit in any spelling', () => {
    expect(isSameVisit('C1D1', 'CYCLE 01 DAY 1')).toBe(true);
    expect(isSameVisit('WEEK 2', 'Wk2')).toBe(true);
    expect(isSameVisit('Day 1', 'Baseline')).toBe(false);
    expect(isSameVisit('UNSCHEDULED 3.1', 'UNSCHEDULED 31')).toBe(false);
    expect(isSameVisit('??', '!!')).toBe(false);
    expect(isSameVisit('Visit 2 Baseline', 'BASELINE')).toBe(true);
  });

  test.each([
    ['Day 1 Hour 2', 'Day 1 Hour 4'],
    ['Day 1', 'Day 1 Hour 4'],
    ['Visit 2 Baseline', 'Visit 3 Baseline'],
  ])('%s and %s are on the same day but are two visits', (left, right) => {
    expect(isSameAnchorVisit(left, right)).toBe(true);
    expect(isSameVisit(left, right)).toBe(false);
    expect(isSameVisit(right, left)).toBe(false);
  });

  const visits = (of: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(Object.entries(of).map(([visit, subjects]) => [visit, new Set(subjects)]));

  test('is used if at least half of the subjects have it, counting all its spellings', () => {
    const known = visits({ C1D1: ['1'], 'Cycle 1 Day 1': ['2', '3'], Screening: ['1', '2', '3', '4', '5', '6'] });
    expect(anchorVisit(known, 6)).toEqual({ visit: 'Cycle 1 Day 1', subjects: 3 });
    expect(anchorVisit(known, 7)).toBeNull();
  });

  test('is the most certain one that half of the subjects have', () => {
    expect(anchorVisit(visits({ C1D1: ['1'], Baseline: ['1', '2', '3'] }), 4)).toEqual({ visit: 'Baseline', subjects: 3 });
    expect(anchorVisit(visits({ Baseline: ['1', '2'], 'Day 1': ['1', '2'] }), 4)).toEqual({ visit: 'Day 1', subjects: 2 });
    expect(anchorVisit(new Map(), 0)).toBeNull();
  });
});
