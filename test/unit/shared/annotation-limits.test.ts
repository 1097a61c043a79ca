import { describe, expect, test } from 'vitest';
import { annotationSchema, mostLookedAt } from '../../../src/shared/annotations.ts';

const place = { of: 'subject', subject: 'A' };
const key = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

function accepts(kind: string, value: object): boolean {
  return annotationSchema.safeParse({ kind, value }).success;
}

describe('the texts that people write', () => {
  test.each([
    ['', false],
    ['   ', false],
    ['x', true],
    ['x'.repeat(4000), true],
    ['x'.repeat(4001), false],
  ])('note %#', (text, isAccepted) => {
    expect(accepts('note', { place, text, followUp: 'open' })).toBe(isAccepted);
  });

  test.each([
    ['', false],
    ['x', true],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
  ])('title %#', (title, isAccepted) => {
    expect(accepts('subject-filter', { title, says: '', subjects: [] })).toBe(isAccepted);
  });

  test.each([
    ['x', true],
    ['x'.repeat(80), true],
    ['x'.repeat(81), false],
  ])('owner %#', (owner, isAccepted) => {
    expect(accepts('check-owner', { check: 'future-date', dataset: 'labs', owner })).toBe(isAccepted);
  });
});

describe('the records of one mark', () => {
  test.each([
    [0, false],
    [1, true],
    [mostLookedAt, true],
    [mostLookedAt + 1, false],
  ])('%i records', (count, isAccepted) => {
    const keys = Array.from({ length: count }, () => key);
    expect(accepts('looked-at', { check: 'future-date', dataset: 'labs', generation: 1, at: '2026-01-01T00:00:00.000Z', keys })).toBe(
      isAccepted,
    );
  });

  test.each([
    ['', false],
    ['x'.repeat(1024), true],
    ['x'.repeat(1025), false],
  ])('key %#', (one, isAccepted) => {
    expect(
      accepts('looked-at', { check: 'future-date', dataset: 'labs', generation: 0, at: '2026-01-01T00:00:00.000Z', keys: [one] }),
    ).toBe(isAccepted);
  });
});
