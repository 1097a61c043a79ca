import { assessed, nothing, type Said } from './adrs.ts';
import { cell, type Row } from './rows.ts';

/** Why an endpoint may differ from ADRS or ADTTE. A difference without one of these reasons fails. */
export const reasons = {
  'no-assessment': 'no assessment was sent: in no endpoint here, MISSING, N or censored at the start there',
  'before-its-source': 'CBCP is N for everybody in ADRS, also beside a CBOR of CR or PR: it was derived before CBOR was there',
  'after-progression': 'the last assessment of ADRS is after progression, with which everything ends here',
  'not-evaluable': 'the last assessment of ADRS could not be evaluated; here it is the last one that could',
  'without-response': 'lesions were measured and no response was signed: NE here, MISSING there',
  'other-start': 'time is counted from another day than the start of ADRS; from that day it is equal',
  death: 'a death, which the interface does not send, ends the time of ADTTE',
  'other-facts': 'a response of ADRS has no lesion of its day, so that no report of it could be served',
} as const;

export type Reason = keyof typeof reasons;

/** Both sides' values of one subject. */
export interface SaidOfSubject {
  readonly subject: string;
  readonly ourSaid: Said;
  readonly theirSaid: Said;
  /** Our values with time counted from the start in ADRS. */
  readonly fromTheirStart: Said;
  /** The subject's rows of ADRS and ADTTE. */
  readonly rows: readonly Row[];
  /** Whether a response of ADRS could not be served. */
  readonly hasOtherFacts: boolean;
}

/** Why a parameter differs, or null if no reason is known. Each reason determines our value, not only that the two may differ. */
export function reasonOf(one: SaidOfSubject, parameter: string): Reason | null {
  const [ours, theirs] = [one.ourSaid.get(parameter), one.theirSaid.get(parameter)];
  if (ours === undefined || theirs === undefined) return null;
  if (one.hasOtherFacts) return 'other-facts';
  if (one.fromTheirStart.get(parameter) === theirs) return 'other-start';
  switch (parameter) {
    case 'BOR':
    case 'CBOR':
      return ours === 'NE' && theirs === nothing && responsesIn(one.rows).length === 0 ? 'without-response' : null;
    case 'CBCP':
      return isBeforeItsSource(one) ? 'before-its-source' : null;
    case 'LSTA':
      return isAfterProgression(one) ? 'after-progression' : endsUnevaluable(one) ? 'not-evaluable' : null;
    case 'PFS':
    case 'RSD':
      return ours.endsWith('censored') ? ofTime(one, parameter) : null;
    default:
      return null;
  }
}

/** Whether ADRS contradicts its own CBOR, which equals ours. */
function isBeforeItsSource({ ourSaid, theirSaid }: SaidOfSubject): boolean {
  const best = theirSaid.get('CBOR') ?? '';
  return ourSaid.get('CBCP') === 'Y' && ['CR', 'PR'].includes(best) && ourSaid.get('CBOR') === best;
}

/** Whether ours is the day of progression, and theirs a later one. */
function isAfterProgression({ ourSaid, theirSaid }: SaidOfSubject): boolean {
  const last = ourSaid.get('LSTA') ?? '';
  return theirSaid.get('PD') === `Y ${last}` && (theirSaid.get('LSTA') ?? '') > last;
}

/** Whether ours is the day of their last response that is not NE, and theirs one that is. */
function endsUnevaluable({ ourSaid, rows }: SaidOfSubject): boolean {
  const evaluable = responsesIn(rows).filter((row) => cell(row, 'AVALC') !== 'NE');
  const days = evaluable.map((row) => cell(row, 'ADT') ?? '').sort();
  return cell(rowOf(rows, 'LSTA'), 'AVALC') === 'NE' && ourSaid.get('LSTA') === days.at(-1);
}

/** The reason for a time that is censored here. */
function ofTime(one: SaidOfSubject, parameter: string): Reason | null {
  const row = rowOf(one.rows, parameter);
  if (cell(row, 'EVNTDESC') === 'Death') return 'death';
  return cell(row, 'ADT') === one.theirSaid.get('LSTA') && endsUnevaluable(one) ? 'not-evaluable' : null;
}

/** Whether ADRS and ADTTE contain only what they say of a subject without assessments. */
export function saysNothing(theirSaid: Said, rows: readonly Row[]): boolean {
  const time = rowOf(rows, 'PFS');
  const isCensoredAtStart =
    cell(time, 'PARAMCD') === undefined || (cell(time, 'CNSR') === '1' && cell(time, 'ADT') === cell(time, 'STARTDT'));
  const isNothing = [...theirSaid].every(([parameter, words]) => parameter === 'PFS' || [nothing, 'N', ''].includes(words));
  return isNothing && isCensoredAtStart && responsesIn(rows).length === 0;
}

function responsesIn(rows: readonly Row[]): readonly Row[] {
  return rows.filter((row) => cell(row, 'PARAMCD') === assessed);
}

function rowOf(rows: readonly Row[], parameter: string): Row {
  return rows.find((row) => cell(row, 'PARAMCD') === parameter) ?? {};
}
