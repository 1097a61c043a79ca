import type { LeftOut, OmittedSubject, SpiderLine, SwimmerLane, Waterfall } from '../../shared/derive/response-charts.ts';
import { thresholds, type Window } from '../../shared/derive/response-course.ts';
import { formatCount, formatCountOf } from '../format/numbers.ts';
import type { Sentence } from './figure.ts';

/** "−63.9 %", "+12.0 %", "0.0 %": one decimal, a true minus. */
export function percentWords(percent: number): string {
  return `${signed(percent, 1)} %`;
}

/** "−64", "+112", "0". */
export function signed(value: number, decimals = 0): string {
  const shown = Math.abs(value).toFixed(decimals);
  if (Number(shown) === 0) return shown;
  return `${value < 0 ? '−' : '+'}${shown}`;
}

/** "week 19", "week 6.4". */
export function weekWords(weeks: number): string {
  return `week ${String(Math.round(weeks * 10) / 10).replace('-', '−')}`;
}

const reasons: Readonly<Record<LeftOut, string>> = {
  'no-baseline': 'no baseline sum',
  'baseline-zero': 'a baseline sum of 0',
  'no-follow-up': 'no sum after baseline',
  'no-date': 'a baseline without a date',
};
export function reasonWords(because: LeftOut): string {
  return reasons[because];
}

/** Names beyond this are counted: the table has them all. */
const mostNamed = 12;

/** "Not drawn, no sum after baseline: 0044, 0058; no baseline sum: 0060." Nothing where all are drawn. */
export function omittedWords(omitted: readonly OmittedSubject[]): string {
  const parts = (Object.keys(reasons) as LeftOut[]).flatMap((because) => {
    const subjects = omitted.filter((one) => one.because === because).map(({ subject }) => subject);
    if (subjects.length === 0) return [];
    const more = subjects.length - mostNamed;
    const names = subjects.slice(0, mostNamed).join(', ');
    return [`${reasons[because]}: ${names}${more > 0 ? ` and ${formatCount(more)} more (see the table)` : ''}`];
  });
  return parts.length === 0 ? '' : `Not drawn, ${parts.join('; ')}.`;
}

/** "14 of 22 subjects had a smaller target sum than at baseline, 8 of them by 30 % or more." */
export function waterfallSentence({ bars }: Waterfall): Sentence {
  if (bars.length === 0) return ['No subject has a target sum at baseline and after it.'];
  const smaller = bars.filter(({ percent }) => percent < 0).length;
  const response = bars.filter(({ percent }) => percent <= thresholds.decrease + 1e-9).length;
  const subjects = bars.length === 1 ? 'subject' : 'subjects';
  return [
    { strong: `${formatCount(smaller)} of ${formatCount(bars.length)}` },
    ` ${subjects} had a smaller target sum than at baseline, `,
    { strong: formatCount(response) },
    ` of them by 30 % or more. Bars carry the best reported response, unconfirmed.`,
  ];
}

/** What of the waterfall must be known to read it. */
export function waterfallCaption({ bars, omitted }: Waterfall, window: Window, filter: string): string {
  const all = bars.length + omitted.length;
  const counted = window === 'all' ? 'all assessments' : 'up to and including first PD';
  const clipped = bars.filter(({ percent }) => percent > 100).length;
  return sentences([
    `n = ${formatCount(bars.length)} of ${formatCountOf(all, 'subject')} with assessments, ${counted}`,
    omittedWords(omitted),
    clipped === 0
      ? ''
      : `${clipped === 1 ? 'A bar over +100 % ends' : `${formatCount(clipped)} bars over +100 % end`} there, with the number on top`,
    bars.some(({ best }) => best === 'NON-CR/NON-PD') ? 'NN is Non-CR/Non-PD' : '',
    'The +20 % line is guidance only: the baseline need not be the smallest sum',
    filter,
  ]);
}

/** How long a sum stayed at −30 % or lower without a break: from the first to the last of these assessments. */
interface LongFall {
  readonly subject: string;
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly leastAt: number;
}

/** The fall by 30 % or more that lasted longest; null where there is none. */
export function longestFall(lines: readonly SpiderLine[]): LongFall | null {
  const falls = lines.flatMap(fallsOf);
  return falls.reduce<LongFall | null>((longest, fall) => (longest === null || lasted(fall) > lasted(longest) ? fall : longest), null);
}

function lasted({ from, to }: LongFall): number {
  return to - from;
}

function fallsOf({ subject, points }: SpiderLine): readonly LongFall[] {
  const falls: LongFall[] = [];
  let isDown = false;
  for (const { weeks, percent } of points) {
    const before = isDown ? falls.pop() : undefined;
    isDown = percent <= thresholds.decrease + 1e-9;
    if (!isDown) {
      if (before !== undefined) falls.push(before);
    } else if (before === undefined) falls.push({ subject, from: weeks, to: weeks, least: percent, leastAt: weeks });
    else falls.push({ ...before, to: weeks, ...(percent < before.least ? { least: percent, leastAt: weeks } : {}) });
  }
  return falls;
}

export function spiderSentence(lines: readonly SpiderLine[]): Sentence {
  if (lines.length === 0) return ['No subject has dated target sums at baseline and after it.'];
  const fall = longestFall(lines);
  if (fall === null) return [`No target sum fell by 30 % or more, of ${formatCountOf(lines.length, 'subject')}.`];
  if (fall.to === fall.from)
    return [
      'No fall by 30 % or more lasted over two assessments; ',
      { strong: fall.subject },
      ` reached ${percentWords(fall.least)} at ${weekWords(fall.leastAt)}.`,
    ];
  return [
    'The longest lasting fall is subject ',
    { strong: fall.subject },
    `: −30 % or lower from ${weekWords(fall.from)} to ${weekWords(fall.to)}, lowest ${percentWords(fall.least)} at ${weekWords(fall.leastAt)}.`,
  ];
}

export function spiderCaption(
  lines: readonly SpiderLine[],
  omitted: readonly OmittedSubject[],
  notExplained: readonly string[],
  filter: string,
): string {
  const above = lines.filter(({ points }) => points.some(({ percent }) => percent > 100)).map(({ subject }) => subject);
  return sentences([
    `n = ${formatCount(lines.length)} of ${formatCountOf(lines.length + omitted.length, 'subject')} with assessments`,
    'Percent change from baseline, all assessments that have a sum and a date; diamonds mark PD',
    above.length === 0 ? '' : `Above the axis, over +100 %: ${namesOf(above)}`,
    notExplained.length === 0 ? '' : `PD not explained by the target sum: ${namesOf(notExplained)}`,
    omittedWords(omitted),
    filter,
  ]);
}

function namesOf(subjects: readonly string[]): string {
  const more = subjects.length - mostNamed;
  return `${subjects.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

/** "14 of 24 subjects were followed for 20 weeks or longer": about half of them, in whole steps of four weeks. */
export function swimmerSentence(lanes: readonly SwimmerLane[]): Sentence {
  const middle = lanes[Math.floor((lanes.length - 1) / 2)];
  if (middle === undefined) return ['No subject has a baseline assessment with a date.'];
  const weeks = Math.floor(middle.weeks / 4) * 4;
  if (weeks === 0)
    return [{ strong: formatCount(lanes.length) }, ' subjects have a baseline; half of them were followed for less than 4 weeks.'];
  const long = lanes.filter((lane) => lane.weeks >= weeks).length;
  return [
    { strong: `${formatCount(long)} of ${formatCount(lanes.length)}` },
    ` ${lanes.length === 1 ? 'subject was' : 'subjects were'} followed for ${String(weeks)} weeks or longer.`,
  ];
}

export function swimmerCaption(lanes: readonly SwimmerLane[], omitted: readonly OmittedSubject[], filter: string): string {
  return sentences([
    `n = ${formatCount(lanes.length)} of ${formatCountOf(lanes.length + omitted.length, 'subject')} with assessments`,
    'Bars run from the baseline scan to the last assessment; they are not time on treatment, which the service does not send',
    'Marks: response signed off at each assessment',
    omittedWords(omitted),
    filter,
  ]);
}

function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
}
