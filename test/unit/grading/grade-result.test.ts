import { describe, expect, test } from 'vitest';
import { criteria } from '../../../src/shared/grading/criteria.ts';
import { testsByBaseline, type GradeBaseline } from '../../../src/shared/grading/grade-result.ts';
import { ctcaeVersions } from '../../../src/shared/terms/term-kinds.ts';
import { standardUnitOf } from '../../../src/shared/units/standard-units.ts';
import { graded } from './graded.ts';

const uL = { unit: 'U/L', range: '7 - 50' };
const alt = { code: 'ALT', ...uL };
const normal: GradeBaseline = { value: 30, flag: 'NORMAL' };
const high: GradeBaseline = { value: 100, flag: 'HIGH' };

describe('grades by multiples of the limit of the result’s own range', () => {
  test.each([
    ['50', '-/0'],
    ['50.1', '-/1'],
    ['150', '-/1'],
    ['151', '-/2'],
    ['250', '-/2'],
    ['251', '-/3'],
    ['1000', '-/3'],
    ['1000.1', '-/4'],
  ])('ALT %s with an upper limit of 50 by 4.03: %s', (result, expected) => {
    expect(graded({ ...alt, result }, '4.03')).toBe(expected);
  });

  test('multiples are compared as decimals: 0.6 is not beyond 3 × 0.2', () => {
    expect(graded({ code: 'BILI', result: '0.6', unit: 'mg/dL', range: '0.1 - 0.2' }, '4.03')).toBe('-/2');
    expect(graded({ code: 'BILI', result: '0.61', unit: 'mg/dL', range: '0.1 - 0.2' }, '4.03')).toBe('-/3');
  });
});

describe('grades by absolute numbers, in the study’s unit system', () => {
  test.each([
    ['HGB', '12', 'g/dL', '12 - 16', '4.03', 'SI', '0/0'],
    ['HGB', '11.9', 'g/dL', '12 - 16', '4.03', 'SI', '1/0'],
    ['HGB', '99', 'g/L', '120 - 160', '5.0', 'conventional', '2/0'],
    ['HGB', '7.9', 'g/dL', '12 - 16', '6.0', 'conventional', '3/0'],
    ['HGB', '18.1', 'g/dL', '12 - 16', '5.0', 'SI', '0/2'],
    ['HGB', '20.1', 'g/dL', '12 - 16', '5.0', 'conventional', '0/3'],
    ['PLAT', '74', 'K/uL', '150 - 400', '5.0', 'SI', '2/-'],
    ['PLAT', '74000', '/uL', '150000 - 400000', '5.0', 'SI', '2/-'],
    ['PLAT', '24', '10*9/L', '150 - 400', '5.0', 'SI', '4/-'],
    ['PLAT', '24', '10*9/L', '150 - 400', '6.0', 'SI', '3/-'],
    ['PLAT', '9', '10*9/L', '150 - 400', '6.0', 'SI', '4/-'],
    ['NEUT', '1.4', '10*9/L', '1.3 - 6', '6.0', 'SI', '1/-'],
    ['NEUT', '1.4', '10*9/L', '1.3 - 6', '5.0', 'SI', '2/-'],
    ['K', '3.2', 'mmol/L', '3.5 - 5.1', '5.0', 'SI', '2/0'],
    ['K', '6.1', 'mEq/L', '3.5 - 5.1', '5.0', 'SI', '0/3'],
    ['SODIUM', '129.5', 'mmol/L', '135 - 145', '4.03', 'SI', '3/0'],
    ['SODIUM', '129.5', 'mmol/L', '135 - 145', '5.0', 'SI', '1/0'],
    ['GLUC', '260', 'mg/dL', '70 - 99', '4.03', 'SI', '0/3'],
    ['GLUC', '260', 'mg/dL', '70 - 99', '5.0', 'SI', '0/clinical'],
    ['CREATCLR', '49', 'mL/min', '90 - 140', '6.0', 'SI', '2/-'],
    ['CREATCLR', '25', 'mL/min', '90 - 140', '6.0', 'conventional', '3/-'],
    ['URATE', '8', 'mg/dL', '3 - 7', '5.0', 'SI', '-/3'],
    ['TRIG', '1.70', 'mmol/L', '0.4 - 1.7', '5.0', 'SI', '-/0'],
    ['TRIG', '1.71', 'mmol/L', '0.4 - 1.7', '5.0', 'SI', '-/1'],
    ['TRIG', '150', 'mg/dL', '40 - 149', '4.03', 'conventional', '-/1'],
    ['TRIG', '3.42', 'mmol/L', '0.4 - 1.7', '6.0', 'SI', '-/1'],
    ['TRIG', '3.43', 'mmol/L', '0.4 - 1.7', '6.0', 'SI', '-/2'],
  ] as const)('%s %s %s (%s) by %s in %s units: %s', (code, result, unit, range, version, system, expected) => {
    expect(graded({ code, result, unit, range }, version, system)).toBe(expected);
  });
});

describe('grades by the baseline', () => {
  test.each([
    ['5.0', 'normal', '151', normal, '2'],
    ['5.0', 'high', '149', high, '0'],
    ['5.0', 'high', '150', high, '1'],
    ['5.0', 'high', '301', high, '2'],
    ['5.0', 'high', '501', high, '3'],
    ['6.0', 'high', '100', high, '1'],
    ['6.0', 'high', '99', high, '0'],
    ['6.0', 'high', '401', high, '4'],
    ['4.03', 'high', '151', high, '2'],
  ] as const)('ALT by %s where the baseline is %s: %s', (version, _, result, baseline, expected) => {
    expect(graded({ ...alt, result, baseline }, version)).toBe(`-/${expected}`);
  });

  test('a baseline is needed only beyond the range, and not by 4.03', () => {
    expect(graded({ ...alt, result: '50' }, '5.0')).toBe('-/0');
    expect(graded({ ...alt, result: '51' }, '5.0')).toBe('-/baseline');
    expect(graded({ ...alt, result: '51' }, '4.03')).toBe('-/1');
  });

  test('creatinine is graded by the limit or by the baseline, whichever is worse', () => {
    const creatinine = { code: 'CREAT', unit: 'mg/dL', range: '0.6 - 1.2' };
    const baseline: GradeBaseline = { value: 0.5 * 88.402, flag: 'LOW' };
    expect(graded({ ...creatinine, result: '0.8', baseline }, '4.03')).toBe('-/2');
    expect(graded({ ...creatinine, result: '0.8', baseline }, '5.0')).toBe('-/2');
    expect(graded({ ...creatinine, result: '1.0', baseline }, '6.0')).toBe('-/2');
    expect(graded({ ...creatinine, result: '0.8', baseline: { ...baseline, flag: 'NORMAL' } }, '6.0')).toBe('-/0');
    expect(graded({ ...creatinine, result: '0.8' }, '4.03')).toBe('-/baseline');
  });

  test('creatinine within its range has grade 0 by 6.0 unless the baseline is known to lie below the range', () => {
    const creatinine = { code: 'CREAT', unit: 'umol/L', range: '62 - 106', result: '100' };
    expect(graded({ ...creatinine, baseline: { value: 50, flag: 'LOW' } }, '6.0')).toBe('-/2');
    expect(graded({ ...creatinine, baseline: { value: 50, flag: null } }, '6.0')).toBe('-/0');
    expect(graded(creatinine, '6.0')).toBe('-/0');
    expect(graded({ ...creatinine, result: '107' }, '6.0')).toBe('-/baseline');
  });

  test('GGT of twice a high baseline has grade 1 by 5.0', () => {
    expect(graded({ code: 'GGT', ...uL, result: '200', baseline: high }, '5.0')).toBe('-/1');
    expect(graded({ code: 'GGT', ...uL, result: '199', baseline: high }, '5.0')).toBe('-/0');
  });

  test.each(['5.0', '6.0'] as const)('eosinophilia by %s must exceed both the limit and the baseline', (version) => {
    const eosinophils = { code: 'EOS', unit: '10*9/L', range: '0 - 0.5', baseline: { value: 0.7, flag: 'HIGH' } as const };
    expect(graded({ ...eosinophils, result: '0.8' }, version)).toBe('-/1');
    expect(graded({ ...eosinophils, result: '0.7' }, version)).toBe('-/0');
    expect(graded({ code: 'EOS', unit: '10*9/L', range: '0 - 0.5', result: '0.5' }, version)).toBe('-/0');
    expect(graded({ code: 'EOS', unit: '10*9/L', range: '0 - 0.5', result: '0.6' }, version)).toBe('-/baseline');
    expect(graded({ ...eosinophils, result: '0.8' }, '4.03')).toBe('-/-');
  });

  test('increased hemoglobin is counted from a baseline above the range (4.03)', () => {
    const hemoglobin = { code: 'HGB', unit: 'g/dL', range: '12 - 16' };
    const standard = standardUnitOf('HGB', 'SI') === 'mmol/L' ? 17 * 0.6206 : 170;
    expect(graded({ ...hemoglobin, result: '18.5', baseline: { value: standard, flag: 'HIGH' } }, '4.03')).toBe('0/1');
    expect(graded({ ...hemoglobin, result: '18.5', baseline: { value: standard, flag: 'NORMAL' } }, '4.03')).toBe('0/2');
  });

  test.each([
    ['16', 'g/dL', '12 - 16', '0/0'],
    ['16.1', 'g/dL', '12 - 16', '0/1'],
    ['18', 'g/dL', '12 - 16', '0/1'],
    ['18.1', 'g/dL', '12 - 16', '0/2'],
    ['20', 'g/dL', '12 - 16', '0/2'],
    ['20.1', 'g/dL', '12 - 16', '0/3'],
    ['200', 'g/L', '120 - 160', '0/2'],
    ['201', 'g/L', '120 - 160', '0/3'],
    ['20.1', '', '12 - 16', 'unit/unit'],
    ['20.1', 'U/L', '12 - 16', 'unit/unit'],
    ['20.1', 'g/dL', '', 'range/range'],
  ])('increased hemoglobin is counted in grams above the limit since 5.0: %s %s of %s is %s', (result, unit, range, grade) => {
    for (const version of ['5.0', '6.0'] as const)
      for (const system of ['SI', 'conventional'] as const)
        expect(graded({ code: 'HGB', result, unit, range }, version, system)).toBe(grade);
  });

  test.each([
    ['17', '0/0'],
    ['17.1', '0/1'],
    ['19', '0/1'],
    ['19.1', '0/2'],
    ['21', '0/2'],
    ['21.1', '0/3'],
  ])('above a high baseline of 17 g/dL, hemoglobin of %s g/dL is %s by 4.03', (result, grade) => {
    const hemoglobin = { code: 'HGB', unit: 'g/dL', range: '12 - 16', result };
    expect(graded({ ...hemoglobin, baseline: { value: 17, flag: 'HIGH' } }, '4.03', 'conventional')).toBe(grade);
  });

  test.each([
    ['16', '0/0'],
    ['16.1', '0/baseline'],
  ])('without a baseline, hemoglobin of %s g/dL is %s by 4.03', (result, grade) => {
    expect(graded({ code: 'HGB', unit: 'g/dL', range: '12 - 16', result }, '4.03', 'conventional')).toBe(grade);
  });

  test('fibrinogen: since 5.0 a decrease from baseline counts only below the limit', () => {
    const fibrinogen = { code: 'FIBRINO', unit: 'g/L', range: '2 - 4', baseline: { value: 6, flag: 'HIGH' } as const };
    expect(graded({ ...fibrinogen, result: '2.5' }, '4.03')).toBe('3/-');
    expect(graded({ ...fibrinogen, result: '2.5' }, '5.0')).toBe('0/-');
    expect(graded({ ...fibrinogen, result: '1.9' }, '5.0')).toBe('3/-');
    expect(graded({ ...fibrinogen, result: '0.4' }, '5.0')).toBe('4/-');
  });
});

describe('a result without a grade states the reason', () => {
  test.each([
    [{ ...alt, result: 'haemolysed' }, 'result'],
    [{ code: 'ALT', result: '90', unit: 'U/L' }, 'range'],
    [{ code: 'ALT', result: '90', unit: 'U/L', range: '> 7' }, 'range'],
    [{ code: 'ALT', result: '90', unit: 'U/L', range: '0 - 0' }, 'range'],
    [{ code: 'ALT', result: '90', unit: 'U/L', range: '<= 0' }, 'range'],
    [{ ...alt, result: '>60' }, 'bound'],
    [{ ...alt, result: '<60' }, 'bound'],
    [{ code: 'CHOL', result: '9', unit: 'furlongs', range: '3 - 5' }, 'unit'],
    [{ code: 'CHOL', result: '9', range: '3 - 5' }, 'unit'],
  ])('%j: %s', (sent, why) => {
    expect(graded(sent, '4.03')).toBe(`-/${why}`);
  });

  test('a bound is graded if all of its values have the same grade', () => {
    expect(graded({ ...alt, result: '>1000' }, '4.03')).toBe('-/4');
    expect(graded({ ...alt, result: '>=1000' }, '4.03')).toBe('-/bound');
    expect(graded({ ...alt, result: '<5' }, '4.03')).toBe('-/0');
    // Grade 3 is below 80 g/L: all of the values, or all but the highest.
    expect(graded({ code: 'HGB', result: '<80', unit: 'g/L', range: '120 - 160' }, '4.03')).toBe('3/0');
    expect(graded({ code: 'HGB', result: '<=80', unit: 'g/L', range: '120 - 160' }, '4.03')).toBe('bound/0');
  });

  test('a range that ends at 0 is ignored, while one that begins at 0 is used', () => {
    expect(graded({ code: 'HGB', result: '11', unit: 'g/dL', range: '0 - 0' }, '4.03')).toBe('range/range');
    expect(graded({ code: 'BILI', result: '0.3', unit: 'mg/dL', range: '0 - 0.2' }, '4.03')).toBe('-/1');
    expect(graded({ code: 'ALT', result: '4', unit: 'U/L', range: '0 - 5' }, '4.03')).toBe('-/0');
  });

  test('a severe number needs no range', () => {
    expect(graded({ code: 'HGB', result: '7', unit: 'g/dL' }, '4.03')).toBe('3/range');
    expect(graded({ code: 'HGB', result: '11', unit: 'g/dL' }, '4.03')).toBe('range/range');
  });
});

describe('the criteria as data', () => {
  const all = ctcaeVersions.flatMap((version) => criteria[version].map((criterion) => ({ version, criterion })));

  test('have one criterion per test and direction, steps from the most severe on, and a unit for numbers', () => {
    for (const { version, criterion } of all) {
      for (const code of criterion.tests) {
        const same = criteria[version].filter(({ direction, tests }) => direction === criterion.direction && tests.includes(code));
        expect(same, `${version} ${code} ${criterion.direction}`).toHaveLength(1);
        expect(standardUnitOf(code, 'SI'), code).not.toBeNull();
      }
      for (const steps of [criterion.steps, criterion.abnormal?.steps ?? []]) {
        const grades = steps.map(({ grade }) => grade);
        expect(grades, `${version} ${criterion.term}`).toEqual(grades.toSorted((one, other) => other - one));
      }
      const limits = criterion.steps.flatMap(({ any }) => any);
      if (limits.some((limit) => limit.of === 'number' || 'plus' in limit)) expect(criterion.unit, criterion.term).toBeDefined();
    }
  });

  test('have numbers of about the same amount in both unit systems', () => {
    for (const { version, criterion } of all)
      for (const code of criterion.tests)
        for (const { grade, any } of criterion.steps)
          for (const limit of any) {
            if (limit.of !== 'number' || criterion.unit === undefined) continue;
            const beyond = limit.is.SI * (criterion.direction === 'high' ? 1.1 : 0.9);
            const range = criterion.direction === 'high' ? '0 - 0.000001' : '1000000 - 2000000';
            const sent = {
              code,
              result: String(beyond),
              unit: criterion.unit.SI,
              range,
              baseline: { value: 1e9, flag: 'NORMAL' } as const,
            };
            const bySystem = (['SI', 'conventional'] as const).map((system) =>
              Number(graded(sent, version, system).split('/')[criterion.direction === 'high' ? 1 : 0]),
            );
            for (const one of bySystem) expect(one, `${version} ${criterion.term} ${code} ${String(beyond)}`).toBeGreaterThanOrEqual(grade);
          }
  });

  test('name the tests that need a baseline', () => {
    expect([...testsByBaseline('4.03')].sort()).toEqual(['CREAT', 'FIBRINO', 'HGB', 'INR']);
    expect([...testsByBaseline('5.0')].sort()).toEqual(['ALP', 'ALT', 'AST', 'BILI', 'CREAT', 'EOS', 'FIBRINO', 'GGT', 'INR']);
    expect([...testsByBaseline('6.0')].sort()).toEqual(['ALP', 'ALT', 'AST', 'BILI', 'CREAT', 'EOS', 'FIBRINO', 'GGT', 'INR']);
  });
});
