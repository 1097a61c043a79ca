import { expect, test } from 'vitest';
import { dictionaryTest } from '../../../src/shared/terms/test-codes.ts';
import { usualTestNames, type UsualTestName } from './usual-test-names.ts';

type Verdict = 'matched' | 'proposed' | 'none' | 'wrong';

function verdictOn({ dataset, name, unit, right }: UsualTestName): Verdict {
  const read = dictionaryTest(dataset, { test: name, serviceCode: null, unit });
  if (read === null) return right.length === 0 ? 'matched' : 'none';
  if (!read.applied) return right.length === 0 ? 'matched' : 'proposed';
  return right.includes(read.code) ? 'matched' : 'wrong';
}

const reported = (verdict: Verdict): readonly string[] =>
  usualTestNames.filter((usual) => verdictOn(usual) === verdict).map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`));

test('no usual test name gets a wrong code', () => {
  expect(reported('wrong')).toEqual([]);
});

test('nearly every usual test name gets its code, and the few others get a proposal', () => {
  expect(reported('matched').length).toBeGreaterThanOrEqual(302);
  expect(reported('proposed')).toEqual(['Albumin (BCG)', 'Serum creatinine (enzymatic)', 'Vitamin D, 25-OH', 'hs-Troponin T', 'RR']);
  expect(reported('none')).toEqual([]);
});
