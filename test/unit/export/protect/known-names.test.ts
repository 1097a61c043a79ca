import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createNameSearch, readNames } from '../../../../src/core/export/protect/known-names.ts';
import { makeStudy, type StudyFixture } from '../../query/study-fixture.ts';

const found = (name: string, text: string): boolean => createNameSearch([name])(text);

describe('a name is found', () => {
  test.each([
    ['a short one only after a word for a person', 'AB1', 'subject AB1', 'visit AB1'],
    ['one of four letters and digits anywhere', 'AB12', 'visit AB12', 'visit AB13'],
    ['a plain number only after a word for a person', '12345', 'pt 12345', 'dose 12345'],
    ['zero only after a word for a person', '0', 'subject 0', 'dose 0'],
    ['a number with a leading zero anywhere', '01234', 'dose 01234', 'dose 1234'],
    ['one of seven letters and digits inside other text', 'AB12345', 'xAB1-2345y', 'xAB1-2346y'],
    ['one of six only as words of its own', 'AB1234', 'x AB-1234 y', 'xAB1-234y'],
    ['one of twelve pieces, not of thirteen', 'q w e r t y u i o p a s', 'by q w e r t y u i o p a s', 'q w e r t y u i o p a'],
    ['one that ends a text', '22-001-0012', 'moved220010012', 'moved220010011'],
    ['one of seven at the end of a text', 'AB12345', 'xAB1-2345', 'xAB1-234'],
    ['one that begins a text, in other words', '22-001-0012', '220010012 moved', '220010011 moved'],
    ['a short one that begins a text', 'AB12', 'AB12 moved', 'AB13 moved'],
    ['one that is the whole text, with its signs', '--AB', '--ab', '--abc'],
  ])('%s', (_how, name, with_, without) => {
    expect([found(name, with_), found(name, without)]).toEqual([true, false]);
  });

  test('never with thirteen pieces, which no number of a person has', () => {
    expect(found('q w e r t y u i o p a s d', 'q w e r t y u i o p a s d')).toBe(false);
  });

  test('not as a whole text that is a plain number, as a dose may be', () => {
    expect(found('12345', '12345')).toBe(false);
  });

  test('not inside other text if it is a plain number, however long', () => {
    expect(found('1234567', 'kit A1234567B')).toBe(false);
  });

  test('not as a part of a longer number, before or behind', () => {
    const finds = createNameSearch(['22-001-0012']);
    expect(['x220010012x', '1220010012x', 'x2200100121', '122001001 2x'].map(finds)).toEqual([true, false, false, false]);
  });

  test('at its second place if the first is a part of a longer number', () => {
    expect(found('22-001-0012', '1220010012 and 220010012')).toBe(true);
  });

  test('among others with the same beginning', () => {
    const finds = createNameSearch(['22-001-0012', '22-001-0013', 'Q']);
    expect(['x220010012x', 'x220010013x', 'x220010014x'].map(finds)).toEqual([true, true, false]);
  });

  test('whichever of the names is longest', () => {
    const finds = createNameSearch(['Dr. Q. Ortega', '0012']);
    expect(['seen by Dr Q Ortega', 'see 0012', 'Q Ortega'].map(finds)).toEqual([true, true, false]);
  });
});

describe('the names of a study', () => {
  let fixture: StudyFixture;
  beforeEach(() => {
    fixture = makeStudy();
    fixture.add('labs', [{ record_id: 'l1', subject: '0001', performer: 'Dr. Ortega', test: 'ALT' }]);
    fixture.add('responses', [{ record_id: 'r1', subject: '0002', case_id: '4100', lesions: ['L1'] }]);
  });
  afterEach(() => {
    fixture.remove();
  });

  test('are subjects, cases and people at the sites, of any dataset, and no other cells', () => {
    expect([...readNames(fixture.study)].toSorted()).toEqual(['0001', '0002', '4100', 'Dr. Ortega']);
  });
});
