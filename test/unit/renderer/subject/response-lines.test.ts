import { describe, expect, test } from 'vitest';
import { percentWords } from '../../../../src/renderer/record/figures/response-words.ts';
import { responseLinesOf } from '../../../../src/renderer/places/subject/response-lines.ts';
import { assessment } from './sample-results.ts';

const baseline = { isBaseline: true, assessment: 'Baseline', timepoint: 0 };

describe('the response lines of a subject', () => {
  test('show the change from the baseline and a line 30 % below it (RECIST 1.1, 4.3.1)', () => {
    const [line, ...others] = responseLinesOf([
      assessment('2025-09-03', 84, baseline),
      assessment('2025-10-31', 66, { code: 'SD' }),
      assessment('2025-12-12', 55, { code: 'PR' }),
    ]);
    expect(others).toEqual([]);
    expect(line?.points.map(({ percent }) => (percent === null ? null : percentWords(percent)))).toEqual([null, '−21.4 %', '−34.5 %']);
    expect(line?.baseline).toBe(84);
    expect(line?.decrease).toBe(58.8);
  });

  test('are separate for each case, with its own baseline', () => {
    const lines = responseLinesOf([
      assessment('2025-12-01', 20, { ...baseline, caseId: '8', key: 'b' }),
      assessment('2025-09-03', 84, baseline),
      assessment('2026-01-01', 10, { caseId: '8', key: 'c' }),
    ]);
    expect(lines.map(({ name, baseline: sum }) => [name, sum])).toEqual([
      ['case 7', 84],
      ['case 8', 20],
    ]);
    expect(lines[1]?.points.at(-1)?.percent).toBe(-50);
  });

  test('split at a second baseline', () => {
    const lines = responseLinesOf([
      assessment('2025-09-03', 84, baseline),
      assessment('2025-10-31', 66),
      assessment('2026-01-05', 50, baseline),
      assessment('2026-02-05', 40),
    ]);
    expect(lines.map(({ name, points }) => [name, points.at(-1)?.percent])).toEqual([
      ['baseline 1', (100 * -18) / 84],
      ['baseline 2', -20],
    ]);
  });

  test('compare nothing and have no line at −30 % if two readers are in one case', () => {
    const lines = responseLinesOf([
      assessment('2025-09-03', 84, { ...baseline, key: 'a' }),
      assessment('2025-09-03', 70, { ...baseline, key: 'b' }),
      assessment('2025-10-31', 40, { timepoint: 1, key: 'c' }),
      assessment('2025-10-31', 75, { timepoint: 1, key: 'd' }),
    ]);
    expect(lines.map(({ name }) => name)).toEqual(['baseline 1', 'baseline 2, not compared']);
    expect(lines[1]).toMatchObject({ isOfEitherBaseline: true, baseline: null, decrease: null });
    expect(lines[1]?.points.map(({ percent }) => percent)).toEqual([null, null, null]);
  });

  test('show no change where fewer lesions were measured than at the baseline', () => {
    const [line] = responseLinesOf([
      assessment('2025-09-03', 84, { ...baseline, lesions: ['T1', 'T2'] }),
      assessment('2025-10-31', 20, { lesions: ['T1'] }),
    ]);
    expect(line?.points[1]).toMatchObject({ sum: 20, percent: null, otherLesions: { shared: 1, of: 2, others: 0 } });
  });

  test('have no change and no line at −30 % without a baseline', () => {
    const [line] = responseLinesOf([assessment('2025-10-31', 66, { code: 'SD' })]);
    expect([line?.baseline, line?.decrease, line?.points[0]?.percent]).toEqual([null, null, null]);
  });

  test('keep the conclusion of an assessment without a target sum, and count assessments without a date', () => {
    const [line] = responseLinesOf([assessment('2025-10-31', null, { code: 'NON-CR/NON-PD' }), assessment(null, 12)]);
    expect(line?.points.map(({ sum, code }) => [sum, code])).toEqual([[null, 'NON-CR/NON-PD']]);
    expect(line?.undated).toBe(1);
  });
});
