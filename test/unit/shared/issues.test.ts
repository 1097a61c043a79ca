import { expect, test } from 'vitest';
import { issueRules } from '../../../src/shared/issues.ts';

test('an entry is quarantined only if it is no record of the study, or too large to read', () => {
  const quarantining = Object.entries(issueRules).flatMap(([rule, { quarantines }]) => (quarantines ? [rule] : []));
  expect(quarantining.toSorted()).toEqual(['no-key', 'no-resource', 'other-resource-type', 'other-study', 'too-large']);
});
