import type { ReactNode } from 'react';
import { responseRates, type Endpoints, type ResponseRate, type ResponseRates } from '../../../../shared/derive/endpoints.ts';
import type { ShareInterval } from '../../../../shared/statistics/exact-interval.ts';
import type { Box, Drawing, Figure, Mark, Omission, Sentence, Size } from '../../../record/figures/figure.ts';
import { responseStyles, shapePath, shownResponse } from '../../../record/figures/response-style.ts';
import { formatCountOf } from '../../../../shared/format-count.ts';

const kinds = [
  { name: 'signed', title: 'As signed' },
  { name: 'confirmed', title: 'Confirmed' },
] as const;
type Kind = (typeof kinds)[number]['name'];

interface Line {
  readonly id: string;
  readonly title: string;
  /** Best overall response; null for a rate and for subjects not assessed after baseline. */
  readonly code: string | null;
  readonly isRate: boolean;
  readonly of: Readonly<Record<Kind, ResponseRate>>;
}

interface Words {
  readonly filter: string;
  readonly rules: string;
  readonly omissions: readonly Omission[];
}

/** Subjects by best overall response, as signed and confirmed, with both rates and their exact intervals. */
export function ratesFigure(endpoints: Endpoints, { filter, rules, omissions }: Words): Figure {
  const rates = { signed: responseRates(endpoints, false), confirmed: responseRates(endpoints, true) };
  const lines = linesOf(rates);
  return {
    name: 'best-overall-response',
    title: 'Best overall response',
    dataset: 'responses',
    sentence: ratesSentence(rates),
    caption: `n = ${formatCountOf(rates.signed.of, 'subject')} with a baseline assessment, the denominator of all percentages. ${filter}. ${rules} Disease control: CR, PR, SD or Non-CR/Non-PD. The waterfall shows only courses with a target sum and counts SD from any day, so its best responses can differ from the signed ones. Intervals are exact (Clopper-Pearson, 95 %).`,
    omissions,
    omittedAs: 'Not counted',
    legend: [],
    nothing: rates.signed.of > 0 ? null : 'Nothing to count: no subject has both a baseline assessment and a reference day.',
    draw: (size) => drawRates(lines, rates.signed.of, size),
    fileHeight: head + tall * lines.length + 20,
    table: {
      columns: [{ title: 'Subject' }, { title: 'Best overall response' }, { title: 'Confirmed' }],
      rows: endpoints.subjects.map(({ subject, best, confirmedBest }) => ({
        key: subject,
        subject,
        cells: [subject, wordsOf(best), wordsOf(confirmedBest)],
      })),
    },
  };
}

function wordsOf(code: string | null): string {
  return code === null ? 'not assessed after baseline' : responseStyles[shownResponse(code)].words;
}

type BothRates = Readonly<Record<Kind, ResponseRates>>;

function ratesSentence({ signed, confirmed }: BothRates): Sentence {
  return [
    { strong: `Objective response ${percentOf(confirmed.response.interval)}` },
    ` confirmed (${intervalWords(confirmed.response.interval)}), `,
    { strong: percentOf(signed.response.interval) },
    ' as signed; disease control ',
    { strong: percentOf(confirmed.control.interval) },
    ` (${intervalWords(confirmed.control.interval)}).`,
  ];
}

function percentOf(rate: ShareInterval | null): string {
  return rate === null ? 'none' : `${(100 * rate.share).toFixed(1)} %`;
}

function intervalWords(rate: ShareInterval | null): string {
  return rate === null ? 'of nobody' : `95 % interval ${(100 * rate.low).toFixed(1)} to ${(100 * rate.high).toFixed(1)} %`;
}

function linesOf({ signed, confirmed }: BothRates): readonly Line[] {
  const ofCodes = signed.counts.map(({ code, subjects }, at): Line => {
    const other = confirmed.counts[at]?.subjects ?? [];
    return {
      id: code ?? 'none',
      title: wordsOf(code),
      code,
      isRate: false,
      of: { signed: { subjects, interval: null }, confirmed: { subjects: other, interval: null } },
    };
  });
  const rate = (id: string, title: string, which: 'response' | 'control'): Line => ({
    ...{ id, title, code: null, isRate: true },
    of: { signed: signed[which], confirmed: confirmed[which] },
  });
  return [
    ...ofCodes.filter(({ of }) => of.signed.subjects.length + of.confirmed.subjects.length > 0),
    rate('ORR', 'Objective response (CR, PR)', 'response'),
    rate('DCR', 'Disease control', 'control'),
  ];
}

const head = 36;
const tall = 32;
const label = 210;

function drawRates(lines: readonly Line[], all: number, { width, height }: Size): Drawing {
  const wide = Math.min(320, (width - label) / kinds.length);
  const cells = lines.map((line, row) =>
    kinds.map(({ name }, at) => ({ line, name, box: { x: label + at * wide, y: head + row * tall, width: wide, height: tall } })),
  );
  return {
    picture: (
      <g>
        {kinds.map(({ name, title }, at) => (
          <text key={name} x={label + at * wide + 12} y={20} fill="var(--text)" fontWeight={600}>
            {title}
          </text>
        ))}
        {lines.map((line, row) => (
          <g key={line.id} data-response={line.id}>
            {line.code !== null && (
              <path
                d={shapePath(shownResponse(line.code), 8, head + (row + 0.5) * tall, 5)}
                fill={responseStyles[shownResponse(line.code)].color}
              />
            )}
            <text x={line.isRate ? 0 : 22} y={head + (row + 0.5) * tall + 4} fill="var(--text)" fontWeight={line.isRate ? 600 : 400}>
              {line.title}
            </text>
            {(cells[row] ?? []).map(({ name, box }) => (
              <RateCell key={name} line={line} kind={name} box={box} all={all} />
            ))}
          </g>
        ))}
      </g>
    ),
    height: Math.max(height, head + tall * lines.length + 8),
    rows: cells.map((row) => row.map(({ line, name, box }) => markOf(line, name, { box, all }))),
    brush: null,
  };
}

interface RateCellProps {
  readonly line: Line;
  readonly kind: Kind;
  readonly box: Box;
  readonly all: number;
}

/** The count, its share as a bar, and the interval of a rate as a line with end caps. */
function RateCell({ line, kind, box, all }: RateCellProps): ReactNode {
  const { subjects, interval } = line.of[kind];
  const share = all === 0 ? 0 : subjects.length / all;
  const from = box.x + 92;
  const room = box.width - 104;
  const middle = box.y + box.height / 2;
  const color = line.code === null ? 'var(--series)' : responseStyles[shownResponse(line.code)].color;
  return (
    <g data-cell={kind}>
      <text x={box.x + 12} y={middle + 4} fill={subjects.length > 0 ? 'var(--text)' : 'var(--text-3)'} fontWeight={600}>
        {subjects.length}
        <tspan dx={6} fontWeight={400} fill="var(--text-2)">
          {(100 * share).toFixed(1)} %
        </tspan>
      </text>
      <rect x={from} y={middle - 6} width={Math.max(0, room)} height={12} rx={2} fill="var(--surface-2)" />
      <rect x={from} y={middle - 6} width={Math.max(0, room * share)} height={12} rx={2} fill={color} opacity={line.isRate ? 0.55 : 1} />
      {interval !== null && (
        <path
          d={`M${String(from + room * interval.low)} ${String(middle)}H${String(from + room * interval.high)}m0 -5v10M${String(from + room * interval.low)} ${String(middle - 5)}v10`}
          stroke="var(--text)"
          strokeWidth={1.25}
          fill="none"
        />
      )}
    </g>
  );
}

function markOf(line: Line, kind: Kind, { box, all }: { readonly box: Box; readonly all: number }): Mark {
  const { subjects, interval } = line.of[kind];
  return {
    id: `${kind} ${line.id}`,
    subject: null,
    says: [
      `${line.title}, ${kind === 'signed' ? 'as signed' : 'confirmed'}`,
      `${String(subjects.length)} of ${formatCountOf(all, 'subject')}`,
      ...(interval === null ? [] : [intervalWords(interval)]),
      ...(subjects.length > 0 ? ['Open their assessments'] : []),
    ],
    box,
  };
}

/** The subjects counted in the cell of a mark. */
export function subjectsOfRate(endpoints: Endpoints, { id }: Pick<Mark, 'id'>): readonly string[] {
  const lines = linesOf({ signed: responseRates(endpoints, false), confirmed: responseRates(endpoints, true) });
  for (const line of lines) for (const { name } of kinds) if (id === `${name} ${line.id}`) return line.of[name].subjects;
  return [];
}
