import { usualRules } from '../../shared/derive/best-overall-response.ts';
import {
  endpointsOf,
  noDayWords,
  notCountedWords,
  responseRates,
  type Endpoints,
  type ResponseRates,
} from '../../shared/derive/endpoints.ts';
import { coursesBySubject } from '../../shared/derive/subject-courses.ts';
import { anchorWords } from '../../shared/protection.ts';
import type { FollowedTime } from '../../shared/statistics/kaplan-meier.ts';
import { findAnchors } from '../views/anchors.ts';
import { readAssessments } from '../views/response-assessments.ts';
import { worked, workedNumber, type ListingCell, type MakeListing } from './listing.ts';
import { usualAnchor } from './usual-anchor.ts';
import { formatCountOf } from '../../shared/format-count.ts';

/** One row per subject with assessments: best overall response, time to response, duration of response, and time to progression. */
export const endpointsListing: MakeListing = async (source, { subjects, anchor: asked }) => {
  const { study } = source;
  const anchor = asked ?? (await usualAnchor(source));
  const { courses, starts } = await source.tally.with((known) => ({
    courses: coursesBySubject(readAssessments(study, subjects).assessments),
    starts: anchor === null ? new Map<string, number>() : findAnchors(study, anchor, known),
  }));
  const signed = endpointsOf(courses, starts, { ...usualRules, confirmed: false });
  const confirmed = endpointsOf(courses, starts, { ...usualRules, confirmed: true });
  const confirmedOf = new Map(confirmed.subjects.map((one) => [one.subject, one]));
  const rows = [
    ...signed.subjects.map((one): readonly ListingCell[] => [
      ...[one.subject, one.best, one.confirmedBest, one.response, one.progression, one.last],
      ...[one.toResponse, one.ofResponse, one.toProgression].flatMap(timeCells),
      ...timeCells(confirmedOf.get(one.subject)?.toResponse ?? null),
      ...timeCells(confirmedOf.get(one.subject)?.ofResponse ?? null),
      one.noDay.length === 0 ? null : one.noDay.map((what) => noDayWords[what]).join('; '),
    ]),
    ...signed.notCounted.map(({ subject, because }) => [
      ...[subject, ...columns.slice(2).map((): ListingCell => null), notCountedWords[because]],
    ]),
  ];
  return {
    columns,
    rows,
    says: sentence(signed, anchor === null ? null : anchorWords(anchor)),
    anchor: anchor === null ? null : anchorWords(anchor),
  };
};

/** The number of days, and whether they end with the event. */
function timeCells(followed: FollowedTime | null): readonly ListingCell[] {
  return followed === null ? [null, null] : [followed.time, followed.isEvent ? 'Y' : 'N'];
}

function sentence(endpoints: Endpoints, anchor: string | null): string {
  const { subjects, notCounted, furtherCourses, nameless, beforeBaseline, undated, withoutResponse, repeated } = endpoints;
  const withoutTime = (['response', 'progression'] as const).map((what) => {
    const { length } = subjects.filter(({ noDay }) => noDay.includes(what));
    return length === 0
      ? ''
      : ` For ${formatCountOf(length, 'subject')} the first ${what} has no complete date, so times to or from it are missing.`;
  });
  const { confirmedAfter, stableAfter } = usualRules;
  return (
    `As signed: ${sayRates(responseRates(endpoints, false))} Confirmed after ${String(confirmedAfter)} days: ${sayRates(responseRates(endpoints, true))} ` +
    `Proportions are of all subjects with a baseline assessment, with exact 95 % intervals (Clopper-Pearson); stable disease counts from day ${String(stableAfter)} on. ` +
    `Times are counted from ${anchor ?? 'no day, because this study has neither a first treatment visit nor a baseline assessment'}; subjects without progression are censored at the last evaluable assessment. ` +
    `Deaths are not known, so this is neither progression-free nor overall survival. Not counted: ${formatCountOf(notCounted.length, 'subject')}, ` +
    `${formatCountOf(furtherCourses.length, 'further course')}, ${formatCountOf(beforeBaseline.length, 'assessment')} dated before the baseline, ` +
    `${formatCountOf(nameless.length, 'assessment')} without a subject, and in times, confirmation and stable disease ${formatCountOf(undated.length, 'assessment')} without a complete, valid date. ` +
    `${formatCountOf(withoutResponse.length, 'assessment')} whose conclusion is not a RECIST 1.1 response ${withoutResponse.length === 1 ? 'counts' : 'count'} as not evaluable.${repeatedWords(repeated.length)}${withoutTime.join('')}`
  );
}

function repeatedWords(repeated: number): string {
  return repeated === 0
    ? ''
    : ` Among them, ${formatCountOf(repeated, 'assessment')} at the timepoint or on the day of an earlier one; all of them count.`;
}

function sayRates({ of, response, control }: ResponseRates): string {
  const say = ({ subjects, interval }: ResponseRates['response']): string =>
    interval === null
      ? 'of nobody'
      : `${String(subjects.length)} of ${String(of)} (${percent(interval.share)} %, ${percent(interval.low)} to ${percent(interval.high)} %)`;
  return `objective response ${say(response)}, disease control ${say(control)}.`;
}

function percent(share: number): string {
  return (100 * share).toFixed(1);
}

const yesNo = (name: string, plain: string, event: string) =>
  worked(name, plain, `Y: the time ends with ${event}; N: it is censored.`, { width: 110 });

const days = (name: string, plain: string, help: string) => workedNumber(name, plain, `${help} In days; the first day is day 1.`);

const columns = [
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('best_response', 'Best overall response', 'The best response up to and including the first progression, as signed.', {
    width: 160,
  }),
  worked('confirmed_response', 'Confirmed best response', 'The same, counting complete and partial responses only if confirmed.', {
    width: 170,
  }),
  worked('response_date', 'First response', 'The date of the first complete or partial response, as sent.', { kind: 'datetime' }),
  worked('progression_date', 'Progression', 'The date of the first progression, as sent.', { kind: 'datetime' }),
  worked('last_date', 'Last evaluable', 'The date of the last evaluable assessment up to progression with a complete date, as sent.', {
    kind: 'datetime',
  }),
  days('time_to_response', 'Time to response', 'To the first response, or to the last assessment.'),
  yesNo('responded', 'Response', 'a response'),
  days('duration_of_response', 'Duration of response', 'From the first response to progression, or to the last assessment.'),
  yesNo('response_ended', 'Response ended', 'progression'),
  days('time_to_progression', 'Time to progression', 'To progression, or to the last assessment.'),
  yesNo('progressed', 'Progressed', 'progression'),
  days('time_to_confirmed_response', 'Time to confirmed response', 'To the first confirmed response, or to the last assessment.'),
  yesNo('response_confirmed', 'Confirmed', 'a confirmed response'),
  days('duration_of_confirmed_response', 'Duration of confirmed response', 'From that response to progression, or to the last assessment.'),
  yesNo('confirmed_response_ended', 'Confirmed response ended', 'progression'),
  worked(
    'not_counted',
    'Not counted because',
    'Why the subject is in no endpoint, or which of its times lack a date; empty if it is in all.',
    { width: 220 },
  ),
];
