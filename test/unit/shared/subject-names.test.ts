import { describe, expect, test } from 'vitest';
import { subjectNames, subjectsInText, withNameReplaced } from '../../../src/shared/subject-names.ts';

const known = ['0012', '003-04', 'Site 2 017', '10E2', 'aB-1', 'ab-1', '22-001-0100'];
const names = subjectNames('22-001', known);

describe('a list of subjects', () => {
  test.each([
    ['one per line', '0012\r\n003-04\n\n', ['0012', '003-04'], []],
    ['copied from a spreadsheet', '0012\t003-04\t10E2', ['0012', '003-04', '10E2'], []],
    ['with commas and quotes', '"0012", "003-04"; 10E2', ['0012', '003-04', '10E2'], []],
    ['with spaces', '0012 003-04', ['0012', '003-04'], []],
    ['with a name that has spaces', 'Site 2 017\n0012', ['0012', 'Site 2 017'], []],
    ['with a duplicate', '0012,0012, nobody nobody', ['0012'], ['nobody']],
    ['without their leading zeros, which matter', '12\n3-04', [], ['12', '3-04']],
    ['nothing', ' \n ', [], []],
    ['of unique subject ids', '22-001-0012\n22-001-003-04\n22-001-0100', ['0012', '003-04', '22-001-0100'], []],
    ['of unique subject ids of another study', '24-006-0012', [], ['24-006-0012']],
    ['under a heading', '\uFEFFUSUBJID\n22-001-0012', ['0012'], []],
    ['under a heading of two words', 'Unique Subject\n0012', ['0012'], []],
    ['with a word in the middle that is not a heading', '0012\nSubject', ['0012'], ['Subject']],
    ['in another letter case', '10e2; SITE 2 017', ['10E2', 'Site 2 017'], []],
    ['in a letter case that distinguishes two subjects', 'AB-1, ab-1', ['ab-1'], ['AB-1']],
    ['with other dashes, width and quotes', '003\u201304\n\uFF10\uFF10\uFF11\uFF12\n\u201C10E2\u201D', ['0012', '003-04', '10E2'], []],
    ['with invisible marks', '\u200B0012\u200E', ['0012'], []],
    ['with names of object properties', '__proto__, constructor', [], ['__proto__', 'constructor']],
  ])('%s', (_, text, found, unknown) => {
    expect(subjectsInText(text, names)).toEqual({ found, unknown });
  });

  test.each([
    ['0021', '0012'],
    ['22-001-0021', '0012'],
    ['003-O4', '003-04'],
    ['entirely else', null],
  ])('the name nearest to %s is %s', (typed, near) => {
    expect(names.near(typed)).toBe(near);
  });

  test('a name is replaced only where it is a whole entry', () => {
    expect(withNameReplaced('12, 0012\n"12"\t112', '12', '0012')).toBe('0012, 0012\n0012\t112');
  });
});
