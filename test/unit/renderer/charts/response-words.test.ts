import { describe, expect, test } from 'vitest';
import { captionWords, plainWords } from '../../../../src/renderer/record/figures/figure.ts';
import { omissionsOf } from '../../../../src/renderer/record/figures/omission-words.ts';
import {
  longestFall,
  percentWords,
  spiderCaption,
  spiderSentence,
  swimmerSentence,
  waterfallCaption,
  waterfallSentence,
} from '../../../../src/renderer/record/figures/response-words.ts';
import type { SpiderLine, SwimmerLane, WaterfallBar } from '../../../../src/shared/derive/response-charts.ts';

function line(subject: string, percents: readonly number[]): SpiderLine {
  return {
    subject,
    label: subject,
    best: null,
    points: percents.map((percent, at) => ({ weeks: at * 6, percent, code: null, key: `${subject}${String(at)}` })),
  };
}

function bars(percents: readonly number[]): readonly WaterfallBar[] {
  return percents.map((percent, at) => ({ subject: String(at), label: String(at), percent, best: null, key: String(at), assessments: 1 }));
}

function lanes(weeks: readonly number[]): readonly SwimmerLane[] {
  return weeks.map((each, at) => ({ subject: String(at), label: String(at), weeks: each, marks: [], undated: 0 }));
}

describe('percentages', () => {
  test.each([
    [-63.94, '−63.9 %'],
    [112, '+112.0 %'],
    [0, '0.0 %'],
    [-0.04, '0.0 %'],
    [-29.96, '−29.96 %'],
    [-30.04, '−30.04 %'],
    [-30, '−30.0 %'],
    [19.9999, '+19.9999 %'],
  ])('%d is shown as %s', (percent, shown) => {
    expect(percentWords(percent)).toBe(shown);
  });
});

describe('the sentence of a waterfall', () => {
  test('counts smaller sums, and decreases of 30 % or more without rounding', () => {
    expect(plainWords(waterfallSentence({ bars: bars([20, 0, -29.999, -30, -100]), omitted: [], apart: [] }))).toBe(
      '3 of 5 subjects had a smaller target sum than at baseline, 2 of them by 30 % or more. Labels show the best reported response, unconfirmed.',
    );
  });

  test('states that no subject has the required sums', () => {
    expect(plainWords(waterfallSentence({ bars: [], omitted: [], apart: [] }))).toBe(
      'No subject has a target sum at baseline and after it.',
    );
  });
});

describe('the caption of a waterfall', () => {
  const caption = waterfallCaption(
    {
      bars: bars([112, -30]),
      omitted: [
        { subject: '0044', label: '0044', because: 'no-follow-up' },
        { subject: '0058', label: '0058', because: 'baseline-zero' },
      ],
      apart: [],
    },
    'to-progression',
    'All subjects',
  );

  test('states n, the window, what is clipped, and that +20 % is guidance', () => {
    expect(caption).toBe(
      'n = 2 of 4 subjects with assessments, up to and including first PD. ' +
        'A bar over +100 % ends there, with the value on top. The +20 % line is a guide only: the baseline need not be the smallest sum. All subjects.',
    );
  });
});

describe('the omissions', () => {
  const omitted = Array.from({ length: 14 }, (_, at) => {
    const subject = `S${String(at)}`;
    return { subject, label: subject, because: 'no-baseline' as const };
  });

  test('name up to twelve subjects, count the others, and filter for all of them', () => {
    const [omission, ...others] = omissionsOf({ omitted, apart: [] });
    expect(others).toEqual([]);
    expect(omission?.words).toMatch(/^no baseline sum: S0, .* S11 and 2 more \(see the table\)$/);
    expect(omission?.where).toEqual([{ column: 'subject', op: 'in', values: omitted.map(({ subject }) => subject) }]);
  });

  test('include single assessments, by their record ids', () => {
    const apart = [{ subject: '0012', label: '0012 · case 7', key: 'k', because: 'other-lesions' as const, otherLesions: null }];
    expect(omissionsOf({ omitted: [], apart })).toEqual([
      {
        words: '1 assessment with a sum of different lesions than at baseline: 0012 · case 7',
        where: [{ column: 'record_id', op: 'in', values: ['k'] }],
      },
    ]);
  });

  test('are part of the caption in a file', () => {
    expect(captionWords({ caption: 'n = 2.', omissions: omissionsOf({ omitted: omitted.slice(0, 1), apart: [] }) })).toBe(
      'n = 2. Not drawn: no baseline sum: S0.',
    );
    expect(captionWords({ caption: 'n = 2.', omissions: [] })).toBe('n = 2.');
  });
});

describe('subjects with several courses', () => {
  const two = bars([20, -40]).map((bar, at) => ({ ...bar, subject: '0012', label: `0012 · case ${String(at)}` }));

  test('are counted once, and their courses separately', () => {
    expect(plainWords(waterfallSentence({ bars: two, omitted: [], apart: [] }))).toContain('1 of 2 courses of 1 subject had a smaller');
    expect(waterfallCaption({ bars: two, omitted: [], apart: [] }, 'all', 'All subjects')).toContain(
      'n = 1 of 1 subject with assessments, 2 of 2 courses: one for each case and baseline, all assessments.',
    );
  });
});

describe('the longest-lasting decrease', () => {
  test('runs from the first to the last assessment at −30 % or lower without a break', () => {
    expect(longestFall([line('0012', [0, -40, -50, -10, -35]), line('0036', [0, -20, -30, -64, -57])])).toEqual({
      ...{ label: '0036', from: 12, to: 24, least: -64, leastAt: 18 },
    });
  });

  test('is null if no sum decreased that far', () => {
    expect(longestFall([line('0012', [0, -29.9])])).toBeNull();
    expect(plainWords(spiderSentence([line('0012', [0, -29.9])]))).toBe('No target sum fell by 30 % or more in 1 subject.');
  });

  test('states its weeks and smallest sum', () => {
    expect(plainWords(spiderSentence([line('0036', [0, -20, -30, -64, -57])]))).toBe(
      'The longest-lasting decrease is in subject 0036: −30 % or lower from week 12 to week 24, lowest −64.0 % at week 18.',
    );
  });
});

test('the caption of a spider names lines above the axis and PD that the sum does not explain', () => {
  const caption = spiderCaption({ lines: [line('0047', [0, 112])], omitted: [], apart: [] }, ['0064'], 'All subjects');
  expect(caption).toContain('Above the axis, over +100 %: 0047.');
  expect(caption).toContain('PD not explained by the target sum: 0064.');
});

describe('the sentence of a swimmer', () => {
  test('states the multiple of four weeks that about half of the subjects reach', () => {
    expect(plainWords(swimmerSentence(lanes([39, 33, 21, 13, 6])))).toBe('3 of 5 subjects were followed for 20 weeks or longer.');
  });

  test('claims no weeks if half of the subjects did not reach four', () => {
    expect(plainWords(swimmerSentence(lanes([6, 0, 0])))).toBe('3 subjects have a baseline; 2 were followed for less than 4 weeks.');
  });
});
