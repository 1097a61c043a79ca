import {
  comparisonQuestion,
  comparisonTitle,
  comparisonsSentence,
  shareWords,
  sitesSentence,
} from '../../shared/derive/site-comparison-words.ts';
import { worked, workedNumber, type MakeListing } from './listing.ts';

/** One row per site and comparison: the site's share next to that of the others, and the question. */
export const siteComparisonsListing: MakeListing = async ({ figures }, { subjects }) => {
  const found = await figures.sites({ subjects });
  const { looks, from } = found;
  return {
    columns,
    rows: looks.map((comparison) => [
      ...[comparison.site, comparisonTitle(comparison), comparison.subjects.length, comparison.records],
      ...[shareWords(comparison), shown(comparison.kind, comparison.share), shown(comparison.kind, comparison.others)],
      ...[comparison.chance, comparison.isAsked ? 'Y' : 'N', comparison.isAsked ? comparisonQuestion(comparison, from) : null],
    ]),
    says: [sitesSentence(found, null), ...(found.sites < 2 ? [] : [comparisonsSentence(found)])].join(' '),
    anchor: null,
  };
};

/** Per cent, or a multiple. */
function shown(kind: string, share: number): number {
  return kind === 'spread' ? share : 100 * share;
}

const columns = [
  worked('site', 'Site', 'Derived from the subjects’ numbers or their performers; a performer is never named.'),
  worked('look', 'Comparison', 'What is compared.', { width: 260 }),
  workedNumber('subjects', 'Subjects', 'Number of subjects compared at the site.'),
  workedNumber('records', 'Records', 'Last digits, pairs of successive numbers, records old enough, or days with records.'),
  worked('share_of', 'Share of', 'What the two shares measure.', { width: 200 }),
  workedNumber('share', 'Share at the site', 'In per cent; for a spread, a multiple of the usual one.', 2),
  workedNumber('others', 'Share elsewhere', 'The same of all other sites together.', 2),
  workedNumber(
    'chance',
    'Adjusted chance',
    'Probability of a difference this large among the same number of subjects drawn at random, adjusted for multiple comparisons (Holm).',
    4,
  ),
  worked('asked', 'Asked', 'Y: the adjusted probability is below 0.05.', { kind: 'flag', width: 80 }),
  worked('question', 'Question', 'The question for the site; there may be a simple reason.', { width: 420 }),
];
