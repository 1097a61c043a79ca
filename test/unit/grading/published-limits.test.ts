import { expect, test } from 'vitest';
import { ctcaeVersions, type CtcaeVersion, type UnitSystem } from '../../../src/shared/terms/term-kinds.ts';
import { graded } from './graded.ts';

const all: readonly CtcaeVersion[] = ctcaeVersions;
const until5: readonly CtcaeVersion[] = ['4.03', '5.0'];
const only4: readonly CtcaeVersion[] = ['4.03'];
type Limit = number | 'limit' | null;
/** The limits as published, where grades 1 to 4 begin; `limit`: that of the range; null: there is no such grade. */
type Published = readonly [
  code: string,
  unit: string,
  range: readonly [low: number, high: number],
  versions: readonly CtcaeVersion[],
  ...beginnings: readonly Limit[],
];

const multiples: readonly Published[] = [
  ['ALT', 'U/L', [10, 100], all, 'limit', 300, 500, 2000],
  ['AST', 'U/L', [10, 100], all, 'limit', 300, 500, 2000],
  ['ALP', 'U/L', [10, 100], until5, 'limit', 250, 500, 2000],
  ['GGT', 'U/L', [10, 100], until5, 'limit', 250, 500, 2000],
  ['BILI', 'umol/L', [10, 100], all, 'limit', 150, 300, 1000],
  ['CREAT', 'umol/L', [10, 100], until5, 'limit', 150, 300, 600],
  ['CK', 'U/L', [10, 100], all, 'limit', 250, 500, 1000],
  ['AMYLASE', 'U/L', [10, 100], all, 'limit', 150, 200, 500],
  ['LIPASET', 'U/L', [10, 100], until5, 'limit', 150, 200, 500],
  ['LDH', 'U/L', [10, 100], ['5.0', '6.0'], 'limit'],
  ['APTT', 's', [10, 100], all, 'limit', 150, 250],
];

const high: readonly Published[] = [
  ['WBC', '10*9/L', [4, 11], all, null, null, 100],
  ['CHOL', 'mmol/L', [3, 5], all, 'limit', 7.75, 10.34, 12.92],
  ['LYM', '10*9/L', [1, 3.5], all, null, 4, 20],
  ['CA', 'mmol/L', [2.1, 2.6], all, 'limit', 2.9, 3.1, 3.4],
  ['CAION', 'mmol/L', [1.1, 1.3], all, 'limit', 1.5, 1.6, 1.8],
  ['K', 'mmol/L', [3.5, 5.1], all, 'limit', 5.5, 6, 7],
  ['MG', 'mmol/L', [0.7, 1], all, 'limit', null, 1.23, 3.3],
  ['SODIUM', 'mmol/L', [135, 145], all, 'limit', 150, 155, 160],
  ['GLUC', 'mmol/L', [4, 6], only4, null, null, 13.9, 27.8],
  ['URATE', 'umol/L', [150, 400], only4, null, null, 'limit', 590],
];

const highConventional: readonly Published[] = [
  ['CHOL', 'mg/dL', [100, 200], all, 'limit', 300, 400, 500],
  ['CA', 'mg/dL', [8.5, 10.5], all, 'limit', 11.5, 12.5, 13.5],
  ['MG', 'mg/dL', [1.7, 2.4], all, 'limit', null, 3, 8],
  ['GLUC', 'mg/dL', [70, 99], only4, null, null, 250, 500],
  ['URATE', 'mg/dL', [3, 7], only4, null, null, 'limit', 10],
];

const low: readonly Published[] = [
  ['HGB', 'g/L', [120, 160], all, 'limit', 100, 80],
  ['CD4', '10*9/L', [0.6, 1.5], all, 'limit', 0.5, 0.2, 0.05],
  ['WBC', '10*9/L', [4, 11], all, 'limit', 3, 2, 1],
  ['ALB', 'g/L', [35, 50], all, 'limit', 30, 20],
  ['CA', 'mmol/L', [2.1, 2.6], all, 'limit', 2, 1.75, 1.5],
  ['CAION', 'mmol/L', [1.1, 1.3], all, 'limit', 1, 0.9, 0.8],
  ['GLUC', 'mmol/L', [4, 6], all, 'limit', 3, 2.2, 1.7],
  ['K', 'mmol/L', [3.5, 5.1], all, null, 'limit', 3, 2.5],
  ['MG', 'mmol/L', [0.7, 1], all, 'limit', 0.5, 0.4, 0.3],
  ['LYM', '10*9/L', [1, 3.5], until5, 'limit', 0.8, 0.5, 0.2],
  ['PLAT', '10*9/L', [150, 400], until5, 'limit', 75, 50, 25],
  ['NEUT', '10*9/L', [2, 7], until5, 'limit', 1.5, 1, 0.5],
  ['SODIUM', 'mmol/L', [135, 145], only4, 'limit', null, 130, 120],
  ['PHOS', 'mmol/L', [0.9, 1.5], only4, 'limit', 0.8, 0.6, 0.3],
  ['HAPTOG', 'g/L', [0.5, 2], all, 'limit'],
];

const lowConventional: readonly Published[] = [
  ['HGB', 'g/dL', [12, 16], all, 'limit', 10, 8],
  ['ALB', 'g/dL', [3.5, 5], all, 'limit', 3, 2],
  ['CA', 'mg/dL', [8.5, 10.5], all, 'limit', 8, 7, 6],
  ['GLUC', 'mg/dL', [70, 99], all, 'limit', 55, 40, 30],
  ['MG', 'mg/dL', [1.7, 2.4], all, 'limit', 1.2, 0.9, 0.7],
  ['PHOS', 'mg/dL', [2.8, 4.5], only4, 'limit', 2.5, 2, 1],
];

/** Each limit, with the grades of a result at it and of one just beyond it. */
function stepsOf(published: readonly Published[], side: 'low' | 'high', system: UnitSystem) {
  return published.flatMap(([code, unit, range, versions, ...beginnings]) =>
    versions.flatMap((version) => {
      let before = 0;
      return beginnings.flatMap((beginning, index) => {
        if (beginning === null) return [];
        const at = beginning === 'limit' ? range[side === 'low' ? 0 : 1] : beginning;
        const step = { code, unit, range: range.join(' - '), version, side, system, at, before, beyond: index + 1 };
        before = index + 1;
        return [step];
      });
    }),
  );
}

test.each([
  ...stepsOf(multiples, 'high', 'SI'),
  ...stepsOf(high, 'high', 'SI'),
  ...stepsOf(highConventional, 'high', 'conventional'),
  ...stepsOf(low, 'low', 'SI'),
  ...stepsOf(lowConventional, 'low', 'conventional'),
])('$code of $at $unit has grade $before ($side) by $version, and just beyond grade $beyond', (step) => {
  const { code, unit, range, version, side, system, at, before, beyond } = step;
  // A normal baseline as high as the limit: multiples of both are the same.
  const baseline = { value: Number(range.split(' - ')[1]), flag: 'NORMAL' } as const;
  const gradeOf = (result: number) =>
    graded({ code, unit, range, baseline, result: String(result) }, version, system).split('/')[side === 'low' ? 0 : 1];
  const further = at + (side === 'low' ? -0.001 : 0.001);
  expect([gradeOf(at), gradeOf(Number(further.toFixed(3)))]).toEqual([String(before), String(beyond)]);
});
