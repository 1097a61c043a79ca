import { describe, expect, test } from 'vitest';
import type { Compared } from '../../../src/shared/derive/site-comparison.ts';
import { spreadComparison } from '../../../src/shared/derive/site-spread.ts';
import { logVarianceBias, successiveFreedom } from '../../../src/shared/statistics/log-variance.ts';
import { SiteWork, type SiteSeries } from '../../../src/shared/derive/site-work.ts';

const weights: SiteSeries = { group: 'weight', test: 'WEIGHT', unit: 'kg', unitSent: 'kg' };

/** The spread of the weights of subjects who have these, day by day. */
function spreadOf(...subjects: readonly (readonly number[])[]): Compared {
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  for (const [at, values] of subjects.entries())
    for (const [day, value] of values.entries())
      work.take({ subject: String(at), dataset: 'vitals', series: weights, value, digits: null, day, row: day });
  return spreadComparison([...work.subjects], 'weight');
}

const usual = [80, 82, 80, 82];
const even = [80, 80, 80, 80];

describe('the spread of a series', () => {
  test('counts for six subjects with four values each', () => {
    expect(spreadOf(...Array.from({ length: 6 }, () => usual))).toMatchObject({
      subjects: ['0', '1', '2', '3', '4', '5'],
      records: [4, 4, 4, 4, 4, 4],
    });
  });

  test.each([
    ['five subjects', Array.from({ length: 5 }, () => usual)],
    ['six subjects if one has only three values', [...Array.from({ length: 5 }, () => usual), [80, 82, 80]]],
    ['numbers that are mostly equal', [...Array.from({ length: 4 }, () => even), usual, usual]],
    ['no one', []],
  ])('says nothing of %s', (_what, subjects) => {
    expect(spreadOf(...subjects)).toMatchObject({ subjects: [], records: [] });
  });

  test('does not include a subject with three values', () => {
    expect(spreadOf([80, 82, 80], ...Array.from({ length: 6 }, () => usual)).subjects).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  test('of another group is not included', () => {
    const work = new SiteWork({ lastDue: null, changedAt: () => null });
    for (let subject = 0; subject < 6; subject++)
      for (const [day, value] of usual.entries())
        work.take({ subject: String(subject), dataset: 'vitals', series: weights, value, digits: null, day, row: day });
    expect(spreadComparison([...work.subjects], 'pulse').subjects).toEqual([]);
  });
});

describe('a subject whose numbers are all equal', () => {
  const { comparing } = spreadOf(even, ...Array.from({ length: 6 }, () => usual));

  test('has a hundredth of the usual spread', () => {
    const { share, others, digits } = comparing(1).shown([0]);
    expect(share).toBeCloseTo(0.01 ** (3 / 7), 12);
    expect(others).toBeCloseTo(0.01 ** (-1 / 14), 12);
    expect(digits).toEqual([]);
  });

  test('differs from the others by the logarithm of a hundred', () => {
    expect(comparing(1).measure(Int32Array.of(0))).toBeCloseTo(Math.log(100), 12);
    expect(comparing(1).measure(Int32Array.of(1, 0))).toBeCloseTo(-Math.log(100) / 6, 12);
  });
});

test('a subject with more values is corrected for its degrees of freedom', () => {
  const { records, comparing } = spreadOf([...usual, ...usual], ...Array.from({ length: 6 }, () => usual));
  const biasOf = (values: number): number => logVarianceBias(successiveFreedom(values));
  expect(records[0]).toBe(8);
  expect(comparing(1).shown([0]).share).toBeCloseTo(Math.exp((3 / 7) * (biasOf(4) - biasOf(8))), 12);
});

test('the spreads of several series are averaged, in the order of the subjects', () => {
  const pressure = (test: string): SiteSeries => ({ group: 'pressure', test, unit: 'mm[Hg]', unitSent: 'mmHg' });
  const [systolic, diastolic] = [pressure('SYSBP'), pressure('DIABP')];
  const work = new SiteWork({ lastDue: null, changedAt: () => null });
  for (let subject = 0; subject < 7; subject++)
    for (const series of [systolic, diastolic].filter((_, at) => subject > 1 || subject === at))
      for (const [day, value] of (subject === 2 && series === systolic ? even : usual).entries())
        work.take({ subject: String(subject), dataset: 'vitals', series, value, digits: null, day, row: day });
  const { subjects, records, comparing } = spreadComparison([...work.subjects], 'pressure');
  expect(subjects).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  expect(records).toEqual([4, 4, 8, 8, 8, 8, 8]);
  // Of six subjects one has a hundredth of the spread, in one of its two series.
  expect(comparing(1).shown([2]).share).toBeCloseTo(0.01 ** (5 / 6 / 2 / 2), 12);
});
