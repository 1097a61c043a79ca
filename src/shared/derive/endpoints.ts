import { millisecondsOfDay } from '../day.ts';
import { exactInterval, type ShareInterval } from '../statistics/exact-interval.ts';
import type { FollowedTime } from '../statistics/kaplan-meier.ts';
import { bestOverallResponse, firstResponse, type DatedResponse, type ResponseRules } from './best-overall-response.ts';
import { responseOrder, withinWindow, type ResponseCode } from './response-course.ts';
import type { SubjectCourse } from './subject-courses.ts';

/** Whether a response counts as it was signed, or once it was confirmed. */
export interface EndpointRules extends ResponseRules {
  readonly confirmed: boolean;
}

/** Why somebody is counted in no endpoint. */
export type NotCounted = 'no-baseline' | 'no-start';

export const notCountedWords: Readonly<Record<NotCounted, string>> = {
  'no-baseline': 'no baseline assessment',
  'no-start': 'no day from which time is counted',
};

/** The endpoints of one subject. Times in days, the first day being 1, as ADaM counts them. */
export interface SubjectEndpoints {
  readonly subject: string;
  /** Best overall response as signed, and confirmed; null: nothing was assessed after the baseline. */
  readonly best: ResponseCode | null;
  readonly confirmedBest: ResponseCode | null;
  /** To the first response; censored at the last assessment. */
  readonly toResponse: FollowedTime;
  /** From the first response to progression; null without a response. */
  readonly ofResponse: FollowedTime | null;
  /** From the start to progression. */
  readonly toProgression: FollowedTime;
  /** Of the dates that tell these, as sent; null where there is none. */
  readonly response: string | null;
  readonly progression: string | null;
  readonly last: string | null;
}

export interface Endpoints {
  readonly subjects: readonly SubjectEndpoints[];
  readonly notCounted: readonly { readonly subject: string; readonly because: NotCounted }[];
  /** Courses beyond the first of their subject, which is the one that counts. */
  readonly furtherCourses: readonly string[];
  /** Keys of assessments up to progression without a whole date that can be one: nothing is counted from or to them. */
  readonly undated: readonly string[];
}

type Assessment = SubjectCourse['course'][number]['assessment'];
type Dated = Assessment & DatedResponse;

/**
 * The endpoints of every subject with a baseline assessment, by its first course. `starts`: the day, from 1970-01-01, that time is counted from.
 * Without a death or the day of a treatment there is no progression-free and no overall survival: who does not progress is followed to the last
 * assessment that could be evaluated.
 */
export function endpointsOf(courses: readonly SubjectCourse[], starts: ReadonlyMap<string, number>, rules: EndpointRules): Endpoints {
  const bySubject = Map.groupBy(
    courses.filter(({ subject }) => subject !== ''),
    ({ subject }) => subject,
  );
  const subjects: SubjectEndpoints[] = [];
  const notCounted: { subject: string; because: NotCounted }[] = [];
  const undated: string[] = [];
  for (const [subject, [first]] of bySubject) {
    const course = first?.course.map(({ assessment }) => assessment) ?? [];
    const start = starts.get(subject);
    if (!course.some(({ isBaseline }) => isBaseline)) notCounted.push({ subject, because: 'no-baseline' });
    else if (start === undefined) notCounted.push({ subject, because: 'no-start' });
    else {
      const window = withinWindow(course, 'to-progression');
      undated.push(...window.filter(({ at }) => at === null).map(({ key }) => key));
      subjects.push(ofSubject(subject, window.filter(isDated), { start: start * millisecondsOfDay, rules }));
    }
  }
  return {
    subjects,
    notCounted,
    furtherCourses: [...bySubject.values()].flatMap((own) => own.slice(1).map(({ label }) => label)),
    undated,
  };
}

function isDated(one: Assessment): one is Dated {
  return one.at !== null;
}

function ofSubject(
  subject: string,
  responses: readonly Dated[],
  { start, rules }: { readonly start: number; readonly rules: EndpointRules },
): SubjectEndpoints {
  const { confirmed } = rules;
  const progression = responses.find(({ code }) => code === 'PD') ?? null;
  const last = responses.findLast(({ code }) => code !== null && code !== 'NE') ?? null;
  const place = firstResponse(responses, { confirmed, rules });
  const response = place === null ? null : (responses[place] ?? null);
  const end = progression ?? last;
  const until = (one: Dated | null, from: number): number => (one === null ? 1 : daysFrom(from, one.at));
  return {
    subject,
    best: bestOverallResponse(responses, start, { confirmed: false, rules }),
    confirmedBest: bestOverallResponse(responses, start, { confirmed: true, rules }),
    toResponse: { time: until(response ?? end, start), isEvent: response !== null },
    ofResponse: response === null ? null : { time: until(end, response.at), isEvent: progression !== null },
    toProgression: { time: until(end, start), isEvent: progression !== null },
    response: response?.assessed ?? null,
    progression: progression?.assessed ?? null,
    last: last?.assessed ?? null,
  };
}

/** Whole days from one day to another, the first of them being day 1; what lies before it counts as day 1. */
function daysFrom(from: number, to: number): number {
  return Math.max(1, Math.floor(to / millisecondsOfDay) - Math.floor(from / millisecondsOfDay) + 1);
}

/** How many have a best overall response; null: nothing was assessed after the baseline. */
export interface ResponseCount {
  readonly code: ResponseCode | null;
  readonly subjects: readonly string[];
}

export interface ResponseRates {
  readonly counts: readonly ResponseCount[];
  /** Subjects that the shares are of. */
  readonly of: number;
  /** CR or PR. */
  readonly response: ResponseRate;
  /** CR, PR, SD or NON-CR/NON-PD. */
  readonly control: ResponseRate;
}

export interface ResponseRate {
  readonly subjects: readonly string[];
  /** Null where there is nobody. */
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
