import { CUT_OFF_DAY, LAST_DAY } from './calendar.ts';
import { courseKind, readCourse, type CourseKind } from './courses.ts';
import { between, hash } from './random.ts';
import { assess, type Assessment, type Reading } from './recist.ts';
import type { StudyData } from './study-data.ts';
import type { Subject } from './subjects.ts';

const RESPONSES_SALT = 0x4ec1;
const DAYS_APART = 42;
const CASES_PER_EDIT = 24;

/** One case (spec 2.4 #CaseId) of one subject: a baseline and its follow-ups. */
export interface Case {
  readonly subject: Subject;
  /** 0, or 1 for the case that follows a progression. */
  readonly index: 0 | 1;
  readonly seed: number;
  readonly kind: CourseKind;
  /** The baseline's day, counted from 2025-01-01. */
  readonly firstDay: number;
  readonly readings: readonly Reading[];
  /** How many of the readings can be seen at this revision. */
  readonly visible: number;
  /** How often the assessment of a number was read again. */
  readonly rereads: ReadonlyMap<number, number>;
}

/** The cases of a study at its revision; a study without response assessments has none. */
export function planCases(study: StudyData): readonly Case[] {
  if (!study.profile.responses) return [];
  const cases = study.roster.subjects.filter(isFollowed).flatMap(casesOf);
  return applyRevisions(cases, hash(study.seed, RESPONSES_SALT), study.revision);
}

/** The visible assessments of a case with what RECIST 1.1 derives, the re-read sums taken in. */
export function caseAssessments(one: Case): readonly Assessment[] {
  return assess(one.readings.slice(0, one.visible).map((reading, n) => reread(reading, one.rereads.get(n) ?? 0)));
}

/** The day of an assessment. */
export function assessmentDay(one: Case, timepoint: number): number {
  const jitter = timepoint === 0 ? 0 : between(hash(one.seed, 7, timepoint), -3, 3);
  return one.firstDay + DAYS_APART * timepoint + jitter;
}

function isFollowed(subject: Subject): boolean {
  return subject.scope !== 'none' && subject.rank % 13 !== 12;
}

function casesOf(subject: Subject): readonly Case[] {
  const first = startCase(subject, 0, subject.start - 10, courseKind(subject.rank));
  if (subject.rank % 30 !== 0 || subject.since > 0) return [first];
  const next = assessmentDay(first, first.visible - 1) + 14;
  return next > CUT_OFF_DAY ? [first] : [first, startCase(subject, 1, next, 'stable')];
}

function startCase(subject: Subject, index: 0 | 1, firstDay: number, kind: CourseKind): Case {
  const seed = hash(subject.seed, RESPONSES_SALT, index);
  const possible = Math.max(0, Math.floor((LAST_DAY - 5 - firstDay) / DAYS_APART));
  const readings = readCourse(kind, seed, possible);
  const untilCutOff = Math.max(0, Math.floor((CUT_OFF_DAY - 4 - firstDay) / DAYS_APART));
  const followUps = subject.since > 0 ? 0 : Math.min(untilCutOff, between(hash(seed, 6), 2, 8));
  const progression = assess(readings).findIndex(({ conclusion }) => conclusion === 'Progressive Disease');
  const end = progression < 0 ? followUps : Math.min(followUps, progression);
  return { subject, index, seed, kind, firstDay, readings, visible: end + 1, rereads: new Map() };
}

/** A second look at the images adds some tenths of a millimetre. */
function reread(reading: Reading, times: number): Reading {
  if (times === 0 || reading.sum === null || reading.targetsGone) return reading;
  return { ...reading, sum: reading.sum + 4 * times };
}

/**
 * Each revision brings a further follow-up for some cases, has the last assessment of others read again, and takes the
 * sign-off of the last assessment of yet others back. Only last assessments leave, so the arithmetic of the rest holds.
 */
function applyRevisions(base: readonly Case[], seed: number, revision: number): readonly Case[] {
  const cases = [...base];
  const enrolled = cases.filter(({ subject }) => subject.since === 0).length;
  const each = Math.max(1, Math.round(enrolled / CASES_PER_EDIT));
  for (let k = 1; k <= revision; k++) {
    const taken = new Set<number>();
    for (let i = 0; i < each; i++) {
      edit(cases, taken, hash(seed, k, i, 1), (one) => (one.visible < one.readings.length ? { ...one, visible: one.visible + 1 } : null));
      edit(cases, taken, hash(seed, k, i, 2), (one) => (one.visible > 2 ? { ...one, visible: one.visible - 1 } : null));
      edit(cases, taken, hash(seed, k, i, 3), (one) => (one.visible > 1 ? readAgain(one) : null));
    }
  }
  return cases;
}

function readAgain(one: Case): Case {
  const last = one.visible - 1;
  return { ...one, rereads: new Map(one.rereads).set(last, (one.rereads.get(last) ?? 0) + 1) };
}

/** Edits the first case from `wanted` on that is not yet taken in this revision and allows it. */
function edit(cases: Case[], taken: Set<number>, wanted: number, change: (one: Case) => Case | null): void {
  for (let tries = 0; tries < cases.length; tries++) {
    const at = (wanted + tries) % cases.length;
    const one = cases[at];
    const changed = one === undefined || one.subject.since > 0 || taken.has(at) ? null : change(one);
    if (changed === null) continue;
    cases[at] = changed;
    taken.add(at);
    return;
  }
}
