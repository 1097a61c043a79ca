import { describe, expect, test } from 'vitest';
import {
  comparisonQuestion,
  comparisonTitle,
  comparisonsSentence,
  shareText,
  shareWords,
  sitesSentence,
  siteWords,
} from '../../../src/shared/derive/site-comparison-words.ts';

const prefix = { kind: 'prefix', characters: 3 } as const;
const performer = { kind: 'performer' } as const;
const digits = (...all: readonly number[]) => ({ kind: 'digits', group: 'weight', unit: null, digits: all }) as const;
const of = <K extends string>(kind: K) => ({ kind, group: null, unit: null, digits: [] });

describe('a comparison', () => {
  test.each([
    [digits(), 'Last digits of weights'],
    [{ ...digits(), unit: 'kg' }, 'Last digits of weights in kg'],
    [{ ...of('spread' as const), group: 'temperature' }, 'Spread of temperatures within subjects'],
    [{ ...of('repeats' as const), group: 'pulse' }, 'Pulse rates equal to the previous one'],
    [of('late' as const), 'Records changed more than 60 days later'],
    [of('weekends' as const), 'Days on a Saturday or Sunday'],
  ] as const)('%j is titled %s', (topic, title) => {
    expect(comparisonTitle(topic)).toBe(title);
  });

  test.each([
    [digits(0), 'end in 0'],
    [digits(0, 5), 'end in 0 or 5'],
    [digits(0, 3, 5), 'end in 0, 3 or 5'],
    [of('spread' as const), 'the usual spread'],
    [of('repeats' as const), 'equal to the previous one'],
    [of('late' as const), 'changed late'],
    [of('weekends' as const), 'on a weekend'],
  ] as const)('%j compares what is "%s"', (topic, words) => {
    expect(shareWords(topic)).toBe(words);
  });

  test('shows a share in percent, and a spread as a multiple', () => {
    expect([shareText({ kind: 'digits' }, 0.105), shareText({ kind: 'spread' }, 1.234)]).toEqual(['10.5 %', '1.23 ×']);
  });

  test.each([
    [digits(0, 5), 'Do the weights of site 701 end in 0 or 5 more often because the scale there is read in coarser steps?'],
    [
      { ...of('spread' as const), group: 'pulse' },
      'Do the pulse rates of each subject at site 701 vary less because of how they are measured there, or because of who is treated there?',
    ],
    [
      { ...of('repeats' as const), group: 'labs' },
      'Are the lab results at site 701 equal to the previous value more often because they are rounded there, or copied from the previous visit?',
    ],
    [
      of('late' as const),
      'Are records at site 701 changed long after their date more often because the site was monitored later than others?',
    ],
    [of('weekends' as const), 'Is site 701 open on Saturdays or Sundays, so that more of its visits are dated there?'],
  ] as const)('of %j raises the question: %s', (topic, question) => {
    expect(comparisonQuestion({ site: '701', ...topic }, prefix)).toBe(question);
  });

  test('names a site by its number or by its group of a performer', () => {
    expect([siteWords('701', prefix), siteWords('Performer group 1', performer)]).toEqual(['site 701', 'Performer group 1']);
  });
});

describe('the sentence about sites', () => {
  const found = { from: prefix, sites: 2, example: '701', subjects: 9, without: 1 };

  test('names an example and how many there are', () => {
    expect(sitesSentence(found, null)).toBe(
      'Sites are the first 3 characters of the subject numbers, such as 701, after which each counts anew: 2 sites of 9 subjects, 1 subject without one.',
    );
    expect(sitesSentence({ ...found, sites: 1 }, '9 of 40')).toMatch(
      /: 1 site of 9 subjects \(9 of 40\), 1 subject without one\. With fewer than two sites nothing is compared\.$/,
    );
  });

  test('does not name a person', () => {
    expect(sitesSentence({ ...found, from: performer }, null)).not.toContain('701');
  });

  test('says what would be needed if there are none', () => {
    expect(sitesSentence({ ...found, from: { kind: 'none' } }, null)).toContain('two groups of 3 subjects or more that share');
  });
});

test.each([
  [1, 1, 1, '1 comparison, 1 question.', '1 comparison with too few subjects or records is not made.'],
  [3, 0, 2, '3 comparisons, 0 questions.', '2 comparisons with too few subjects or records are not made.'],
])('of %i comparisons %i are asked about, and %i are not made', (looks, asked, tooFew, counts, notMade) => {
  const all = Array.from({ length: looks }, (_, at) => ({ isAsked: at < asked }));
  const sentence = comparisonsSentence({ looks: all, tooFew, isLedgerKnown: true });
  expect(sentence.startsWith(`${counts} Each compares`)).toBe(true);
  expect(sentence).toContain('at most 5 in 100 studies');
  expect(sentence.endsWith(notMade)).toBe(true);
});
