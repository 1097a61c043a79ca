import { expect, test } from 'vitest';
import { relatedTests, relations } from '../../../src/core/checks/sample-relations.ts';

function contradicts(dataset: 'labs' | 'vitals', tests: string, values: readonly number[]): boolean | undefined {
  return relations[dataset].find((relation) => relation.tests.join(' ') === tests)?.contradicts(values);
}

test.each<[string, readonly number[], readonly number[]]>([
  ['BILDIR BILI', [12.8, 10], [12.81, 10]],
  ['ALB PROT', [39.9, 40], [40, 40]],
  ['HDL CHOL', [5.5, 5], [5.51, 5]],
  ['LDL CHOL', [5.5, 5], [5.51, 5]],
  ['HDL LDL CHOL', [2.6, 3, 5], [2.61, 3, 5]],
  ['NEUT WBC', [4.6, 4], [4.61, 4]],
  ['BASO WBC', [0.2, 0], [0.21, 0]],
  // A count and a share apart by half at most, or by little in absolute numbers.
  ['NEUT NEUTLE WBC', [1.5, 0.1, 10], [1.51, 0.1, 10]],
  ['NEUT NEUTLE WBC', [0.6, 0.01, 10], [0.61, 0.01, 10]],
  ['NEUT NEUTLE WBC', [2.9, 0.2, 10], [3.01, 0.2, 10]],
  ['NEUT NEUTLE WBC', [0, 0.5, 10], [0.1, 0.5, 10]],
  ['NEUT NEUTLE WBC', [5, 0, 10], [5, 0.05, 10]],
  ['NEUT NEUTLE WBC', [1, 0.5, 1], [1.01, 0.5, 1]],
  ['NEUT LYM MONO EOS BASO WBC', [4, 2, 0.5, 0.2, 0.1, 10], [4, 2, 0.5, 0.2, 0.09, 10]],
  ['NEUTLE LYMLE MONOLE EOSLE BASOLE', [0.6, 0.3, 0.1, 0.05, 0.009], [0.6, 0.3, 0.1, 0.05, 0.011]],
  ['NEUTLE LYMLE MONOLE EOSLE BASOLE', [0.5, 0.2, 0.1, 0.05, 0.031], [0.5, 0.2, 0.1, 0.05, 0.029]],
  ['NEUTLE LYMLE MONOLE EOSLE BASOLE', [1.06, 0, 0, 0, 0], [1.07, 0, 0, 0, 0]],
  ['NEUTLE LYMLE MONOLE EOSLE BASOLE', [0.88, 0, 0, 0, 0], [0.87, 0, 0, 0, 0]],
  ['HGB HCT', [14.9, 1], [14.89, 1]],
  ['HGB HCT', [26.1, 1], [26.11, 1]],
  ['HGB HCT', [8, 0], [8, 0.1]],
  ['HGB HCT', [0, 0.4], [0.1, 0.4]],
  ['MCV HCT RBC', [89 * 1.127, 0.445, 5], [89 * 1.128, 0.445, 5]],
  ['MCV HCT RBC', [89 / 1.127, 0.445, 5], [89 / 1.128, 0.445, 5]],
  ['MCH HGB RBC', [2 * 1.127, 10, 5], [2 * 1.128, 10, 5]],
  ['MCHC HGB HCT', [20 * 1.127, 8, 0.4], [20 * 1.128, 8, 0.4]],
])('%s of a sample agree as %j, but not as %j', (tests, agreeing, contradicting) => {
  expect([contradicts('labs', tests, agreeing), contradicts('labs', tests, contradicting)]).toEqual([false, true]);
});

test.each<[string, readonly number[], readonly number[]]>([
  ['SYSBP DIABP', [88, 80], [87.9, 80]],
  ['SYSBP DIABP', [80, 80], [80.1, 80]],
  ['SYSBP DIABP', [70, 80], [81, 80]],
  ['BSA HEIGHT WEIGHT', [2 * 1.127, 180, 80], [2 * 1.128, 180, 80]],
  ['BSA HEIGHT WEIGHT', [2, 120, 30], [2, 121, 30]],
])('vital signs %s agree as %j, but not as %j', (tests, agreeing, contradicting) => {
  expect([contradicts('vitals', tests, agreeing), contradicts('vitals', tests, contradicting)]).toEqual([false, true]);
});

test('each kind of white cell is compared with their number and with its share', () => {
  const ofCells = ['NEUT', 'LYM', 'MONO', 'EOS', 'BASO'].flatMap((cell) => [`${cell} WBC`, `${cell} ${cell}LE WBC`]);
  const all = relations.labs.map(({ tests }) => tests.join(' '));
  expect(ofCells.filter((tests) => !all.includes(tests))).toEqual([]);
  expect(relatedTests.labs).toContain('BASOLE');
  expect([...relatedTests.vitals]).toEqual(['SYSBP', 'DIABP', 'BSA', 'HEIGHT', 'WEIGHT']);
});
