import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAssessments } from '../../../src/core/views/response-assessments.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  const recist = { criteria: 'RECIST 1.1', measurement: 'targetsum', unit: 'mm' };
  fixture.add('responses', [
    {
      record_id: 'b',
      subject: '0012',
      case_id: '7',
      assessment: 'Follow-up 1',
      timepoint: 1,
      assessed: '2025-03-01',
      ...recist,
      current_value: '66.0',
      change_from_baseline: -18,
      conclusion: 'Stable Disease',
      response_code: 'SD',
    },
    {
      record_id: 'a',
      subject: '0012',
      case_id: '7',
      assessment: 'BASELINE',
      assessed: '2025-01-01',
      ...recist,
      current_value: 84,
    },
    {
      record_id: 'c',
      subject: '003',
      assessment: 'Follow-up 1',
      assessed: null,
      ...recist,
      criteria: 'iRECIST',
      current_value: 12,
      not_derived_because: 'criteria are not RECIST 1.1',
    },
  ]);
});
afterEach(() => {
  fixture.remove();
});

test('assessments are ordered by subject and date, with sums only for RECIST 1.1 target sums in mm', () => {
  const { assessments, generation } = readAssessments(fixture.study, null);
  expect(generation).toBe(1);
  expect(assessments.map(({ key, isBaseline, sum }) => [key, isBaseline, sum])).toEqual([
    ['a', true, 84],
    ['b', false, 66],
    ['c', false, null],
  ]);
  expect(assessments[1]).toMatchObject({
    caseId: '7',
    at: Date.UTC(2025, 2, 1),
    code: 'SD',
    sent: { baseline: -18, previous: null, nadir: null },
  });
  expect(assessments[2]).toMatchObject({ at: null, code: null, notDerivedBecause: 'criteria are not RECIST 1.1' });
});

test('assessments are limited to the requested subjects', () => {
  expect(readAssessments(fixture.study, ['003']).assessments.map(({ key }) => key)).toEqual(['c']);
  expect(readAssessments(fixture.study, []).assessments).toEqual([]);
});
