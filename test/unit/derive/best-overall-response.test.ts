import { describe, expect, test } from 'vitest';
import { bestOverallResponse, firstResponse, usualRules, type AssessedResponse } from '../../../src/shared/derive/best-overall-response.ts';
import { responseOrder, type ResponseCode } from '../../../src/shared/derive/response-course.ts';

const day = 86_400_000;

/** `PR@42 NE@70 PR@98`: responses with the days of their assessments, `?` if unknown; `-` is a response without a rank. */
function responses(text: string): readonly AssessedResponse[] {
  return text.split(' ').map((one) => {
    const [code = '', at = ''] = one.split('@');
    return { code: responseOrder.find((known) => known === code) ?? null, at: at === '?' ? null : Number(at) * day };
  });
}

function best(text: string, confirmed: boolean): ResponseCode | null {
  return bestOverallResponse(responses(text), 0, { confirmed, rules: usualRules });
}

describe('RECIST 1.1, table 3: the best response by two assessments if confirmation is required', () => {
  test.each([
    ['CR@42 CR@70', 'CR'],
    ['CR@42 PR@70', 'PR'],
    ['CR@42 SD@70', 'SD'],
    ['CR@42 PD@70', 'SD'],
    ['CR@42 NE@70', 'SD'],
    ['PR@42 CR@70', 'PR'],
    ['PR@42 PR@70', 'PR'],
    ['PR@42 SD@70', 'SD'],
    ['PR@42 PD@70', 'SD'],
    ['PR@42 NE@70', 'SD'],
    ['NE@42 NE@70', 'NE'],
    // The minimum time of stable disease is not met.
    ['CR@41 PD@70', 'PD'],
    ['PR@41 PD@70', 'PD'],
    ['PR@41 NE@70', 'NE'],
    ['SD@41', 'NE'],
    ['SD@42', 'SD'],
    ['PD@20', 'PD'],
  ])('%s is %s', (text, expected) => {
    expect(best(text, true)).toBe(expected);
  });
});

describe('confirmation', () => {
  test.each([
    ['PR@42 PR@69', 'SD', 'a day too early'],
    ['PR@42 PR@69 PR@70', 'PR', 'by a later one'],
    ['PR@42 NE@56 PR@84', 'PR', 'over one that could not be evaluated'],
    ['PR@42 NE@56 NE@70 PR@98', 'SD', 'not over two'],
    ['PR@42 SD@56 PR@84', 'SD', 'not over a stable disease'],
    ['PR@42 SD@84 PR@126 PR@168', 'PR', 'of the second response'],
    ['CR@42 PR@56 CR@84', 'PR', 'an intermediate partial response is not a complete one'],
    ['PR@42 CR@84 CR@126', 'CR', 'of a complete response after a partial one'],
    ['CR@42 NE@56 CR@84', 'CR', 'of a complete response over one that could not be evaluated'],
    ['NON-CR/NON-PD@50', 'NON-CR/NON-PD', 'needs no confirmation without target lesions'],
  ])('%s is %s: %s', (text, expected) => {
    expect(best(text, true)).toBe(expected);
  });

  test.each([
    ['PR@42 PD@70', 'PR'],
    ['CR@10', 'CR'],
    ['SD@41 PD@80', 'PD'],
    ['SD@41 SD@83', 'SD'],
    ['NE@42', 'NE'],
  ])('as signed %s is %s', (text, expected) => {
    expect(best(text, false)).toBe(expected);
  });

  test.each([
    ['PR@?', 'PR', 'NE'],
    ['PD@?', 'PD', 'PD'],
    ['SD@?', 'NE', 'NE'],
    ['SD@50 PD@?', 'SD', 'SD'],
    ['PR@42 PR@?', 'PR', 'SD'],
    ['PR@? PR@84', 'PR', 'SD'],
    ['PR@42 PR@? PR@84', 'PR', 'PR'],
    ['PR@42 SD@? PR@84', 'PR', 'SD'],
  ])('with an unknown day, %s is %s as signed and %s confirmed', (text, signed, confirmed) => {
    expect([best(text, false), best(text, true)]).toEqual([signed, confirmed]);
  });

  test('counts calendar days, whatever the times of day', () => {
    const at = (text: string): number => Date.parse(`${text}Z`);
    const confirming = [
      { code: 'PR', at: at('2024-03-01T15:00') },
      { code: 'PR', at: at('2024-03-29T09:00') },
    ];
    expect(bestOverallResponse(confirming, at('2024-01-10T00:00'), { confirmed: true, rules: usualRules })).toBe('PR');
    const stable = [{ code: 'SD', at: at('2024-03-01T09:00') }];
    expect(bestOverallResponse(stable, at('2024-01-19T15:00'), { confirmed: true, rules: usualRules })).toBe('SD');
  });

  test('has no best response without assessments', () => {
    expect(bestOverallResponse([], 0, { confirmed: true, rules: usualRules })).toBeNull();
  });
});

test('finds the first CR or PR, or with confirmation the first one that a later one confirms', () => {
  const all = responses('SD@42 PR@84 SD@126 PR@168 CR@210');
  expect(firstResponse(all, { confirmed: false, rules: usualRules })).toBe(1);
  expect(firstResponse(all, { confirmed: true, rules: usualRules })).toBe(3);
  expect(firstResponse(responses('SD@42 PD@84'), { confirmed: false, rules: usualRules })).toBeNull();
});
