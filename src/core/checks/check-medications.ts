import { millisecondsOfDay } from '../../shared/day.ts';
import { isSurelyBefore, localSpan, plausibleBounds } from '../../shared/derive/plausible-date.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { wholeRecords } from '../store/database/layout.ts';
import { asOfOf } from '../store/database/status.ts';
import { found, type Finding, type FoundRecord } from './finding.ts';
import { whereRare } from './rare.ts';
import { eachCourseOnce, type Medication } from './read-medications.ts';
import { readNumber } from '../store/database/read-number.ts';

const dataset = 'medications';
const records = wholeRecords(dataset);

/** Years after the pass within which an end may be planned. */
const plannedYears = 10;
/** Minimum number of ends in a study to judge whether ends are planned there. */
const fewestEnds = 100;

/**
 * Finds medications that end before they begin, however their dates are read, and implausible ends: years after the pass, or after it at
 * all in a study that has hardly any such ends. Call inside a snapshot.
 */
export function findEnds(study: StudyReader): readonly Finding[] {
  const { last } = plausibleBounds(asOfOf(study, dataset));
  const rows = study.db
    .prepare<[number], FoundRecord & { readonly started: string; readonly ended: string; readonly at: number | null }>(
      `SELECT "record_id" AS key, "subject" AS subject, ifnull("started", '') AS started, "ended" AS ended, "ended_at" AS at
       FROM ${records} WHERE "ended" <> '' AND ("ended" < "started" OR "ended_at" < "started_at" OR at > ?)`,
    )
    .all(last);
  const ends = readNumber(study.db, `SELECT count(*) FROM ${records} WHERE "ended" <> ''`);
  const planned = rows.filter(({ at }) => at !== null && at > last);
  const unusual = new Set([
    ...planned.filter(({ at }) => (at ?? 0) > last + plannedYears * 366 * millisecondsOfDay),
    ...(ends >= fewestEnds ? whereRare(planned, ends) : []),
  ]);
  const reversed = rows.filter(({ started, ended }) => {
    const [from, to] = [localSpan(started), localSpan(ended)];
    return from !== null && to !== null && isSurelyBefore(to, from);
  });
  return [...found('end-before-start', dataset, reversed), ...found('implausible-date', dataset, [...unusual])];
}

/** How many times the usual dose of a drug in one unit is implausible, and the minimum number of doses that define a usual one. */
const farDose = 50;
const fewestDoses = 5;

/**
 * Finds doses of 0 or below, and doses far from the usual dose of the same drug in the same unit, if both are known. A course counts once,
 * however often it was sent.
 */
export function findDoses(all: readonly Medication[]): readonly Finding[] {
  const doses = eachCourseOnce(all).flatMap(({ dose, ...one }) => (dose === null ? [] : [{ ...one, dose }]));
  const strange = [...Map.groupBy(doses, ({ drug, unit }) => JSON.stringify([drug, unit])).values()].flatMap((ofDrug) => {
    const inOrder = ofDrug.flatMap(({ dose }) => (dose > 0 ? [dose] : [])).sort((left, right) => left - right);
    const usual = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
    const isKnown = ofDrug.every(({ drug, unit }) => drug !== '' && unit !== '');
    const isJudged = isKnown && inOrder.length >= fewestDoses;
    return ofDrug.filter(({ dose }) => dose <= 0 || (isJudged && (dose >= farDose * usual || dose * farDose <= usual)));
  });
  return found('unusual-dose', dataset, strange);
}
