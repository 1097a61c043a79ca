import { calendarDaysBetween, millisecondsOfDay } from '../day.ts';
import { exactInterval, type ShareInterval } from '../statistics/exact-interval.ts';
import type { FollowedTime } from '../statistics/kaplan-meier.ts';
import { bestOverallResponse, firstResponse, type ResponseRules } from './best-overall-response.ts';
import { isByOtherCriteria } from './response.ts';
import { readAgain, responseOrder, withinWindow, type ResponseCode } from './response-course.ts';
import type { SubjectCourse } from './subject-courses.ts';

/** Whether a response counts as signed, or only once confirmed. */
export interface EndpointRules extends ResponseRules {
  readonly confirmed: boolean;
}

/** Why a subject is counted in no endpoint. */
export type NotCounted = 'no-baseline' | 'other-criteria' | 'either-baseline' | 'no-start';

export const notCountedWords: Readonly<Record<NotCounted, string>> = {
  'no-baseline': 'no baseline assessment',
  'other-criteria': 'not assessed by RECIST 1.1',
  'either-baseline': 'two readings in one case: several baselines, then several assessments at once',
  'no-start': 'no reference day',
};

/** What has no day in a counted subject, so that no time can be measured to or from it. */
export type NoDay = 'response' | 'progression';

export const noDayWords: Readonly<Record<NoDay, string>> = {
  response: 'response without a complete date',
  progression: 'progression without a complete date',
};

/** The endpoints of one subject. Times in days; the first day is 1, as in ADaM. */
export interface SubjectEndpoints {
  readonly subject: string;
  /** Best overall response, as signed and confirmed; null if nothing was assessed after the baseline. */
  readonly best: ResponseCode | null;
  readonly confirmedBest: ResponseCode | null;
  /** To the first response; censored at the last assessment. Null if the response has no day. */
  readonly toResponse: FollowedTime | null;
  /** From the first response to progression; null without a response, or if either has no day. */
  readonly ofResponse: FollowedTime | null;
  /** From the start to progression; null if it has no day. */
  readonly toProgression: FollowedTime | null;
  readonly noDay: readonly NoDay[];
  /** The dates these are based on, as sent; null if there is none. */
  readonly response: string | null;
  readonly progression: string | null;
  readonly last: string | null;
}

export interface Endpoints {
  readonly subjects: readonly SubjectEndpoints[];
  readonly notCounted: readonly { readonly subject: string; readonly because: NotCounted }[];
  /** A subject's courses other than the one that counts, and the keys of their assessments. */
  readonly furtherCourses: readonly string[];
  readonly ofFurtherCourses: readonly string[];
  /** Keys of assessments that name no subject, and of those dated before the baseline of the course that counts. */
  readonly nameless: readonly string[];
  readonly beforeBaseline: readonly string[];
  /**
   * Keys of assessments up to progression without a whole, plausible date: no time is measured to or from them, and they confirm nothing.
   */
  readonly undated: readonly string[];
  /** Keys of assessments up to progression whose conclusion is no RECIST 1.1 response, so that they count as not evaluable. */
  readonly withoutResponse: readonly string[];
  /** Keys of assessments up to progression at the timepoint or on the day of an earlier one: either may be the one that counts. */
  readonly repeated: readonly string[];
}

type Assessment = SubjectCourse['course'][number]['assessment'];
type Dated = Assessment & { readonly at: number };

/**
 * The endpoints of every subject with a baseline assessment, from its first course that has one, by RECIST 1.1 and with assessments after
 * the baseline that belong to it, if there is such a course.
 * `starts`: the day that time is counted from, as days since 1970-01-01. Deaths and treatment days are not available, so there is no
 * progression-free or overall survival: a subject without progression is followed to the last assessment that could be evaluated.
 */
export function endpointsOf(courses: readonly SubjectCourse[], starts: ReadonlyMap<string, number>, rules: EndpointRules): Endpoints {
  const bySubject = Map.groupBy(
    courses.filter(({ subject }) => subject !== ''),
    ({ subject }) => subject,
  );
  const subjects: SubjectEndpoints[] = [];
  const notCounted: { subject: string; because: NotCounted }[] = [];
  const further: SubjectCourse[] = [];
  const beforeBaseline: string[] = [];
  const undated: string[] = [];
  const withoutResponse: string[] = [];
  const repeated: string[] = [];
  for (const [subject, own] of bySubject) {
    const counted = courseThatCounts(own);
    for (const one of own) if (one !== (counted ?? own[0])) further.push(one);
    const start = starts.get(subject);
    if (counted === null) notCounted.push({ subject, because: 'no-baseline' });
    else if (!isByRecist(counted)) notCounted.push({ subject, because: 'other-criteria' });
    else if (isOfEitherBaseline(counted)) notCounted.push({ subject, because: 'either-baseline' });
    else if (start === undefined) notCounted.push({ subject, because: 'no-start' });
    else {
      const window = withinWindow(
        counted.course.map(({ assessment }) => assessment),
        'to-progression',
      );
      for (const { key, at, code } of window) {
        if (at === null) undated.push(key);
        if (code === null) withoutResponse.push(key);
      }
      for (const { key } of readAgain(window)) repeated.push(key);
      const baseline = counted.course.findIndex(({ assessment }) => assessment.isBaseline);
      for (const key of keysIn({ ...counted, course: counted.course.slice(0, baseline) })) beforeBaseline.push(key);
      subjects.push(ofSubject(subject, window, { start: start * millisecondsOfDay, rules }));
    }
  }
  return {
    ...{ subjects, notCounted, undated, withoutResponse, repeated, beforeBaseline },
    furtherCourses: further.map(({ label }) => label),
    ofFurtherCourses: further.flatMap(keysIn),
    nameless: courses.filter(({ subject }) => subject === '').flatMap(keysIn),
  };
}

function courseThatCounts(own: readonly SubjectCourse[]): SubjectCourse | null {
  const withBaseline = own.filter(hasBaseline);
  const byRecist = withBaseline.filter(isByRecist);
  const followed = byRecist.filter(({ course }) => !(course.at(-1)?.assessment.isBaseline ?? true));
  return followed.find((one) => !isOfEitherBaseline(one)) ?? followed[0] ?? byRecist[0] ?? withBaseline[0] ?? null;
}

function isOfEitherBaseline({ course }: SubjectCourse): boolean {
  return course.some((one) => one.isOfEitherBaseline);
}

function keysIn({ course }: SubjectCourse): readonly string[] {
  return course.map(({ assessment: { key } }) => key);
}

function hasBaseline({ course }: SubjectCourse): boolean {
  return course.some(({ assessment }) => assessment.isBaseline);
}

/** Whether any assessment after the baseline, or else any at all, is by RECIST 1.1: only then does its conclusion have a code. */
function isByRecist({ course }: SubjectCourse): boolean {
  const all = course.map(({ assessment }) => assessment);
  const after = withinWindow(all, 'to-progression');
  return (after.length > 0 ? after : all).some(({ notDerivedBecause }) => !isByOtherCriteria(notDerivedBecause));
}

function isDated(one: Assessment): one is Dated {
  return one.at !== null;
}

function ofSubject(
  subject: string,
  responses: readonly Assessment[],
  { start, rules }: { readonly start: number; readonly rules: EndpointRules },
): SubjectEndpoints {
  const { confirmed } = rules;
  const progression = responses.find(({ code }) => code === 'PD') ?? null;
  const last = responses.filter(isDated).findLast(({ code }) => code !== null && code !== 'NE') ?? null;
  const place = firstResponse(responses, { confirmed, rules });
  const response = place === null ? null : (responses[place] ?? null);
  /** Until the event, or else until the last assessment that has a day. */
  const until = (event: Assessment | null, from: number): FollowedTime | null => {
    const end = event ?? last;
    return end?.at === null ? null : { time: end === null ? 1 : daysFrom(from, end.at), isEvent: event !== null };
  };
  const hasNoDay = { response: response?.at === null, progression: progression?.at === null };
  return {
    subject,
    best: bestOverallResponse(responses, start, { confirmed: false, rules }),
    confirmedBest: bestOverallResponse(responses, start, { confirmed: true, rules }),
    toResponse: until(response, start),
    ofResponse: response === null || response.at === null ? null : until(progression, response.at),
    toProgression: until(progression, start),
    noDay: (['response', 'progression'] as const).filter((one) => hasNoDay[one]),
    response: response?.assessed ?? null,
    progression: progression?.assessed ?? null,
    last: last?.assessed ?? null,
  };
}

/** Whole days from one day to another, where the first is day 1; earlier days count as day 1. */
function daysFrom(from: number, to: number): number {
  return Math.max(1, calendarDaysBetween(from, to) + 1);
}

/** The subjects with this best overall response; null: nothing was assessed after the baseline. */
export interface ResponseCount {
  readonly code: ResponseCode | null;
  readonly subjects: readonly string[];
}

export interface ResponseRates {
  readonly counts: readonly ResponseCount[];
  /** Number of subjects in the denominator. */
  readonly of: number;
  /** CR or PR. */
  readonly response: ResponseRate;
  /** CR, PR, SD or NON-CR/NON-PD. */
  readonly control: ResponseRate;
}

export interface ResponseRate {
  readonly subjects: readonly string[];
  /** Null without subjects. */
  readonly interval: ShareInterval | null;
}

/** Objective response and disease control among all subjects with a baseline assessment, with exact 95 % intervals. */
export function responseRates({ subjects }: Pick<Endpoints, 'subjects'>, confirmed: boolean): ResponseRates {
  const bestOf = (one: SubjectEndpoints): ResponseCode | null => (confirmed ? one.confirmedBest : one.best);
  const codes: readonly (ResponseCode | null)[] = [...responseOrder, null];
  const counts = codes.map((code) => ({
    code,
    subjects: subjects.flatMap((one) => (bestOf(one) === code ? [one.subject] : [])),
  }));
  const share = (among: readonly ResponseCode[]): ResponseRate => {
    const found = counts.flatMap((one) => (one.code !== null && among.includes(one.code) ? one.subjects : []));
    return { subjects: found, interval: exactInterval(found.length, subjects.length) };
  };
  return { counts, of: subjects.length, response: share(['CR', 'PR']), control: share(['CR', 'PR', 'SD', 'NON-CR/NON-PD']) };
}
