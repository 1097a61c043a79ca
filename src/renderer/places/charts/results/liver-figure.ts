import { hysLaw } from '../../../../shared/derive/hys-law.ts';
import {
  plotted,
  whyNot,
  type LiverScreening,
  type PlottedSubject,
  type ScreenedSubject,
} from '../../../../shared/derive/liver-screening.ts';
import type { Figure, LegendItem, Sentence } from '../../../record/figures/figure.ts';
import { drawLiver } from './liver-plot.tsx';
import { quadrants, timesWords, windowWords } from './liver-words.ts';
import { liverOmissions, circle, diamond, hollowSquare } from './result-omissions.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Lists only the shapes that occur. */
function legendOf(drawn: readonly PlottedSubject[], within: string): readonly LegendItem[] {
  const both = drawn.filter(({ screen }) => screen.quadrant === 'both');
  const near = both.filter(({ screen }) => screen.withinDays === true).length;
  const items = [
    { of: near, shape: diamond(6, 6, 4), color: 'var(--high-line)', words: `Both ${within}` },
    { of: both.length - near, shape: hollowSquare(6, 6, 4), color: 'var(--high-line)', words: 'Both, outside the window' },
    { of: drawn.length - both.length, shape: circle(6, 6, 4), color: 'var(--series)', words: 'Not both' },
  ];
  return items.flatMap(({ of, ...item }) => (of > 0 ? [item] : []));
}

interface LiverFacts {
  readonly filter: string;
  /** Why nothing can be screened; null if something can. */
  readonly nothing: string | null;
}

/** The eDISH plot: peak ALT or AST against peak total bilirubin, both as multiples of the upper limit of their own records. */
export function liverFigure(screening: LiverScreening, { filter, nothing }: LiverFacts): Figure {
  const drawn = plotted(screening);
  const isDrawn = new Set(drawn.map(({ subject }) => subject));
  const within = windowWords(screening.window);
  return {
    name: 'liver-screen',
    title: 'Liver screen: peak ALT or AST by peak total bilirubin',
    dataset: 'labs',
    sentence: nothing === null ? liverSentence(drawn, within) : ['These subjects cannot be screened.'],
    caption: liverCaption(screening, drawn, filter),
    omissions: liverOmissions(screening),
    omittedAs: 'Not drawn or counted',
    legend: legendOf(drawn, within),
    nothing:
      nothing ??
      (drawn.length > 0 ? null : 'Nothing to draw: no subject has both ALT or AST and total bilirubin with a readable upper limit.'),
    draw: (size) => drawLiver(drawn, within, size),
    fileHeight: 560,
    table: {
      columns: [
        { title: 'Subject' },
        { title: 'Peak ALT, × ULN', right: true },
        { title: 'Peak AST, × ULN', right: true },
        { title: 'Peak bilirubin, × ULN', right: true },
        { title: 'Peak ALP, × ULN', right: true },
        { title: 'R ratio', right: true },
        { title: 'Initial cholestasis' },
        { title: 'Lies' },
        { title: `Both ${within}` },
      ],
      rows: screening.subjects.map((one) => {
        const { subject, screen, peaks } = one;
        const near = screen.quadrant === 'both' ? (screen.withinDays === true ? 'yes' : 'no') : '';
        const lies = isDrawn.has(subject) && screen.quadrant !== null ? quadrants[screen.quadrant] : `not drawn: ${whyNot(one)}`;
        return {
          key: subject,
          subject,
          cells: [subject, timesWords(peaks.ALT), timesWords(peaks.AST), timesWords(peaks.BILI), ...cholestasisCells(one), lies, near],
        };
      }),
    },
  };
}

function cholestasisCells({ peaks, screen: { ratio, cholestasis } }: ScreenedSubject): readonly string[] {
  return [
    timesWords(peaks.ALP),
    ratio === null ? 'missing' : ratio.toFixed(1),
    cholestasis === null ? 'missing' : cholestasis ? 'yes' : 'no',
  ];
}

function liverSentence(drawn: readonly PlottedSubject[], within: string): Sentence {
  const both = drawn.filter(({ screen }) => screen.quadrant === 'both');
  const near = both.filter(({ screen }) => screen.withinDays === true);
  const cholestatic = near.filter(({ screen }) => screen.cholestasis === true).length;
  return [
    { strong: `${formatCount(both.length)} of ${formatCount(drawn.length)}` },
    ` subjects reached ${String(hysLaw.transaminase)} × ULN of ALT or AST and rose above ${String(hysLaw.bilirubin)} × ULN of total bilirubin, `,
    { strong: formatCount(near.length) },
    ` of them ${within}`,
    ...(cholestatic === 0 ? [] : [', ', { strong: formatCount(cholestatic) }, ' of these with initial cholestasis']),
    '.',
  ];
}

function liverCaption(screening: LiverScreening, drawn: readonly PlottedSubject[], filter: string): string {
  return [
    `n = ${formatCountOf(drawn.length, 'subject')} of ${formatCount(screening.subjects.length)} with ${formatCountOf(screening.results, 'result')} of ALT, AST, total bilirubin or ALP. ${filter}.`,
    'Peak results at any time, relative to the upper limit of the same record. A result reported only as above a limit counts as at least that value. Logarithmic axes.',
    `Initial cholestasis: alkaline phosphatase of ${String(hysLaw.cholestasis)} × ULN or more no later than bilirubin. R ratio: (ALT ÷ ULN) ÷ (ALP ÷ ULN) at peak ALT, missing if that is only known to be above or below a limit. Limits: FDA 2009.`,
    'Open a subject to see the medications being taken on the days of the two peaks.',
    'A subject in the upper right quadrant needs a narrative review; this alone does not make a Hy’s Law case.',
  ].join(' ');
}
