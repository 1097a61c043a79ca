import type { ReactNode } from 'react';
import type { Output } from '../../../../shared/contract.ts';
import {
  textWidth,
  type Box,
  type Drawing,
  type Figure,
  type Mark,
  type Omission,
  type Sentence,
  type Size,
} from '../../../record/figures/figure.ts';
import { fitEnd } from '../../../ui/format/text-width.ts';
import { resultOmission } from './result-omissions.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

export type Grades = Output<'results.grades'>;
type GradedTest = Grades['tests'][number];

const shownGrades = [0, 1, 2, 3, 4] as const;
type ShownGrade = (typeof shownGrades)[number];

interface GradeFacts {
  /** Descriptions of the anchor and of the subject filter. */
  readonly anchor: string;
  readonly filter: string;
}

/** Subjects by worst grade after the anchor, with one line per test and direction. */
export function gradesFigure(grades: Grades, { anchor, filter }: GradeFacts): Figure {
  const tests = grades.tests.filter(({ subjects }) => subjects.length > 0);
  const [drawn, before] = [tests.filter(isGradedAfter), tests.filter((test) => !isGradedAfter(test))];
  return {
    name: 'ctcae-grades',
    title: `Worst CTCAE ${grades.version} grade after baseline`,
    dataset: 'labs',
    sentence: gradesSentence(tests),
    caption: [
      `n = ${formatCountOf(peopleIn(tests).size, 'subject')} with a graded result. ${filter}.`,
      `After baseline means all days after ${anchor}. The baseline grade is that of the last graded result on or before that day. Grade 0: no criterion is met.`,
      'Where grades differ only by clinical signs or treatment, the most severe grade is shown. Total calcium is graded without albumin correction. Grades that depend on a baseline use that of the study’s default day, whichever anchor is chosen here.',
      ...(before.length === 0 ? [] : [`Graded at baseline only, so not drawn: ${before.map(labelOf).join(', ')}.`]),
    ].join(' '),
    omissions: gradeOmissions(grades),
    omittedAs: 'Not counted',
    legend: [],
    nothing:
      drawn.length > 0
        ? null
        : tests.length > 0
          ? `No graded result after ${anchor}.`
          : `Nothing to grade: no subject with ${anchor} has a result for a test that CTCAE ${grades.version} grades.`,
    draw: (size) => drawGrades(drawn, size),
    fileHeight: head + tall * drawn.length + 12,
    table: {
      columns: [
        { title: 'Subject' },
        { title: 'Test' },
        { title: 'CTCAE term', share: 2 },
        { title: 'Grade at baseline', right: true },
        { title: 'Worst grade after', right: true },
      ],
      rows: tests.flatMap(({ code, direction, term, subjects }) =>
        subjects.map(({ subject, baseline, worst }) => ({
          key: `${code} ${direction} ${subject}`,
          subject,
          cells: [subject, code, term, gradeWords(baseline), gradeWords(worst)],
        })),
      ),
    },
  };
}

function isGradedAfter({ subjects }: GradedTest): boolean {
  return subjects.some(({ worst }) => worst !== null);
}

function gradeWords(grade: number | null): string {
  return grade === null ? 'none' : String(grade);
}

function peopleIn(
  tests: readonly GradedTest[],
  isMeant: (one: GradedTest['subjects'][number]) => boolean = () => true,
): ReadonlySet<string> {
  return new Set(tests.flatMap(({ subjects }) => subjects.flatMap((one) => (isMeant(one) ? [one.subject] : []))));
}

/** The subjects with grade 3 or 4 after the anchor. */
export function severeSubjects({ tests }: Pick<Grades, 'tests'>): readonly string[] {
  return [...peopleIn(tests, ({ worst }) => (worst ?? 0) >= 3)].sort();
}

function gradesSentence(tests: readonly GradedTest[]): Sentence {
  const worse = peopleIn(tests, ({ baseline, worst }) => worst !== null && baseline !== null && worst > baseline).size;
  const all = peopleIn(tests).size;
  return [
    { strong: `${formatCount(severeSubjects({ tests }).length)} of ${formatCount(all)}` },
    ' subjects have grade 3 or 4 after baseline, ',
    { strong: formatCount(worse) },
    ' a higher grade than at baseline.',
  ];
}

function gradeOmissions({ ungraded, undated, nameless, ofUnanchored, unanchored }: Grades): readonly Omission[] {
  return [
    ...resultOmission(ungraded, 'after baseline that cannot be graded; see the column “Not graded” for the reason'),
    ...resultOmission(undated, 'without a complete, valid date'),
    ...resultOmission(nameless, 'without a subject'),
    ...resultOmission(ofUnanchored, `of ${formatCountOf(unanchored.length, 'subject')} without that anchor`),
  ];
}

const head = 44;
const tall = 28;
const widestLabel = 300;

function drawGrades(tests: readonly GradedTest[], { width, height }: Size): Drawing {
  const label = Math.min(widestLabel, width * 0.45, 12 + Math.max(...tests.map((test) => textWidth(labelOf(test))), 40));
  const wide = Math.min(110, (width - label) / shownGrades.length);
  const lines = tests.map((test, row) => cellsOf(test, { x: label, y: head + row * tall, width: wide, height: tall }));
  return {
    picture: (
      <g>
        <text x={label} y={16} fill="var(--text)" fontWeight={600}>
          Subjects by worst grade
        </text>
        {shownGrades.map((grade, at) => (
          <text key={grade} x={label + (at + 0.5) * wide} y={head - 8} textAnchor="middle" fill="var(--text-2)">
            {grade}
          </text>
        ))}
        {tests.map((test, row) => (
          <g key={`${test.code} ${test.direction}`} data-graded={`${test.code} ${test.direction}`}>
            <text x={0} y={head + (row + 0.5) * tall + 4} fill="var(--text)">
              {fitEnd(labelOf(test), label - 10, { size: 11 })}
            </text>
            {(lines[row] ?? []).map((cell) => (
              <GradeCell key={cell.grade} cell={cell} />
            ))}
          </g>
        ))}
      </g>
    ),
    height: Math.max(height, head + tall * tests.length + 8),
    rows: lines.map((cells) => cells.map(markOf)),
    brush: null,
  };
}

function labelOf({ term, code }: GradedTest): string {
  return `${term} (${code})`;
}

interface Cell {
  readonly test: GradedTest;
  readonly grade: ShownGrade;
  readonly box: Box;
  readonly subjects: number;
  /** Subjects with any grade after the anchor. */
  readonly of: number;
}

function cellsOf(test: GradedTest, { x, y, width, height }: Box): readonly Cell[] {
  const of = test.subjects.filter(({ worst }) => worst !== null).length;
  return shownGrades.map((grade, at) => ({
    ...{ test, grade, of },
    box: { x: x + at * width, y, width, height },
    subjects: subjectsWith(test, grade).length,
  }));
}

function subjectsWith({ subjects }: GradedTest, grade: number): readonly string[] {
  return subjects.flatMap(({ subject, worst }) => (worst === grade ? [subject] : []));
}

/** Grade 0 and counts of 0 are not shaded; higher grades are darker. */
function GradeCell({ cell: { test, grade, box, subjects } }: { readonly cell: Cell }): ReactNode {
  const isShaded = grade > 0 && subjects > 0;
  const place = { x: box.x + 1, y: box.y + 1, width: box.width - 2, height: box.height - 2, rx: 3 };
  return (
    <g data-cell={String(grade)}>
      <rect {...place} fill="var(--surface-2)" />
      {isShaded && (
        <rect {...place} fill={test.direction === 'high' ? 'var(--high-line)' : 'var(--low-line)'} opacity={0.06 + 0.1 * grade} />
      )}
      <text
        x={box.x + box.width / 2}
        y={box.y + box.height / 2 + 4}
        textAnchor="middle"
        fontSize={12}
        fontWeight={isShaded ? 600 : 400}
        fill={subjects > 0 ? 'var(--text)' : 'var(--text-3)'}
      >
        {formatCount(subjects)}
      </text>
    </g>
  );
}

function markOf({ test, grade, box, subjects, of }: Cell): Mark {
  return {
    id: `${test.code} ${test.direction} ${String(grade)}`,
    subject: null,
    says: [
      `${test.term} (${test.code}), grade ${String(grade)}`,
      `Worst grade after baseline in ${formatCount(subjects)} of ${formatCountOf(of, 'subject')}`,
      ...(subjects > 0 ? ['Open their results with this grade'] : []),
    ],
    box,
  };
}

/** The test and grade of a mark, and the subjects with it as their worst; null if there are none. */
export function gradeOfMark(
  { tests }: Pick<Grades, 'tests'>,
  { id }: Pick<Mark, 'id'>,
): { readonly test: GradedTest; readonly grade: number; readonly subjects: readonly string[] } | null {
  for (const test of tests)
    for (const grade of shownGrades) {
      const subjects = subjectsWith(test, grade);
      if (subjects.length > 0 && id === `${test.code} ${test.direction} ${String(grade)}`) return { test, grade, subjects };
    }
  return null;
}
