import type { SiteComparison } from './site-comparison.ts';
import { significanceLevel } from './compare-sites.ts';
import { lateAfter, type SiteGroup } from './site-work.ts';
import { fewestSubjects, sitesFromWords, type SitesFrom } from './subject-sites.ts';
import { formatCountOf } from '../format-count.ts';

const groupWords: Readonly<Record<SiteGroup, string>> = {
  pressure: 'blood pressures',
  pulse: 'pulse rates',
  temperature: 'temperatures',
  weight: 'weights',
  labs: 'lab results',
};

type Topic = Pick<SiteComparison, 'kind' | 'group' | 'unit' | 'digits'>;

/** The title of a comparison: "Last digits of blood pressures". */
export function comparisonTitle({ kind, group, unit }: Topic): string {
  const of = group === null ? '' : groupWords[group];
  switch (kind) {
    case 'digits':
      return `Last digits of ${of}${unit === null ? '' : ` in ${unit}`}`;
    case 'spread':
      return `Spread of ${of} within subjects`;
    case 'repeats':
      return `${upper(of)} equal to the previous one`;
    case 'late':
      return `Records changed more than ${String(lateAfter)} days later`;
    case 'weekends':
      return 'Days on a Saturday or Sunday';
  }
}

/** What the share describes: "end in 0 or 5". */
export function shareWords({ kind, digits }: Topic): string {
  switch (kind) {
    case 'digits':
      return `end in ${either(digits)}`;
    case 'spread':
      return 'the usual spread';
    case 'repeats':
      return 'equal to the previous one';
    case 'late':
      return 'changed late';
    case 'weekends':
      return 'on a weekend';
  }
}

/** A share as shown in a table: percent, or a multiple. */
export function shareText({ kind }: Pick<SiteComparison, 'kind'>, share: number): string {
  return kind === 'spread' ? `${share.toFixed(2)} ×` : `${(100 * share).toFixed(1)} %`;
}

const causes: Readonly<Record<SiteGroup, string>> = {
  pressure: 'a manual cuff is used there',
  pulse: 'they are counted differently there',
  temperature: 'the thermometer there is read in coarser steps',
  weight: 'the scale there is read in coarser steps',
  labs: 'the laboratory there rounds them',
};

/** The question raised by a site that differs; a question because there may be a simple reason. */
export function comparisonQuestion({ site, ...comparison }: Topic & Pick<SiteComparison, 'site'>, from: SitesFrom): string {
  const { kind, group } = comparison;
  const of = group === null ? '' : groupWords[group];
  const whose = siteWords(site, from);
  switch (kind) {
    case 'digits':
      return `Do the ${of} of ${whose} end in ${either(comparison.digits)} more often because ${group === null ? '' : causes[group]}?`;
    case 'spread':
      return `Do the ${of} of each subject at ${whose} vary less because of how they are measured there, or because of who is treated there?`;
    case 'repeats':
      return `Are the ${of} at ${whose} equal to the previous value more often because they are rounded there, or copied from the previous visit?`;
    case 'late':
      return `Are records at ${whose} changed long after their date more often because the site was monitored later than others?`;
    case 'weekends':
      return `Is ${whose} open on Saturdays or Sundays, so that more of its visits are dated there?`;
  }
}

/** "site 701", "Performer group 1". */
export function siteWords(site: string, { kind }: SitesFrom): string {
  return kind === 'performer' ? site : `site ${site}`;
}

function either(digits: readonly number[]): string {
  const names = digits.map(String);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}

function upper(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

interface Said {
  readonly from: SitesFrom;
  readonly sites: number;
  readonly example: string | null;
  readonly subjects: number;
  readonly without: number;
}

/** How sites were derived, for how many subjects, and how many have none; with fewer than two sites, why nothing is compared. */
export function sitesSentence({ from, sites, example, subjects, without }: Said, filter: string | null): string {
  const whom = filter === null ? '' : ` (${filter})`;
  const made = sitesFromWords(from, from.kind === 'performer' ? null : example);
  if (from.kind === 'none')
    return `${made}: two groups of ${String(fewestSubjects)} subjects or more that share a part of their numbers, or a person who has most of their results, would be needed. Nothing is compared.`;
  const found = `${made}: ${formatCountOf(sites, 'site')} of ${formatCountOf(subjects, 'subject')}${whom}, ${formatCountOf(without, 'subject')} without one.`;
  return sites < 2 ? `${found} With fewer than two sites nothing is compared.` : found;
}

interface Judged {
  readonly looks: readonly Pick<SiteComparison, 'isAsked'>[];
  readonly tooFew: number;
  readonly isLedgerKnown: boolean;
}

/** How to read a table of comparisons. */
export function comparisonsSentence({ looks, tooFew, isLedgerKnown }: Judged): string {
  const asked = looks.filter(({ isAsked }) => isAsked).length;
  return (
    `${formatCountOf(looks.length, 'comparison')}, ${formatCountOf(asked, 'question')}. Each compares one site with all others, subject by subject; if no site differs, at most ${String(100 * significanceLevel)} in 100 studies get any question ` +
    '(permutation of subjects, Holm). Subjects and devices may differ between sites: a question is not a finding. ' +
    `${formatCountOf(tooFew, 'comparison')} with too few subjects or records ${tooFew === 1 ? 'is' : 'are'} not made.` +
    (isLedgerKnown ? '' : ' Late changes are not compared: no labs or vital signs have changed since their first load.')
  );
}
