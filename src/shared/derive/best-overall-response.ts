import { calendarDaysBetween } from '../day.ts';
import type { ResponseCode } from './response-course.ts';

/**
 * A study's rules for the best overall response, in calendar days (RECIST 1.1, Eisenhauer et al., Eur J Cancer 45, 2009, 4.6 and table 3).
 */
export interface ResponseRules {
  /** Minimum number of days from a first response to its confirmation. */
  readonly confirmedAfter: number;
  /** Minimum number of days from the start to a stable disease that counts. */
  readonly stableAfter: number;
}

export const usualRules: ResponseRules = { confirmedAfter: 28, stableAfter: 42 };

/** One assessment after the baseline. */
export interface AssessedResponse {
  /** One of `ResponseCode`; null if the conclusion is none of them. */
  readonly code: string | null;
  /** Milliseconds of wall-clock time at the site; null if the day is unknown. */
  readonly at: number | null;
}

/** Codes allowed between a response and its confirmation. */
const between: Readonly<Record<'CR' | 'PR', readonly (string | null)[]>> = { CR: ['CR', 'NE', null], PR: ['CR', 'PR', 'NE', null] };
/** Maximum number of assessments between the two that could not be evaluated. */
const mostBetween = 1;
const stable: readonly (string | null)[] = ['CR', 'PR', 'SD'];

/**
 * The best overall response of one course. `responses`: those after the baseline, in time order, up to and including the first progression;
 * `start`: the time from which stable disease is counted. Null without assessments. An unconfirmed response counts as stable disease if it
 * came late enough, otherwise as what followed it. A response whose day is unknown counts as signed, but confirms nothing and is not late
 * enough for stable disease.
 */
export function bestOverallResponse(
  responses: readonly AssessedResponse[],
  start: number,
  { confirmed, rules }: { readonly confirmed: boolean; readonly rules: ResponseRules },
): ResponseCode | null {
  if (responses.length === 0) return null;
  for (const response of ['CR', 'PR'] as const) {
    const has = confirmed
      ? responses.some((_, place) => isConfirmed(responses, place, { response, rules }))
      : responses.some(({ code }) => code === response);
    if (has) return response;
  }
  const isLate = ({ at }: AssessedResponse): boolean => at !== null && calendarDaysBetween(start, at) >= rules.stableAfter;
  if (responses.some((one) => stable.includes(one.code) && isLate(one))) return 'SD';
  if (responses.some((one) => one.code === 'NON-CR/NON-PD' && isLate(one))) return 'NON-CR/NON-PD';
  return responses.some(({ code }) => code === 'PD') ? 'PD' : 'NE';
}

/** The index of the first response, or of the first confirmed one if `confirmed`. Null if there is none. */
export function firstResponse(
  responses: readonly AssessedResponse[],
  { confirmed, rules }: { readonly confirmed: boolean; readonly rules: ResponseRules },
): number | null {
  const place = responses.findIndex(({ code }, at) =>
    confirmed ? isConfirmed(responses, at, { response: 'PR', rules }) : code === 'CR' || code === 'PR',
  );
  return place === -1 ? null : place;
}

/** Whether the assessment at an index is this response or better, and a later one confirms it in time. */
function isConfirmed(
  responses: readonly AssessedResponse[],
  place: number,
  { response, rules }: { readonly response: 'CR' | 'PR'; readonly rules: ResponseRules },
): boolean {
  const counts = (code: string | null): boolean => code === 'CR' || (response === 'PR' && code === 'PR');
  const first = responses[place];
  if (first === undefined || first.at === null || !counts(first.code)) return false;
  let unevaluable = 0;
  for (const { code, at } of responses.slice(place + 1)) {
    if (counts(code) && at !== null && calendarDaysBetween(first.at, at) >= rules.confirmedAfter) return true;
    if (!between[response].includes(code)) return false;
    if (!counts(code)) unevaluable++;
    if (unevaluable > mostBetween) return false;
  }
  return false;
}
