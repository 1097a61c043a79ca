import { calendarDaysBetween } from '../day.ts';
import type { ResponseCode } from './response-course.ts';

/** The rules of a study for its best overall response, in days of the calendar (RECIST 1.1, Eisenhauer et al., Eur J Cancer 45, 2009, 4.6 and table 3). */
export interface ResponseRules {
  /** From a first response to the one that confirms it, at least. */
  readonly confirmedAfter: number;
  /** From the start to a stable disease that counts, at least. */
  readonly stableAfter: number;
}

export const usualRules: ResponseRules = { confirmedAfter: 28, stableAfter: 42 };

/** One assessment after the baseline. */
export interface AssessedResponse {
  /** One of `ResponseCode`; null where the conclusion is none. */
  readonly code: string | null;
  /** Milliseconds of the wall clock at the site; null where its day is not known. */
  readonly at: number | null;
}

/** The codes that may stand between a response and the one that confirms it. */
const between: Readonly<Record<'CR' | 'PR', readonly (string | null)[]>> = { CR: ['CR', 'NE', null], PR: ['CR', 'PR', 'NE', null] };
/** Assessments that could not be evaluated may stand between the two at most. */
const mostBetween = 1;
const stable: readonly (string | null)[] = ['CR', 'PR', 'SD'];

/**
 * The best overall response of one course. `responses`: after the baseline, in the order of time, up to and including the first progression;
 * `start`: the time from which a stable disease is counted. Null where nothing was assessed. A response that was not confirmed counts as stable
 * disease where it came late enough, else as what followed it. One whose day is not known counts as signed; it confirms nothing and is no
 * stable disease that came late enough.
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

/** The place of the first response; of the confirmed ones where those are asked for. Null where there is none. */
export function firstResponse(
  responses: readonly AssessedResponse[],
  { confirmed, rules }: { readonly confirmed: boolean; readonly rules: ResponseRules },
): number | null {
  const place = responses.findIndex(({ code }, at) =>
    confirmed ? isConfirmed(responses, at, { response: 'PR', rules }) : code === 'CR' || code === 'PR',
  );
  return place === -1 ? null : place;
}

/** Whether the assessment at a place is this response or better, and a later one says so again in time. */
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
