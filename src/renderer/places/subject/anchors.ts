import type { ResponseAssessment, TestResult } from '../../../shared/calls/views.ts';
import { isSameAnchorVisit } from '../../../shared/derive/anchor-visits.ts';
import { formatCalendarDay } from '../../ui/format/dates.ts';
import { isoDay } from '../../../shared/day.ts';
import { dayOf } from './days.ts';
import type { AnchorChoice } from '../../data/model/subject-view.ts';
import type { Visit } from './visits.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { notMirroredWords } from '../../ui/sync/not-mirrored.tsx';
import { lowestOf } from '../../../shared/derive/extremes.ts';

/** The possible day 1 of one subject. */
export interface SubjectAnchors {
  /** Days since 1970-01-01; null if the subject has none. */
  readonly baseline: number | null;
  readonly firstRecord: number | null;
  /** The imported reference date. */
  readonly reference: number | null;
  readonly visits: readonly Visit[];
}

/**
 * The baseline is the first baseline assessment, as in protected exports; the first record is the first result or assessment.
 * `assessments`, `results` and `visits` must have only plausible dates.
 */
export function anchorsOf(
  assessments: readonly Pick<ResponseAssessment, 'at' | 'isBaseline'>[],
  results: readonly Pick<TestResult, 'at'>[],
  visits: readonly Visit[],
  reference: number | null,
): SubjectAnchors {
  const days = (records: readonly { readonly at: number | null }[]): readonly number[] =>
    records.flatMap(({ at }) => (at === null ? [] : [dayOf(at)]));
  return {
    baseline: least(days(assessments.filter(({ isBaseline }) => isBaseline))),
    reference,
    firstRecord: least([...days(assessments), ...days(results)]),
    visits,
  };
}

/** The anchor day for a choice, in days since 1970-01-01; null if the subject has none. */
export function anchorDay(anchors: SubjectAnchors, choice: AnchorChoice): number | null {
  switch (choice.kind) {
    case 'baseline':
      return anchors.baseline;
    case 'first-record':
      return anchors.firstRecord;
    case 'reference':
      return anchors.reference;
    case 'visit': {
      const at = anchors.visits.find(({ visit }) => isSameAnchorVisit(visit, choice.visit))?.at;
      return at === undefined ? null : dayOf(at);
    }
  }
}

const plainNames = { baseline: 'baseline', 'first-record': 'first record', reference: 'reference date' } as const;

/** For example "baseline", "C1D1" or "first record". */
export function anchorName(choice: AnchorChoice): string {
  if (choice.kind === 'visit') return choice.visit;
  return plainNames[choice.kind];
}

/** For example "12 Sep 2025", or "none here". */
export function anchorDayWords(anchors: SubjectAnchors, choice: AnchorChoice): string {
  const day = anchorDay(anchors, choice);
  return day === null ? 'none here' : formatCalendarDay(isoDay(day));
}

function least(days: readonly number[]): number | null {
  return days.length === 0 ? null : lowestOf(days);
}

/** Why dates are shown although days were chosen. */
export function unanchoredWords(choice: AnchorChoice, mirrored: readonly DatasetName[]): string {
  const unread = notMirroredWords(anchoredIn[choice.kind].filter((name) => !mirrored.includes(name)));
  const why =
    choice.kind === 'baseline' && unread !== null
      ? `The ${unread}, so there is no known baseline assessment to count days from.`
      : `This subject has no ${anchorNoun(choice)}${unread === null ? '' : `, and the ${unread}`}, so there is nothing to count days from.`;
  return `${why} Dates are shown instead; you can choose a different day 1 above.`;
}

/** The datasets that can provide day 1. */
const anchoredIn: Readonly<Record<AnchorChoice['kind'], readonly DatasetName[]>> = {
  baseline: ['responses'],
  'first-record': ['labs', 'vitals', 'responses'],
  reference: [],
  visit: ['labs', 'vitals'],
};

function anchorNoun(choice: AnchorChoice): string {
  switch (choice.kind) {
    case 'baseline':
      return 'baseline assessment with a usable date';
    case 'first-record':
      return 'result or assessment with a usable date';
    case 'reference':
      return 'imported reference date';
    case 'visit':
      return `results at ${choice.visit} with a usable date`;
  }
}
