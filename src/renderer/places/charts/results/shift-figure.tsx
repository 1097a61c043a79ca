import type { ReactNode } from 'react';
import type { Direction, ShiftCategory } from '../../../../shared/derive/subject-summary.ts';
import type { Box, Drawing, Figure, Mark, Sentence, Size } from '../../../record/figures/figure.ts';
import { categories, directions, isWorse, shifted, subjectsIn, type Shifts, type ShownValue } from '../../../../shared/derive/shifts.ts';
import type { NamedTest } from '../../../../shared/derive/other-names.ts';
import { otherNameOmissions, shiftCodeCounts, shiftOmissions } from './result-omissions.ts';
import { beyondSign, withUnit } from './trend-words.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

const words: Readonly<Record<ShiftCategory, string>> = { LOW: 'Low', NORMAL: 'Normal', HIGH: 'High', MISSING: 'Missing' };
const titles: Readonly<Record<Direction, string>> = { low: 'Lowest category after baseline', high: 'Highest category after baseline' };

interface ShiftFacts {
  readonly anchor: string;
  readonly filter: string;
  /** All tests, of which one is shown. */
  readonly tests?: readonly NamedTest[];
}

/** Category at baseline by worst category after it, with one table towards low and one towards high. */
export function shiftFigure(shifts: Shifts, { anchor, filter, tests = [] }: ShiftFacts): Figure {
  const { test, subjects } = shifts;
  return {
    name: 'shift-table',
    title: `Shifts of ${test} from baseline`,
    dataset: 'labs',
    sentence: shiftSentence(shifts),
    caption: shiftCaption(shifts, anchor, filter),
    omissions: [...shiftOmissions(shifts), ...otherNameOmissions(tests, [test])],
    omittedAs: 'Not counted',
    counted: shiftCodeCounts(shifts),
    legend: [],
    nothing: subjects.length > 0 ? null : `Nothing to count: no subject with ${anchor} has a dated result for ${test}.`,
    draw: (size) => drawShifts(shifts, size),
    fileHeight: 340,
    table: {
      columns: [
        { title: 'Subject' },
        { title: 'Baseline', right: true },
        { title: 'Category at baseline' },
        { title: 'Lowest after', right: true },
        { title: 'Shift towards low' },
        { title: 'Highest after', right: true },
        { title: 'Shift towards high' },
      ],
      rows: subjects.map(({ subject, baseline, worst, values }) => ({
        key: subject,
        subject,
        cells: [
          subject,
          valueWords(values.baseline),
          words[baseline],
          valueWords(values.low),
          `${baseline} to ${worst.low}`,
          valueWords(values.high),
          `${baseline} to ${worst.high}`,
        ],
      })),
    },
  };
}

function valueWords(shown: ShownValue | null): string {
  return shown === null ? 'missing' : `${beyondSign(shown.beyond)}${withUnit(shown.value, shown.unit)}`;
}

function shiftSentence(shifts: Shifts): Sentence {
  const [low, high] = [shifted(shifts, 'low'), shifted(shifts, 'high')];
  return [
    { strong: `${formatCount(high.worse)} of ${formatCount(high.of)}` },
    ' subjects with both categories shifted upwards, ',
    { strong: `${formatCount(low.worse)} of ${formatCount(low.of)}` },
    ' downwards.',
  ];
}

function shiftCaption({ subjects, test, otherUnits, bounds }: Shifts, anchor: string, filter: string): string {
  return [
    `n = ${formatCountOf(subjects.length, 'subject')} with results of ${test}. ${filter}.`,
    `Baseline: the last result on or before ${anchor}; after it: all later days. Categories use each result's own reference range. Missing: no result, or no result with a readable range.`,
    'Shaded cells are further in that direction than the baseline.',
    otherUnits.count > 0
      ? `${formatCountOf(otherUnits.count, 'result')} in units that cannot be converted counted by ${otherUnits.count === 1 ? 'its own range' : 'their own ranges'}.`
      : '',
    bounds > 0
      ? `${formatCountOf(bounds, 'result')} reported only as above or below a limit counted where the limit decides the category.`
      : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
}

const least = { head: 62, name: 92, cell: 30 };
const gap = 28;

/** Both tables side by side, or one below the other if the drawing is narrow. */
function drawShifts(shifts: Shifts, { width, height }: Size): Drawing {
  const beside = width >= 640;
  const wide = Math.min(620, beside ? (width - gap) / 2 : width);
  const room = (beside ? height : height / 2) - least.head - 24;
  const tall = Math.max(least.cell, Math.min(96, Math.floor(room / categories.length)));
  const tableHeight = least.head + tall * categories.length + 24;
  const tables = directions.map((direction, at) => ({
    direction,
    box: { x: beside ? at * (wide + gap) : 0, y: beside ? 0 : at * tableHeight, width: wide, height: tableHeight },
  }));
  const cells = tables.map(({ direction, box }) => cellsOf(shifts, direction, box, tall));
  return {
    picture: tables.map(({ direction, box }, at) => (
      <ShiftTable key={direction} direction={direction} box={box} cells={cells[at] ?? []} tall={tall} />
    )),
    height: Math.max(height, beside ? tableHeight : 2 * tableHeight),
    rows: beside
      ? categories.map((_, row) => cells.flatMap((ofTable) => marksOf(ofTable.filter((cell) => cell.row === row))))
      : cells.flatMap((ofTable) => categories.map((_, row) => marksOf(ofTable.filter((cell) => cell.row === row)))),
    brush: null,
  };
}

interface ShiftCell {
  readonly direction: Direction;
  readonly baseline: ShiftCategory;
  readonly worst: ShiftCategory;
  readonly row: number;
  readonly box: Box;
  readonly subjects: number;
  /** Number of subjects with this category at baseline. */
  readonly of: number;
}

function cellsOf(shifts: Shifts, direction: Direction, { x, y, width }: Box, tall: number): readonly ShiftCell[] {
  const wide = (width - least.name) / categories.length;
  return categories.flatMap((baseline, row) => {
    const of = shifts.subjects.filter((one) => one.baseline === baseline).length;
    return categories.map((worst, column): ShiftCell => {
      const box = { x: x + least.name + column * wide, y: y + least.head + row * tall, width: wide, height: tall };
      return { direction, baseline, worst, row, box, subjects: subjectsIn(shifts, direction, baseline, worst).length, of };
    });
  });
}

interface ShiftTableProps {
  readonly direction: Direction;
  readonly box: Box;
  readonly cells: readonly ShiftCell[];
  readonly tall: number;
}

function ShiftTable({ direction, box, cells, tall }: ShiftTableProps): ReactNode {
  const wide = (box.width - least.name) / categories.length;
  return (
    <g data-direction={direction}>
      <text x={box.x + least.name} y={box.y + 18} fill="var(--text)" fontWeight={600}>
        {titles[direction]}
      </text>
      {categories.map((category, at) => (
        <g key={category}>
          <text x={box.x + least.name + (at + 0.5) * wide} y={box.y + least.head - 10} textAnchor="middle" fill="var(--text-2)">
            {words[category]}
          </text>
          <text x={box.x + least.name - 12} y={box.y + least.head + (at + 0.5) * tall + 4} textAnchor="end" fill="var(--text-2)">
            {words[category]}
            <tspan fill="var(--text-3)" dx={5}>
              {formatCount(cells.find(({ row }) => row === at)?.of ?? 0)}
            </tspan>
          </text>
        </g>
      ))}
      <text x={box.x + least.name - 12} y={box.y + least.head - 10} textAnchor="end" fill="var(--text-3)">
        Baseline
      </text>
      {cells.map((cell) => (
        <Cell key={`${cell.baseline} ${cell.worst}`} cell={cell} />
      ))}
    </g>
  );
}

/** Counts of 0 are not shaded. A worse category is, darker the larger its share of the row. */
function Cell({ cell: { direction, baseline, worst, box, subjects, of } }: { readonly cell: ShiftCell }): ReactNode {
  const isDarker = isWorse(direction, baseline, worst) && subjects > 0;
  const share = of === 0 ? 0 : subjects / of;
  const colour = direction === 'high' ? 'var(--high-line)' : 'var(--low-line)';
  return (
    <g data-cell={`${baseline} to ${worst}`}>
      <rect
        x={box.x + 1}
        y={box.y + 1}
        width={box.width - 2}
        height={box.height - 2}
        rx={3}
        fill="var(--surface-2)"
        stroke={baseline === worst ? 'var(--line-2)' : 'none'}
      />
      {isDarker && (
        <rect
          x={box.x + 1}
          y={box.y + 1}
          width={box.width - 2}
          height={box.height - 2}
          rx={3}
          fill={colour}
          opacity={0.12 + 0.18 * share}
        />
      )}
      <text
        x={box.x + box.width / 2}
        y={box.y + box.height / 2 + 5}
        textAnchor="middle"
        fontSize={13}
        fontWeight={subjects > 0 ? 600 : 400}
        fill={subjects > 0 ? 'var(--text)' : 'var(--text-3)'}
      >
        {formatCount(subjects)}
        {subjects > 0 && (
          <tspan dx={5} fontSize={11} fontWeight={400} fill="var(--text-2)">
            {`${String(Math.round(100 * share))} %`}
          </tspan>
        )}
      </text>
    </g>
  );
}

function marksOf(cells: readonly ShiftCell[]): readonly Mark[] {
  return cells.map(({ direction, baseline, worst, box, subjects, of }) => ({
    id: `${direction} ${baseline} ${worst}`,
    subject: null,
    says: [
      `${baseline} to ${worst}`,
      `Towards ${direction}: ${formatCount(subjects)} of ${formatCountOf(of, 'subject')} that are ${words[baseline].toLowerCase()} at baseline`,
      ...(subjects > 0 ? ['Open their results'] : []),
    ],
    box,
  }));
}

/** The subjects counted in the cell of a mark; empty if there is no such cell. */
export function subjectsOfMark(shifts: Shifts, { id }: Pick<Mark, 'id'>): readonly string[] {
  for (const direction of directions)
    for (const baseline of categories)
      for (const worst of categories)
        if (id === `${direction} ${baseline} ${worst}`) return subjectsIn(shifts, direction, baseline, worst).map(({ subject }) => subject);
  return [];
}
