import { setImmediate } from 'node:timers/promises';
import type { PerGeneration } from '../query/per-generation.ts';
import { buildOf } from '../query/cached-on-disk/cached-answers.ts';
import type { Pause } from '../query/pause.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { listSubjects } from '../views/list-subjects.ts';
import { readAssessments } from '../views/response-assessments.ts';
import type { ResultTally } from '../views/result-tally.ts';
import { findImplausibleDates } from './check-dates.ts';
import { checkGroup } from './check-group.ts';
import { acrossSubjects, findInCourses, rareFindings } from './check-courses.ts';
import { checkDrugCourses } from './check-drug-courses.ts';
import { checkDrugs } from './check-drugs.ts';
import { findDoses, findEnds } from './check-medications.ts';
import { findOtherCodes, findOtherSpellings, findOtherTimes } from './check-names.ts';
import { checkSubjectIds } from './check-subject-ids.ts';
import { checkUniqueSubjects } from './check-unique-subjects.ts';
import { checkResponses } from './check-responses.ts';
import {
  findMissingUnits,
  findOtherRanges,
  findOtherScale,
  findSeveralUnits,
  findSwappedPressures,
  findUnreadRanges,
} from './check-results.ts';
import { findWithdrawn } from './check-status.ts';
import { checkTexts } from './check-texts.ts';
import type { Finding } from './finding.ts';
import { readMeanings } from './read-courses.ts';
import { readMedications } from './read-medications.ts';

/** Subjects whose results are checked at a time. */
const subjectsAtOnce = 25;

export const checksCode = buildOf(import.meta);

/** Runs every check on a study. Other work can run in between: a million results take some seconds. */
export async function findAll(
  study: StudyReader,
  tally: PerGeneration<ResultTally>,
  pause: Pause = setImmediate,
): Promise<readonly Finding[]> {
  const found: (readonly Finding[])[] = [];
  for (const dataset of ['labs', 'vitals'] as const) {
    for (const check of [findSeveralUnits, findMissingUnits, findOtherSpellings, findOtherCodes, checkTexts]) {
      found.push(await tally.with((known) => check(study, dataset, known)));
      await pause();
    }
  }
  found.push(await tally.with((known) => findOtherRanges(study, known)));
  const checks: readonly (() => readonly Finding[])[] = [
    () => findOtherTimes(study, 'labs'),
    () => findOtherTimes(study, 'vitals'),
    () => findOtherScale(study),
    () => findSwappedPressures(study),
    () => findUnreadRanges(study),
    () => {
      const medications = readMedications(study);
      return [...findDoses(medications), ...checkDrugs(medications), ...checkDrugCourses(medications)];
    },
    () => [...findEnds(study), ...findImplausibleDates(study)],
    () => findWithdrawn(study),
    () => checkGroup(study),
    () => checkUniqueSubjects(study),
    () => checkSubjectIds(study),
  ];
  for (const check of checks) {
    found.push(inSnapshot(study, check));
    await pause();
  }
  found.push(checkResponses(readAssessments(study, null).assessments));
  for (const dataset of ['labs', 'vitals'] as const) {
    const { subjects } = listSubjects(study, { dataset, where: [], search: '', subjects: null, chosen: null });
    const meanings = inSnapshot(study, () => readMeanings(study, dataset));
    const across = acrossSubjects();
    for (let at = 0; at < subjects.length; at += subjectsAtOnce) {
      const those = subjects.slice(at, at + subjectsAtOnce);
      found.push(inSnapshot(study, () => findInCourses(study, dataset, those, meanings, across)));
      await pause();
    }
    found.push(inSnapshot(study, () => rareFindings(study, dataset, across)));
  }
  return eachOnce(found.flat());
}

/** A record that a check finds for two reasons, such as an implausible start and an implausible end, is one finding. */
function eachOnce(findings: readonly Finding[]): readonly Finding[] {
  const known = new Set<string>();
  return findings.filter(({ check, dataset, key }) => known.size !== known.add(JSON.stringify([check, dataset, key])).size);
}
