import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSubjects } from '../../../src/core/views/list-subjects.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('subjects', [{ subject: '0099' }, { subject: '0012' }]);
  fixture.add('labs', [
    { record_id: 'a', subject: '003-04', test: 'ALT' },
    { record_id: 'b', subject: '0012', test: 'CRP' },
    { record_id: 'c', subject: '0012', test: 'ALT' },
    { record_id: 'd', subject: null },
    { record_id: 'e', subject: '' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

test('lists each subject of a selection once, in character order', () => {
  expect(listSubjects(fixture.study, everything('labs')).subjects).toEqual(['0012', '003-04']);
  const where = [{ column: 'test', op: '=' as const, values: ['CRP'] }];
  expect(listSubjects(fixture.study, { ...everything('labs'), where }).subjects).toEqual(['0012']);
});

test('lists the subjects of all datasets without a selection', () => {
  expect(listSubjects(fixture.study, null).subjects).toEqual(['0012', '003-04', '0099']);
});
