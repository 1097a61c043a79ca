import { expect, test } from 'vitest';
import { numberIn, textIn } from '../../../src/shared/derive/cells.ts';
import { isPatient, practitionerOf, subjectOf, uniqueSubject } from '../../../src/shared/derive/references.ts';

test.each([
  ['Patient/0012', true, '0012'],
  ['Patient/ 7', true, ' 7'],
  ['Patient/', false, ''],
  ['Patient/ ', false, ''],
  [' Patient/', false, ''],
  ['Group/0012', false, 'Group/0012'],
  ['0012', false, '0012'],
  ['', false, ''],
])('%j is a patient: %s, with the subject %j', (sent, is, subject) => {
  expect([isPatient(sent), subjectOf(sent)]).toEqual([is, subject]);
});

test.each([
  ['Practitioner/8841', '8841'],
  ['Practitioner/', ''],
  ['Dr. Grey', 'Dr. Grey'],
])('%j is the practitioner %j', (sent, practitioner) => {
  expect(practitionerOf(sent)).toBe(practitioner);
});

test.each([
  ['22-001', '0012', '22-001-0012'],
  ['22-001', '22-001-0012', '22-001-0012'],
  ['22-001', '22-0010', '22-001-22-0010'],
  ['22-001', '22-0012', '22-001-22-0012'],
  ['22-001', ' ', null],
  ['22-001', null, null],
  [null, '0012', null],
])('in the study %s the subject %j is %s everywhere', (study, subject, unique) => {
  expect(uniqueSubject(study, subject)).toBe(unique);
});

test.each([
  [7, null, 7],
  ['7.50', '7.50', 7.5],
  ['soon', 'soon', null],
  [null, null, null],
  [Infinity, null, null],
])('the cell %j has the text %j and the number %s', (cell, text, number) => {
  expect([textIn({ cell }, 'cell'), numberIn({ cell }, 'cell')]).toEqual([text, number]);
  expect([textIn({}, 'cell'), numberIn({}, 'cell')]).toEqual([null, null]);
});
