import { describe, expect, test, vi } from 'vitest';
import {
  endWords,
  factsOf,
  lastDayProblem,
  offeredDay,
  suggestPackName,
  tookSay,
  wouldSay,
} from '../../../src/renderer/tasks/packs/pack-words.ts';
import { packState } from '../../../src/renderer/record/site-pack/pack-state.ts';
import { datasetNames } from '../../../src/shared/datasets/datasets.ts';

const now = new Date('2026-11-22T10:00:00Z');
const pack = { expires: '2026-12-06', madeAt: '2026-11-20T12:00:00Z', expired: false, due: datasetNames };

describe('a study from a site pack', () => {
  test.each([
    [{}, '2026-11-22T10:00:00Z', { over: false, daysLeft: 15, says: 'Came in a site pack of 20 Nov · opens until 6 Dec 2026 (UTC)' }],
    [{}, '2026-12-06T00:00:00Z', { over: false, daysLeft: 1, says: 'Came in a site pack of 20 Nov · opens until the end of today (UTC)' }],
    [{}, '2026-12-06T23:59:59.999Z', { over: false, daysLeft: 1, short: 'Site pack until 6 Dec' }],
    [{}, '2026-12-07T00:00:00Z', { over: true, daysLeft: 0, short: 'Site pack expired' }],
    [
      { expired: true },
      '2026-11-22T10:00:00Z',
      { over: true, says: 'Its site pack expired with 6 Dec 2026 (UTC): not shown, not exported' },
    ],
  ] as const)('%o at %s: %o', (change, at, expected) => {
    expect(packState({ ...pack, ...change }, new Date(at))).toMatchObject(expected);
  });

  test('names its last day in any time zone', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(new Date('2026-12-06T00:00:00Z').getDate()).toBe(5);
    expect(packState(pack, now).short).toBe('Site pack until 6 Dec');
    vi.unstubAllEnvs();
  });

  test('names the datasets that a sync still has to prove only once some are proven', () => {
    expect(packState({ ...pack, due: ['labs', 'vitals'] }, now).says).toContain('until a sync has proven labs and vitals too');
    expect(packState(pack, now).says).not.toContain('proven');
  });
});

describe('the last day of a new pack', () => {
  test.each([
    [null, '2026-12-06'],
    ['2026-12-01', '2026-12-01'],
    ['2027-01-01', '2026-12-06'],
  ])('for a study that expires on %s is %s by default', (limit, offered) => {
    expect(offeredDay(now, limit)).toBe(offered);
    expect(lastDayProblem(offered, now, limit)).toBeNull();
  });

  test.each([
    ['2026-11-22', null, null],
    ['2026-11-21', null, 'That day is in the past. Today is 22 Nov 2026 (UTC).'],
    ['', null, 'Choose a day.'],
    ['2026-02-30', null, 'Choose a day.'],
    ['2026-12-02', '2026-12-01', /expires after 1 Dec 2026, so a new pack cannot stay open longer/],
    ['2026-12-01', '2026-12-01', null],
  ] as const)('%s, for a study that expires on %s: %s', (day, limit, problem) => {
    const found = lastDayProblem(day, now, limit);
    if (problem instanceof RegExp) expect(found).toMatch(problem);
    else expect(found).toBe(problem);
  });

  test.each([
    ['2026-11-22', 'the end of 22 Nov 2026 in UTC, today'],
    ['2026-11-23', 'the end of 23 Nov 2026 in UTC, 1 day from now'],
    ['2026-12-06', 'the end of 6 Dec 2026 in UTC, 14 days from now'],
  ])('%s is described as %s', (day, words) => {
    expect(endWords(day, now)).toBe(words);
  });
});

test('a suggested name has the study and the last day, and no characters that a file system rejects', () => {
  expect(suggestPackName('22-001', '2026-12-06')).toBe('22-001_until_2026-12-06.carrelpack');
  expect(suggestPackName('A/B:C\\..', '2026-12-06')).toBe('A-B-C-.._until_2026-12-06.carrelpack');
});

test('an opened pack states how old its copy is, when it was packed and until when it opens', () => {
  const found = {
    study: '22-001',
    demo: true,
    asOf: '2026-11-19T12:00:00Z',
    confirmed: true,
    madeAt: pack.madeAt,
    expires: pack.expires,
    would: null,
    refused: null,
  };
  const facts = Object.fromEntries(factsOf(found, now));
  expect(Object.keys(facts)).toEqual(['Complete as of', 'Packed', 'Opens until']);
  expect(facts['Complete as of']).toContain('19 Nov 2026');
  expect(facts['Packed']).toContain('20 Nov 2026');
  expect(factsOf({ ...found, confirmed: false }, now)[0]).toEqual([
    'Counted at',
    expect.stringMatching(/19 Nov 2026.*, not confirmed$/) as string,
  ]);
  expect(facts['Opens until']).toBe('the end of 6 Dec 2026 in UTC, 14 days from now');
});

test('every outcome has words before and after opening a pack', () => {
  for (const outcome of ['added', 'replaced', 'prolonged', 'unchanged'] as const) {
    expect(wouldSay[outcome]).toMatch(/\.$/);
    expect(tookSay({ study: '22-001', outcome, expires: '2026-12-06' })).toMatch(/^22-001 [a-z]/);
  }
});
