import type { WaitingSubject } from '../../shared/calls/views.ts';
import { highestOf } from '../../shared/derive/extremes.ts';
import { localSpan, plausibleBounds, wholeDate } from '../../shared/derive/plausible-date.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { findColumn, sqlName, sqlTime } from '../query/columns.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { readStudyStatus } from '../store/database/status.ts';
import { talliesOf, type ResultTally, type SubjectTally } from './result-tally.ts';
import { millisecondsOfDay } from '../../shared/day.ts';
import { compareTexts } from '../../shared/compare-texts.ts';

/**
 * The sign-off lag: an assessment is visible only once it is signed (interface, 1.7), so a subject who was seen since is waiting for one,
 * or had none to be made. Dates implausible for a record are ignored. Subjects without any assessment come first, then those who have
 * waited longest. Call inside the reader's snapshot.
 */
export function waitingSubjects(study: StudyReader, tally: ResultTally, subjects: readonly string[] | null): readonly WaitingSubject[] {
  const [labs, vitals] = [lastOf(talliesOf(tally.labs, subjects)), lastOf(talliesOf(tally.vitals, subjects))];
  const assessed = lastAssessments(study);
  const waiting = [...new Set([...labs.keys(), ...vitals.keys()])].flatMap((subject): WaitingSubject[] => {
    const [lastLab, lastVital] = [labs.get(subject) ?? null, vitals.get(subject) ?? null];
    const last = Math.max(lastLab ?? -Infinity, lastVital ?? -Infinity);
    const at = assessed.get(subject) ?? null;
    if (at === null) return [{ subject, assessed: null, lastLab, lastVital, days: null }];
    const days = dayOf(last) - dayOf(at);
    return days > 0 ? [{ subject, assessed: at, lastLab, lastVital, days }] : [];
  });
  return waiting.sort((left, right) => (right.days ?? Infinity) - (left.days ?? Infinity) || compareTexts(left.subject, right.subject));
}

function dayOf(at: number): number {
  return Math.floor(at / millisecondsOfDay);
}

/** The last date of each subject that has one. */
function lastOf(tallies: readonly SubjectTally[]): ReadonlyMap<string, number> {
  return new Map(
    tallies.flatMap(({ subject, visits }): readonly [string, number][] => {
      const last = highestOf(visits.map((visit) => visit.last ?? -Infinity));
      return subject === null || last === -Infinity ? [] : [[subject, last]];
    }),
  );
}

/**
 * The last date of each subject. A partial date counts as the last moment that it may mean, so that a subject who may have been assessed
 * since is not listed as waiting.
 */
function lastAssessments(study: StudyReader): ReadonlyMap<string, number> {
  const asOf = readStudyStatus(study).datasets.find(({ dataset }) => dataset === 'responses')?.asOf ?? null;
  const { first, last } = plausibleBounds(asOf);
  const date = findColumn(datasets.responses, 'assessed');
  const dated = `FROM ${quoted(rowTable('responses'))} WHERE "subject" IS NOT NULL AND ${sqlTime(date)} BETWEEN ? AND ? AND length(${sqlName(date)})`;
  const whole = study.db
    .prepare<[number, number], [string, number]>(`SELECT "subject", max(${sqlTime(date)}) ${dated} >= ${String(wholeDate)} GROUP BY 1`)
    .raw()
    .all(first, last);
  const partial = study.db
    .prepare<[number, number], [string, string]>(`SELECT "subject", ${sqlName(date)} ${dated} < ${String(wholeDate)}`)
    .raw()
    .all(first, last);
  const assessed = new Map(whole);
  for (const [subject, sent] of partial)
    assessed.set(
      subject,
      Math.max((localSpan(sent)?.to ?? Number.NEGATIVE_INFINITY) - 1, assessed.get(subject) ?? Number.NEGATIVE_INFINITY),
    );
  return assessed;
}
