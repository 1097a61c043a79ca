import { describe, expect, test } from 'vitest';
import { makeSeal, matchSeal, sealMac, sealOf, type SealedDataset } from '../../../src/core/store/database/seal.ts';
import { labPage, mirror, newTrial, STUDY } from './trial-study.ts';

const part = (dataset: 'labs' | 'vitals', more: Partial<SealedDataset> = {}): SealedDataset => ({
  ...{ dataset, generation: 3, asOf: '2026-11-20T14:05:00Z', distinct: 7, pages: 'ab', ...more },
});

describe('the seal of a study', () => {
  const seal = makeSeal(STUDY, 3, [part('labs'), part('vitals', { distinct: 9 })]);

  test('does not depend on the order of its datasets', () => {
    expect(makeSeal(STUDY, 3, [part('vitals', { distinct: 9 }), part('labs')])).toEqual(seal);
    expect(seal.counts).toEqual({ labs: 7, vitals: 9 });
    const counts = { vitals: 9, labs: 7 };
    expect(sealMac({ ...seal, counts }, Buffer.alloc(32))).toBe(sealMac(seal, Buffer.alloc(32)));
  });

  test.each([
    ['another study', makeSeal('22-009', 3, [part('labs'), part('vitals', { distinct: 9 })])],
    ['another generation', makeSeal(STUDY, 4, [part('labs'), part('vitals', { distinct: 9 })])],
    ['fewer datasets', makeSeal(STUDY, 3, [part('labs')])],
    ['another number of records', makeSeal(STUDY, 3, [part('labs'), part('vitals', { distinct: 8 })])],
    ['another time', makeSeal(STUDY, 3, [part('labs', { asOf: '' }), part('vitals', { distinct: 9 })])],
    ['another change', makeSeal(STUDY, 3, [part('labs', { generation: 2 }), part('vitals', { distinct: 9 })])],
    ['other pages', makeSeal(STUDY, 3, [part('labs', { pages: 'ac' }), part('vitals', { distinct: 9 })])],
  ])('differs from that of %s', (_what, other) => {
    expect(other.digest).not.toBe(seal.digest);
  });
});

describe('a file matches', () => {
  test('the seal of no flip while nothing was mirrored', () => {
    const study = newTrial();
    expect(matchSeal(study, { current: null, pending: null })).toBe('current');
    expect(matchSeal(study, null)).toBe('unchecked');
  });

  test('the pending seal after a flip that was not recorded', async () => {
    const study = newTrial();
    const before = sealOf(study);
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
    const now = sealOf(study);
    expect(matchSeal(study, { current: before, pending: now })).toBe('pending');
    expect(matchSeal(study, { current: now, pending: null })).toBe('current');
  });

  test('no other seal, and the error says whether it is older', async () => {
    const study = newTrial();
    await mirror(study, 'labs', [labPage([{ id: 'a', value: 1 }])]);
    const now = sealOf(study);
    const match = (generation: number, digest: string) => () =>
      matchSeal(study, { current: { ...now, generation, digest }, pending: { ...now, digest: 'other' } });
    expect(match(now.generation + 1, now.digest)).toThrow(
      expect.objectContaining({ code: 'CORRUPT', message: expect.stringContaining('it is older than the last sync') }),
    );
    for (const generation of [now.generation, now.generation - 1])
      expect(match(generation, 'another')).toThrow(
        expect.objectContaining({ code: 'CORRUPT', message: expect.stringContaining('it differs from the state after the last sync') }),
      );
  });
});
