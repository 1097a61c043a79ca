import { expect, test } from 'vitest';
import { assessment, checkResponses } from '../../unit/checks/assessments.ts';

test('checks 130,000 assessments of one case without comparing every pair', () => {
  const many = Array.from({ length: 130_000 }, (_, at) => assessment(at, at, { code: at === 0 ? 'PR' : 'CR' }));
  expect(checkResponses(many)).toEqual([]);
});
