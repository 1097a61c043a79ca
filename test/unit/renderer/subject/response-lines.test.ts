import { describe, expect, test } from 'vitest';
import { percentWords, responseLinesOf } from '../../../../src/renderer/subject/response-lines.ts';
import { assessment } from './sample-results.ts';

const baseline = { isBaseline: true, assessment: 'Baseline', timepoint: 0 };

describe('the assessments of a subject', () => {
  test('have their change from the baseline, and the line is 30 % below it (RECIST 1.1, 4.3.1)', () => {
    const [line, ...others] = responseLinesOf([
      assessment('2025-09-03', 84, baseline),
      assessment('2025-10-31', 66, { code: 'SD' }),
      assessment('2025-12-12', 55, { code: 'PR' }),
    ]);
    expect(others).toEqual([]);
    expect(line?.points.map(({ percent }) => (percent === null ? null : percentWords(percent)))).toEqual([null, '−21.4 %', '−34.5 %']);
    expect(line?.baseline).toBe(84);
    expect(line?.decrease).toBeCloseTo(58.8, 9);
  });

  test('of two cases are two figures, each with its own baseline', () => {
    const lines = responseLinesOf([
      assessment('2025-12-01', 20, { ...baseline, caseId: '8', key: 'b' }),
      assessment('2025-09-03', 84, baseline),
      assessment('2026-01-01', 10, { caseId: '8', key: 'c' }),
    ]);
    expect(lines.map(({ caseId, baseline: sum }) => [caseId, sum])).toEqual([
      ['7', 84],
      ['8', 20],
    ]);
    expect(lines[1]?.points.at(-1)?.percent).toBe(-50);
  });

  test('without a baseline have no change and no line at −30 %', () => {
    const [line] = responseLinesOf([assessment('2025-10-31', 66, { code: 'SD' })]);
    expect([line?.baseline, line?.decrease, line?.points[0]?.percent]).toEqual([null, null, null]);
  });

  test('without a target sum keep their conclusion, and without a date are counted', () => {
    const [line] = responseLinesOf([assessment('2025-10-31', null, { code: 'NON-CR/NON-PD' }), assessment(null, 12)]);
    expect(line?.points.map(({ sum, code }) => [sum, code])).toEqual([[null, 'NON-CR/NON-PD']]);
    expect(line?.undated).toBe(1);
  });
});

test('a change is said with its sign and one decimal', () => {
  expect([-34.523, 3, 0, -0.01].map(percentWords)).toEqual(['−34.5 %', '+3.0 %', '0.0 %', '0.0 %']);
});
