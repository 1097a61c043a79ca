import { afterEach, beforeEach, expect, test } from 'vitest';
import { medicationsBySubject, readMedications } from '../../../src/core/views/subject-medications.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('medications', [
    {
      record_id: 'b',
      subject: '0012',
      medication: 'ondansetron',
      dose: 8,
      dose_unit: 'MG',
      route: 'Oral',
      started: '2025-09-12',
      ended: '2025-10-01',
    },
    { record_id: 'a', subject: '0012', medication: 'pantoprazole', dose: 40.5, dose_unit: 'MG', started: '2024-03-03', ended: null },
    { record_id: 'c', subject: '003', medication: 'loperamide', started: '2025-01-01' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

test('lists the medications of a subject by start, with dates as sent and null for a missing end', () => {
  const { medications, generation } = readMedications(fixture.study, '0012');
  expect(generation).toBe(1);
  expect(medications).toEqual([
    { key: 'a', medication: 'pantoprazole', dose: '40.5', doseUnit: 'MG', route: null, started: '2024-03-03', ended: null },
    { key: 'b', medication: 'ondansetron', dose: '8', doseUnit: 'MG', route: 'Oral', started: '2025-09-12', ended: '2025-10-01' },
  ]);
});

test('groups the medications of several subjects by subject, in the same order', () => {
  const taken = medicationsBySubject(fixture.study, ['003', '0012', '12']);
  expect([...taken].map(([subject, of]) => [subject, of.map(({ key }) => key)]).sort()).toEqual([
    ['0012', ['a', 'b']],
    ['003', ['c']],
  ]);
});

test('lists nothing for a subject without medications', () => {
  expect(readMedications(fixture.study, '12').medications).toEqual([]);
});
