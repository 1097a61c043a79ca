import { CUT_OFF_DAY, LAST_DAY, moment } from './calendar.ts';
import { between, hash } from './random.ts';

/** Which panel of tests a visit has. */
export type VisitKind = 'screening' | 'first' | 'safety' | 'cycle' | 'end' | 'unscheduled';

/** One visit of one subject. */
export interface Visit {
  /** Protocol visit label (spec 2.2 encounter.display). */
  readonly label: string;
  readonly kind: VisitKind;
  /** Treatment day: 0 is C1D1. */
  readonly day: number;
  /** Site clock, minutes since 2025-01-01T00:00. */
  readonly at: number;
  /** Stable number of the visit within the subject; part of the record ids. */
  readonly key: number;
  /** The revision that brought the visit. */
  readonly since: number;
}

/** What a subject's visits are planned from. */
export interface VisitPlan {
  /** C1D1 in days since 2025-01-01. */
  readonly start: number;
  readonly seed: number;
  readonly since: number;
  readonly revision: number;
  readonly cycles: number;
  readonly atLeast: number;
}

const DAYS_A_CYCLE = 21;
const FIRST_REVISION_KEY = 64;
const ONE_IN = 20;
/** Entry into the warehouse takes a few days and must not be later than the last day either. */
const WAREHOUSE_DAYS = 5;

/** The visits in order of their dates, up to the cut-off, and those that the revisions brought. */
export function planVisits(plan: VisitPlan): readonly Visit[] {
  const visit = maker(plan);
  const visits = plan.since > 0 ? [visit('Screening', 'screening', -6, 0), visit('C1D1', 'first', 0, 1)] : course(plan, visit);
  for (let k = Math.max(1, plan.since + 1); k <= plan.revision; k++) {
    if (hash(plan.seed, 90, k) % ONE_IN !== 0) continue;
    const day = Math.min(CUT_OFF_DAY + k, LAST_DAY - WAREHOUSE_DAYS) - plan.start;
    visits.push({ ...visit('Unscheduled', 'unscheduled', day, FIRST_REVISION_KEY + k), since: k });
  }
  return visits;
}

type MakeVisit = (label: string, kind: VisitKind, day: number, key: number) => Visit;

function maker(plan: VisitPlan): MakeVisit {
  return (label, kind, day, key) => ({
    label,
    kind,
    day,
    at: moment(plan.start + day, between(hash(plan.seed, 80, key), 7 * 60 + 20, 11 * 60)),
    key,
    since: plan.since,
  });
}

function course(plan: VisitPlan, visit: MakeVisit): Visit[] {
  const room = Math.floor((CUT_OFF_DAY - 30 - plan.start) / DAYS_A_CYCLE);
  const wanted = Math.max(plan.atLeast, between(hash(plan.seed, 81), 1, plan.cycles));
  const cycles = Math.max(1, Math.min(wanted, room));
  const visits = [
    visit('Screening', 'screening', -between(hash(plan.seed, 82), 5, 14), 0),
    visit('C1D1', 'first', 0, 1),
    visit('C1D8', 'safety', 7, 2),
    visit('C1D15', 'safety', 14, 3),
  ];
  for (let cycle = 2; cycle <= cycles; cycle++) {
    visits.push(visit(`C${cycle}D1`, 'cycle', DAYS_A_CYCLE * (cycle - 1), 2 + cycle));
  }
  const last = DAYS_A_CYCLE * (cycles - 1);
  if (hash(plan.seed, 83) % 5 === 0) visits.push(visit('Unscheduled', 'unscheduled', last + 10, 60));
  const ended = wanted <= room && hash(plan.seed, 84) % 3 !== 0;
  if (ended) visits.push(visit('End of Treatment', 'end', last + between(hash(plan.seed, 85), 20, 29), 61));
  return visits.sort((a, b) => a.day - b.day);
}
