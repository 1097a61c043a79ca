import { expect, test } from 'vitest';
import { meantOf, saySubjects, subjectsInName } from '../../../src/shared/subjects-meant.ts';

test('counts the subjects that the study names, each once', () => {
  expect(meantOf(['0012', '0044', '0012', 'nobody'], ['0012', '0031', '0044'])).toEqual({ of: 2, all: 3 });
});

test('says how many subjects something is about, and that it is about all without a subject filter', () => {
  expect(saySubjects({ of: 3, all: 1201 })).toBe('3 of 1,201 subjects');
  expect(saySubjects(null)).toBe('all subjects');
});

test('names a file by how many subjects it is about, if it is not about all', () => {
  expect(subjectsInName({ of: 3, all: 1201 })).toBe('_3-of-1201-subjects');
  expect(subjectsInName(null)).toBe('');
});
