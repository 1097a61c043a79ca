import { usualRules } from '../../../src/shared/derive/best-overall-response.ts';
import { endpointsOf, responseRates, type SubjectEndpoints } from '../../../src/shared/derive/endpoints.ts';
import { withinWindow } from '../../../src/shared/derive/response-course.ts';
import type { SubjectCourse } from '../../../src/shared/derive/subject-courses.ts';
import type { FollowedTime } from '../../../src/shared/statistics/kaplan-meier.ts';
import { cell, type Row } from './rows.ts';

/** The values of one subject by parameter code, as comparable texts: `PR`, `Y 2014-04-23`, `43 days, censored`. */
export type Said = ReadonlyMap<string, string>;

/** Parameters of ADRS: a response, Y or N, Y or N with a day; LSTA is a day only. Those of ADTTE: RSD uses responses as signed. */
const responses = ['BOR', 'CBOR'];
const answers = ['BCP', 'CBCP', 'CB', 'CCB'];
const events = ['RSP', 'CRSP', 'PD'];
const times = ['PFS', 'RSD'];
export const compared = [...responses, ...answers, ...events, 'LSTA', ...times];
/** MDIS and DEATH of ADRS and OS of ADTTE: not an endpoint of response, or about deaths, which the interface does not send. */
export const notCompared = ['MDIS', 'DEATH', 'OS'];
export const assessed = 'OVR';
/** What ADRS says if nothing was assessed after the baseline. */
export const nothing = 'MISSING';

/** The values in one subject's rows of ADRS and ADTTE. */
export function theirs(rows: readonly Row[]): Said {
  return new Map(
    rows.flatMap((row): readonly (readonly [string, string])[] => {
      const [parameter, value, day] = [cell(row, 'PARAMCD') ?? '', cell(row, 'AVALC') ?? '', cell(row, 'ADT') ?? ''];
      if (events.includes(parameter)) return [[parameter, value === 'Y' ? `Y ${day}` : value]];
      if (parameter === 'LSTA') return [[parameter, day]];
      if (times.includes(parameter)) return [[parameter, timeWords(Number(cell(row, 'AVAL')), cell(row, 'CNSR') === '0')]];
      return compared.includes(parameter) ? [[parameter, value]] : [];
    }),
  );
}

/** Carrel's values of every counted subject, by the default rules and the start days. */
export function ours(courses: readonly SubjectCourse[], starts: ReadonlyMap<string, number>): ReadonlyMap<string, Said> {
  const signed = endpointsOf(courses, starts, { ...usualRules, confirmed: false });
  const confirmed = endpointsOf(courses, starts, { ...usualRules, confirmed: true });
  const rates = { signed: responseRates(signed, false), confirmed: responseRates(confirmed, true) };
  const yesNo = (subjects: readonly string[], subject: string): string => (subjects.includes(subject) ? 'Y' : 'N');
  const confirmedOf = new Map(confirmed.subjects.map((one) => [one.subject, one]));
  return new Map(
    signed.subjects.map((one) => {
      const { subject } = one;
      const said: readonly (readonly [string, string | null])[] = [
        ['BOR', one.best ?? nothing],
        ['CBOR', one.confirmedBest ?? nothing],
        ['BCP', yesNo(rates.signed.response.subjects, subject)],
        ['CBCP', yesNo(rates.confirmed.response.subjects, subject)],
        ['CB', yesNo(rates.signed.control.subjects, subject)],
        ['CCB', yesNo(rates.confirmed.control.subjects, subject)],
        ['RSP', eventWords(one, 'response')],
        ['CRSP', eventWords(confirmedOf.get(subject), 'response')],
        ['PD', eventWords(one, 'progression')],
        ['LSTA', one.last ?? ''],
        ['PFS', followedWords(one.toProgression)],
        ['RSD', followedWords(one.ofResponse)],
      ];
      return [subject, new Map(said.flatMap(([parameter, words]) => (words === null ? [] : [[parameter, words] as const])))];
    }),
  );
}

/** Every subject's assessments after baseline with a response, in the form of OVR in ADRS: `2014-04-23 PR`. */
export function assessedByUs(courses: readonly SubjectCourse[]): ReadonlyMap<string, readonly string[]> {
  return new Map(
    courses.map(({ subject, course }) => [
      subject,
      withinWindow(
        course.map(({ assessment }) => assessment),
        'all',
      ).flatMap((one) => (one.code === null ? [] : [`${one.assessed ?? ''} ${one.code}`])),
    ]),
  );
}

export function assessedByThem(rows: readonly Row[]): readonly string[] {
  return rows.filter((row) => cell(row, 'PARAMCD') === assessed).map((row) => `${cell(row, 'ADT') ?? ''} ${cell(row, 'AVALC') ?? ''}`);
}

function eventWords(one: SubjectEndpoints | undefined, what: 'response' | 'progression'): string {
  const day = one?.[what] ?? null;
  return day === null ? 'N' : `Y ${day}`;
}

function followedWords(followed: FollowedTime | null): string | null {
  return followed === null ? null : timeWords(followed.time, followed.isEvent);
}

function timeWords(days: number, isEvent: boolean): string {
  return `${days} days, ${isEvent ? 'event' : 'censored'}`;
}
