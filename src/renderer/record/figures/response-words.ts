import type { Spider, SpiderLine, Swimmer, SwimmerLane, Waterfall } from '../../../shared/derive/response-charts.ts';
import { isDecrease, thresholds, type Window } from '../../../shared/derive/response-course.ts';
import type { Sentence } from './figure.ts';
import { coursesWords, namesOf, shareWords } from './omission-words.ts';
import { formatCount } from '../../../shared/format-count.ts';

/** "−63.9 %", "+12.0 %", "0.0 %". Uses more than one decimal, at most six, if rounding would show a threshold exactly: "−29.96 %". */
export function percentWords(percent: number): string {
  let decimals = 1;
  while (decimals < mostDecimals && showsThreshold(percent, decimals)) decimals += 1;
  return `${signed(percent, decimals)} %`;
}

const mostDecimals = 6;

function showsThreshold(percent: number, decimals: number): boolean {
  const shown = Number(percent.toFixed(decimals));
  return shown !== percent && (shown === thresholds.decrease || shown === thresholds.increase);
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

/** "14 of 22 subjects had a smaller target sum than at baseline, 8 of them by 30 % or more." */
export function waterfallSentence({ bars }: Waterfall): Sentence {
  if (bars.length === 0) return ['No subject has a target sum at baseline and after it.'];
  const smaller = bars.filter(({ percent }) => percent < 0).length;
  const response = bars.filter(({ percent }) => isDecrease(percent)).length;
  return [
    { strong: `${formatCount(smaller)} of ${formatCount(bars.length)}` },
    `${coursesWords(bars).slice(formatCount(bars.length).length)} had a smaller target sum than at baseline, `,
    { strong: formatCount(response) },
    ` of them by 30 % or more. Labels show the best reported response, unconfirmed.`,
  ];
}

export function waterfallCaption({ bars, omitted }: Waterfall, window: Window, filter: string): string {
  const counted = window === 'all' ? 'all assessments' : 'up to and including first PD';
  const clipped = bars.filter(({ percent }) => percent > 100).length;
  return sentences([
    `${shareWords(bars, omitted)}, ${counted}`,
    clipped === 0
      ? ''
      : `${clipped === 1 ? 'A bar over +100 % ends' : `${formatCount(clipped)} bars over +100 % end`} there, with the value on top`,
    bars.some(({ best }) => best === 'NON-CR/NON-PD') ? 'NN is Non-CR/Non-PD' : '',
    'The +20 % line is a guide only: the baseline need not be the smallest sum',
    filter,
  ]);
}

/** A period in weeks in which a sum stayed at −30 % or lower, from the first to the last of these assessments. */
interface LongFall {
  /** Label of the line. */
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly leastAt: number;
}

/** The longest-lasting decrease by 30 % or more; null if there is none. */
export function longestFall(lines: readonly SpiderLine[]): LongFall | null {
  const falls = lines.flatMap(fallsOf);
  return falls.reduce<LongFall | null>((longest, fall) => (longest === null || lasted(fall) > lasted(longest) ? fall : longest), null);
}

function lasted({ from, to }: LongFall): number {
  return to - from;
}

function fallsOf({ label, points }: SpiderLine): readonly LongFall[] {
  const falls: LongFall[] = [];
  let isDown = false;
  for (const { weeks, percent } of points) {
    const before = isDown ? falls.pop() : undefined;
    isDown = isDecrease(percent);
    if (!isDown) {
      if (before !== undefined) falls.push(before);
    } else if (before === undefined) falls.push({ label, from: weeks, to: weeks, least: percent, leastAt: weeks });
    else falls.push({ ...before, to: weeks, ...(percent < before.least ? { least: percent, leastAt: weeks } : {}) });
  }
  return falls;
}

export function spiderSentence(lines: readonly SpiderLine[]): Sentence {
  if (lines.length === 0) return ['No subject has dated target sums at baseline and after it.'];
  const fall = longestFall(lines);
  if (fall === null) return [`No target sum fell by 30 % or more in ${coursesWords(lines)}.`];
  if (fall.to === fall.from)
    return [
      'No decrease of 30 % or more lasted for two assessments; ',
      { strong: fall.label },
      ` reached ${percentWords(fall.least)} at ${weekWords(fall.leastAt)}.`,
    ];
  return [
    'The longest-lasting decrease is in subject ',
    { strong: fall.label },
    `: −30 % or lower from ${weekWords(fall.from)} to ${weekWords(fall.to)}, lowest ${percentWords(fall.least)} at ${weekWords(fall.leastAt)}.`,
  ];
}

export function spiderCaption({ lines, omitted }: Spider, notExplained: readonly string[], filter: string): string {
  const above = lines.filter(({ points }) => points.some(({ percent }) => percent > 100)).map(({ label }) => label);
  return sentences([
    shareWords(lines, omitted),
    'Percent change from baseline; all dated assessments with a sum of the baseline lesions; diamonds mark PD',
    'The best reported response counts assessments up to and including first PD',
    above.length === 0 ? '' : `Above the axis, over +100 %: ${namesOf(above)}`,
    notExplained.length === 0 ? '' : `PD not explained by the target sum: ${namesOf(notExplained)}`,
    filter,
  ]);
}

/** "14 of 24 subjects were followed for 20 weeks or longer": the median follow-up, rounded down to a multiple of four weeks. */
export function swimmerSentence(lanes: readonly SwimmerLane[]): Sentence {
  const middle = lanes[Math.floor((lanes.length - 1) / 2)];
  if (middle === undefined) return ['No subject has a baseline assessment with a date.'];
  const weeks = Math.floor(middle.weeks / 4) * 4;
  if (weeks === 0) {
    const brief = lanes.filter((lane) => lane.weeks < 4).length;
    return [
      { strong: coursesWords(lanes) },
      ` ${lanes.length === 1 ? 'has' : 'have'} a baseline; ${formatCount(brief)} ${brief === 1 ? 'was' : 'were'} followed for less than 4 weeks.`,
    ];
  }
  const long = lanes.filter((lane) => lane.weeks >= weeks).length;
  return [
    { strong: `${formatCount(long)} of ${formatCount(lanes.length)}` },
    `${coursesWords(lanes).slice(formatCount(lanes.length).length)} ${lanes.length === 1 ? 'was' : 'were'} followed for ${String(weeks)} weeks or longer.`,
  ];
}

export function swimmerCaption({ lanes, omitted }: Swimmer, filter: string): string {
  return sentences([
    shareWords(lanes, omitted),
    'Bars run from the baseline scan to the last assessment; they are not time on treatment, which the service does not send',
    'Marks: response signed at each assessment',
    filter,
  ]);
}

function sentences(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ');
}
