import { mostInFilter, together, type LeftOutRecords } from '../../../../shared/derive/left-out.ts';
import { liverCodes, plotted, whyNot, type LiverScreening } from '../../../../shared/derive/liver-screening.ts';
import { otherNames, type NamedTest } from '../../../../shared/derive/other-names.ts';
import type { NoPoints, TestSeries } from '../../../../shared/derive/result-series.ts';
import type { Shifts } from '../../../../shared/derive/shifts.ts';
import type { Trends } from '../../../../shared/derive/trends.ts';
import type { Omission } from '../../../record/figures/figure.ts';
import { namesOf } from '../../../record/figures/omission-words.ts';
import { short } from '../../../record/figures/response-style.ts';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Results that the axes do not show, by test. */
export function trendOmissions({ trends }: Pick<Trends, 'trends'>): readonly Omission[] {
  return trends.flatMap(({ test, of, ...noPoints }) => [
    ...otherUnitOmissions(test, of.otherUnits),
    ...noPointOmissions(noPoints, test),
    ...resultOmission(of.undated, `of ${test} without a complete, valid date`),
    ...resultOmission(of.ofUnanchored, `of ${test} of ${formatCountOf(of.unanchored.length, 'subject')} without that anchor`),
  ]);
}

/** Maximum number of units named for a test; results in further ones are counted together. */
const mostUnits = 12;

function otherUnitOmissions(test: string, otherUnits: TestSeries['otherUnits']): readonly Omission[] {
  const inOrder = otherUnits.toSorted((left, right) => right.results.count - left.results.count);
  const [named, further] = [inOrder.slice(0, mostUnits), inOrder.slice(mostUnits)];
  return [
    ...named.flatMap(({ unit, results }) =>
      resultOmission(results, `of ${test} ${unit === '' ? 'without a unit' : `in ${unit}`}, which cannot be converted`),
    ),
    ...resultOmission(
      together(further.map(({ results }) => results)),
      `of ${test} in ${formatCountOf(further.length, 'further unit')}, which cannot be converted`,
    ),
  ];
}

/** Counts of drawn results: those of grade 3 or 4, and those without a grade although their test is graded. */
export function gradeCounts({ trends }: Pick<Trends, 'trends'>): readonly Omission[] {
  return [
    ...resultOmission(together(trends.map(({ of }) => of.severe)), 'of CTCAE grade 3 or 4'),
    ...resultOmission(together(trends.map(({ of }) => of.ungraded)), 'that could not be graded'),
  ];
}

/** Drawn results that share the panel of their name with results of another code. */
export function codeCounts({ trends }: Pick<Trends, 'trends'>): readonly Omission[] {
  return trends.flatMap(({ test, of }) => otherCodes(test, of.otherCodes));
}

/** The same for counted results of a shift table. */
export function shiftCodeCounts({ test, otherCodes: records }: Shifts): readonly Omission[] {
  return otherCodes(test, records);
}

function otherCodes(test: string, records: LeftOutRecords): readonly Omission[] {
  return resultOmission(records, `of ${test} with another service code or test code than most`);
}

/** Results of the tests shown that have another name, and so another panel. */
export function otherNameOmissions(tests: readonly NamedTest[], shown: readonly string[]): readonly Omission[] {
  return otherNames(tests, shown).map(({ code, shown: own, others, records }) => ({
    words: `${formatCountOf(records, 'result')} with the code of ${namesOf(own)} (${code}) under other names: ${namesOf(others)}`,
    where: others.length > mostInFilter ? null : [{ column: 'test', op: 'in', values: [...others] }],
  }));
}

/** Results that a shift table does not use. */
export function shiftOmissions({ test, undated, unanchored, ofUnanchored, leftOut }: Shifts): readonly Omission[] {
  return [
    ...resultOmission(undated, `of ${test} without a complete, valid date`),
    ...noPointOmissions(leftOut, test),
    ...resultOmission(ofUnanchored, `of ${test} of ${formatCountOf(unanchored.length, 'subject')} without that anchor`),
  ];
}

/** Subjects not drawn, by reason, then results not used for peaks or their timing. */
export function liverOmissions(screening: LiverScreening): readonly Omission[] {
  const { subjects, withoutLimit, otherCode, undated, leftOut } = screening;
  const drawn = new Set(plotted(screening).map(({ subject }) => subject));
  const absent = Map.groupBy(
    subjects.filter(({ subject }) => !drawn.has(subject)),
    whyNot,
  );
  return [
    ...[...absent].map(([because, of]): Omission => {
      const names = of.map(({ subject }) => subject);
      return {
        words: `${because}: ${namesOf(names)}`,
        where:
          names.length > mostInFilter
            ? null
            : [
                { column: 'subject', op: 'in', values: names },
                { column: 'test_code', op: 'in', values: [...liverCodes] },
              ],
      };
    }),
    ...resultOmission(withoutLimit, 'without a readable upper limit'),
    ...resultOmission(otherCode, 'of tests with these names, but with another test code or none'),
    ...noPointOmissions(leftOut, null),
    ...resultOmission(undated, 'without a complete, valid date: used for the peak, but not for timing'),
  ];
}

function noPointOmissions({ nameless, texts, carriedForward }: NoPoints, test: string | null): readonly Omission[] {
  const of = test === null ? '' : `of ${test} `;
  return [
    ...resultOmission(nameless, `${of}without a subject`),
    ...resultOmission(texts, `${of}without a number`),
    ...resultOmission(carriedForward, `${of}carried forward from an earlier visit`),
  ];
}

/** Results that are left out, with a filter that opens them unless they are too many. */
export function resultOmission({ count, keys }: LeftOutRecords, words: string): readonly Omission[] {
  if (count === 0) return [];
  const tooMany = `: more than the ${formatCount(mostInFilter)} a filter can open`;
  return [
    keys.length === 0
      ? { words: `${formatCountOf(count, 'result')} ${words}${tooMany}`, where: null }
      : { words: `${formatCountOf(count, 'result')} ${words}`, where: [{ column: 'record_id', op: 'in', values: [...keys] }] },
  ];
}

/** SVG path of a circle around a point. */
export function circle(x: number, y: number, r: number): string {
  return `M${short(x - r)} ${short(y)}${half(x + r, y, r, 1)}${half(x - r, y, r, 1)}Z`;
}

/** A circle with a hole. */
export function hollowCircle(x: number, y: number, r: number): string {
  const inner = r * 0.6;
  return `${circle(x, y, r)}M${short(x - inner)} ${short(y)}${half(x + inner, y, inner, 0)}${half(x - inner, y, inner, 0)}Z`;
}

/** A thin circle around a mark. */
export function ring(x: number, y: number, r: number): string {
  const inner = r - 1.2;
  return `${circle(x, y, r)}M${short(x - inner)} ${short(y)}${half(x + inner, y, inner, 0)}${half(x - inner, y, inner, 0)}Z`;
}

function half(to: number, y: number, r: number, sweep: 0 | 1): string {
  return `A${short(r)} ${short(r)} 0 1 ${String(sweep)} ${short(to)} ${short(y)}`;
}

/** `way`: −1 points up, 1 down. */
export function triangle(x: number, y: number, r: number, way: -1 | 1): string {
  return `M${short(x)} ${short(y + way * r * 1.2)}L${short(x + r * 1.1)} ${short(y - way * r * 0.8)}H${short(x - r * 1.1)}Z`;
}

export function diamond(x: number, y: number, r: number): string {
  const wide = r * 1.35;
  return `M${short(x)} ${short(y - wide)}L${short(x + wide)} ${short(y)}L${short(x)} ${short(y + wide)}L${short(x - wide)} ${short(y)}Z`;
}

export function square(x: number, y: number, r: number): string {
  return `M${short(x - r)} ${short(y - r)}h${short(2 * r)}v${short(2 * r)}h${short(-2 * r)}Z`;
}

/** A square with a hole. */
export function hollowSquare(x: number, y: number, r: number): string {
  const inner = r * 0.6;
  return `${square(x, y, r)}M${short(x - inner)} ${short(y - inner)}v${short(2 * inner)}h${short(2 * inner)}v${short(-2 * inner)}Z`;
}
