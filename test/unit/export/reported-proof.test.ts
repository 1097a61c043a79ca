import { expect, test } from 'vitest';
import { reportedProof } from '../../../src/core/export/reported-proof.ts';
import type { Proof } from '../../../src/shared/status.ts';
import { mirrored } from '../renderer/sample-status.ts';

test('a proof without values counts undescribed fields instead of naming them, and has no digest', () => {
  const drift: Proof['drift'] = [
    { kind: 'field', name: 'Mrs Doe', count: 3, path: 'note of Mrs Doe' },
    { kind: 'extension', name: 'x#Doe', count: 1, path: 'extension[x#Doe]' },
    { kind: 'field', name: '1931-05-02', count: 2, path: 'born.1931-05-02' },
  ];
  const sample = mirrored('labs', '2026-11-22T12:00:00Z').proof;
  if (sample === null) throw new Error('The sample has no proof.');
  const proof = { ...sample, drift };
  expect(reportedProof(proof, true)).toBe(proof);
  const { digest, ...rest } = proof;
  expect(digest).not.toBe('');
  expect(reportedProof(proof, false)).toEqual({
    ...rest,
    drift: [
      { kind: 'field', count: 5 },
      { kind: 'extension', count: 1 },
    ],
  });
  expect(reportedProof(null, false)).toBeNull();
});
