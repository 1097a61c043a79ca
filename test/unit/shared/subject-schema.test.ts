import { expect, test } from 'vitest';
import { namedSubjectSchema, subjectFilterSchema, subjectSchema } from '../../../src/shared/subject-schema.ts';

test.each([
  ['no characters, of records that name nobody', 0, true, false],
  ['one character', 1, true, true],
  ['256 characters', 256, true, true],
  ['257 characters', 257, false, false],
])('an identifier of %s', (_what, length, isSubject, isNamed) => {
  const subject = 'é'.repeat(length);
  expect(subjectSchema.safeParse(subject).success).toBe(isSubject);
  expect(namedSubjectSchema.safeParse(subject).success).toBe(isNamed);
});

test.each([
  ['nobody', 0, true],
  ['200,000 subjects', 200_000, true],
  ['one more', 200_001, false],
])('a filter of %s', (_what, count, isFilter) => {
  expect(subjectFilterSchema.safeParse(Array.from({ length: count }, (_, at) => String(at))).success).toBe(isFilter);
});

test('no filter', () => {
  expect(subjectFilterSchema.parse(null)).toBeNull();
});
