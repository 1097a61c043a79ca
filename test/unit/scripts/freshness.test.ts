import { describe, expect, test } from 'vitest';
import { judgeFreshness } from '../../../scripts/package/freshness.ts';

const now = new Date('2026-11-22T00:00:00Z');
const releases = {
  created: '2013-01-01T00:00:00Z',
  '45.4.1': '2026-10-01T00:00:00Z',
  '45.4.2': '2026-11-15T00:00:00Z',
  '46.0.0-beta.1': '2026-09-01T00:00:00Z',
  '46.0.0': '2026-11-01T00:00:00Z',
};

describe('the declared Electron', () => {
  test.each([
    ['is current while a newer patch is recent', '45.4.1', '46.0.0', now, null],
    [
      'is too old once that patch is two weeks out',
      '45.4.1',
      '46.0.0',
      new Date('2026-11-30T00:00:00Z'),
      /45\.4\.2 is out since 2026-11-15/,
    ],
    ['is too old two majors behind', '45.4.1', '47.0.0', now, /two majors behind 47\.0\.0/],
    ['is current with the newest', '46.0.0', '46.0.0', now, null],
  ])('%s', (_name, declared, latest, at, expected) => {
    const complaint = judgeFreshness(declared, latest, releases, at);
    if (expected === null) expect(complaint).toBeNull();
    else expect(complaint).toMatch(expected);
  });
});
