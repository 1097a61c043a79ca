import { expect, test } from 'vitest';
import { asOfProof, storedProof } from '../../../src/core/store/database/stored-proof.ts';

test('a proof of an earlier version confirms nothing', () => {
  expect(storedProof('{"passes":1}')).toEqual({
    ...{ passes: 1, confirmed: false, confirmedAt: null, wholeStudy: false },
    ...{ clockOffsetSeconds: null, secondLook: true, rounds: 1 },
  });
});

test('what a proof says stays as it is', () => {
  const said = { confirmed: true, confirmedAt: '2026-11-20', wholeStudy: true, clockOffsetSeconds: 3, secondLook: false, rounds: 4 };
  expect(storedProof(JSON.stringify(said))).toEqual(said);
});

test('a copy is as of its confirmation, or else of the end of its reading', () => {
  expect(asOfProof({ confirmedAt: '2026-11-20', endedAt: '2026-11-21' })).toBe('2026-11-20');
  expect(asOfProof({ confirmedAt: null, endedAt: '2026-11-21' })).toBe('2026-11-21');
});
