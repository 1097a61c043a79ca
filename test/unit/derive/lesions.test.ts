import { expect, test } from 'vitest';
import { lesionWords, otherLesions, targetLesions } from '../../../src/shared/derive/lesions.ts';

test.each([
  ['the same lesions', ['T1', 'T2'], ['T2', 'T1'], null],
  ['lesions of which one sum names none', ['T1'], null, null],
  ['fewer lesions', ['T1'], ['T1', 'T2'], '1 of 2 lesions'],
  ['none of the lesions', [], ['T1'], '0 of 1 lesion'],
  ['one more lesion', ['T1', 'T2', 'T3'], ['T1', 'T2'], '2 of 2 lesions and 1 other'],
  ['other lesions', ['T3', 'T4'], ['T1'], '0 of 1 lesion and 2 others'],
])('sums of %s: %j compared with %j', (_what, own, earlier, says) => {
  const others = otherLesions(own, earlier);
  expect(others === null ? null : lesionWords(others)).toBe(says);
});

test.each<[string, readonly string[], string | null, string[] | null]>([
  ['after case and assessment', ['7-3-T1', ' 7-3-t2 '], '7', ['T1', 'T2']],
  ['with dashes', ['7-3-T-01'], '7', ['T-01']],
  ['after the assessment of a case that is written differently', ['07-3-T-01'], '7', ['T-01']],
  ['after the assessment alone', ['-3-T1'], '7', ['T1']],
  ['without a case', ['7-3-T1'], null, ['T1']],
  ['after two dashes', ['7-0003-T-01'], '7', ['T-01']],
  ['of its own', ['T1', 'liver-left'], '7', ['LIVER-LEFT', 'T1']],
  ['that occurs twice', ['7-3-T2', '7-3-T1', '7-3-t2'], '7', ['T1', 'T2']],
  ['of lesions outside the sum', ['7-3-NT01', '7-3-NL01', '7-3-NEW01', 'Non-target 2', 'New lesion 1', '7-3-T1'], '7', ['T1']],
  ['that begins like one of these', ['Nl4', 'Newton', 'Nth'], '7', ['NEWTON', 'NTH']],
  ['of nothing', ['7-3-', ' '], '7', null],
  ['of no lesion of the sum', ['7-3-NT01'], '7', null],
])('target lesions by labels %s: %j', (_what, displays, caseId, lesions) => {
  expect(targetLesions(displays, caseId, '3')).toEqual(lesions);
});
