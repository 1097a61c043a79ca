import { millisecondsOfDay } from '../../shared/day.ts';
import { wholeDate } from '../../shared/derive/plausible-date.ts';
import { found, type Finding } from './finding.ts';
import { whereRare } from './rare.ts';
import { eachCourseOnce, type Medication } from './read-medications.ts';

/** Checks the doses and courses of medications against others of the same drug. */
export function checkDrugCourses(all: readonly Medication[]): readonly Finding[] {
  const sent = all.filter(({ drug }) => drug !== '');
  const named = eachCourseOnce(sent);
  const byDrug = [...Map.groupBy(named, ({ drug }) => drug).values()];
  return [
    ...found('tenfold-dose', 'medications', byDrug.flatMap(tenfold)),
    ...found('long-course', 'medications', byDrug.flatMap(farLonger)),
    ...found('overlapping-courses', 'medications', overlapping(named)),
    ...found('repeated-record', 'medications', repeatedOnDays(sent)),
  ];
}

/**
 * Minimum number of doses of a drug in one unit, and the minimum share of them that is of one size: between about a third and three times
 * the median.
 */
const fewestDoses = 4;
const oneSize = 3.2;
const shareOfOneSize = 0.75;

/**
 * Doses that are ten times a usual dose of the drug in the same unit, or a tenth of it, if the others are of one size. Per cent have no
 * usual dose.
 */
function tenfold(ofDrug: readonly Medication[]): readonly Medication[] {
  const known = ofDrug.flatMap((one) => (one.dose !== null && one.dose > 0 && /^[^%]+$/.test(one.unit) ? [{ one, dose: one.dose }] : []));
  return [...Map.groupBy(known, ({ one }) => one.unit).values()].flatMap((inUnit) => {
    const inOrder = inUnit.map(({ dose }) => dose).sort((left, right) => left - right);
    const middle = inOrder[Math.floor(inOrder.length / 2)] ?? 0;
    const isUsual = (dose: number): boolean => dose * oneSize >= middle && dose <= middle * oneSize;
    const usual = inOrder.filter(isUsual);
    if (inOrder.length < fewestDoses || usual.length < shareOfOneSize * inOrder.length) return [];
    // A dose that occurs in only one course is not a usual dose.
    const given = [...Map.groupBy(usual, (dose) => dose)].flatMap(([dose, { length }]) => (length > 1 ? [dose] : []));
    const isFar = ({ dose }: { readonly dose: number }): boolean =>
      !isUsual(dose) && given.some((other) => isTenfold(dose / other) || isTenfold(other / dose));
    return inUnit.filter(isFar).map(({ one }) => one);
  });
}

function isTenfold(ratio: number): boolean {
  return ratio >= 9.9 && ratio <= 10.1;
}

/** Minimum days of a course, and how many times longer it must be than most courses of the drug, to suggest a mistyped year. */
const longest = 300;
const farOff = 10;
const fewestCourses = 5;
const mostCourses = 0.8;

/** Courses that last far longer than most others of the drug. */
function farLonger(ofDrug: readonly Medication[]): readonly Medication[] {
  const lasting = ofDrug.flatMap((one) => {
    const { start, end, started, ended } = one;
    const isWhole = started.length >= wholeDate && ended.length >= wholeDate;
    return isWhole && start !== null && end !== null ? [{ one, days: (end.from - start.from) / millisecondsOfDay }] : [];
  });
  if (lasting.length < fewestCourses) return [];
  const inOrder = lasting.map(({ days }) => days).sort((left, right) => left - right);
  // The fourth of five courses: the longest one must not be its own measure.
  const most = inOrder[Math.ceil(mostCourses * inOrder.length) - 1] ?? 0;
  return lasting.filter(({ days }) => days >= longest && days >= farOff * most).map(({ one }) => one);
}

/**
 * The later of two courses of a subject with the same drug and route that surely overlap by a day or more, unless this is common in the
 * study.
 */
function overlapping(named: readonly Medication[]): readonly Medication[] {
  const dated = named.filter(({ subject, start, started }) => (subject ?? '') !== '' && start !== null && started.length >= wholeDate);
  const later = groups(dated, ({ subject, drug, route }) => [subject, drug, route]).flatMap((courses) => {
    const overlaps = overlapWithEarlier();
    return courses.toSorted((left, right) => (left.start?.from ?? 0) - (right.start?.from ?? 0)).filter(overlaps);
  });
  return whereRare(later, dated.length);
}

/**
 * Returns a function that tests courses in the order of their starts: whether a course overlaps a different earlier one, by two doses from
 * the same day on, or by a day or more.
 */
function overlapWithEarlier(): (one: Medication) => boolean {
  const doses = new Map<string, Set<number | null>>();
  // The two courses so far that last longest.
  let longest: readonly Lasting[] = [];
  return (one) => {
    const place = JSON.stringify([one.started, one.unit]);
    const sameStart = doses.get(place) ?? new Set();
    const hasTwoDoses = sameStart.size > (sameStart.has(one.dose) ? 1 : 0);
    doses.set(place, sameStart.add(one.dose));
    if (one.start === null || one.end === null) return hasTwoDoses;
    const [course, end, from] = [
      JSON.stringify([one.started, one.ended, one.dose, one.unit]),
      one.end.from,
      one.start.to + millisecondsOfDay,
    ];
    const before = longest.find((other) => other.course !== course);
    const isWithin = end >= from && before !== undefined && before.end >= from;
    const others = [...longest.filter((other) => other.course !== course), { course, end }];
    longest = others.sort((left, right) => right.end - left.end).slice(0, 2);
    return hasTwoDoses || isWithin;
  };
}

/** A course, and its earliest possible end. */
interface Lasting {
  readonly course: string;
  readonly end: number;
}

/** The same drug, days, dose and route of a subject again, whatever the directions, if that is rare. */
function repeatedOnDays(named: readonly Medication[]): readonly Medication[] {
  const dated = named.filter(({ subject, started }) => (subject ?? '') !== '' && started.length >= wholeDate);
  const again = groups(dated, ({ subject, drug, route, started, ended, dose, unit }) => [subject, drug, route, started, ended, dose, unit]);
  return whereRare(
    again.flatMap((same) => same.slice(1)),
    dated.length,
  );
}

function groups(all: readonly Medication[], by: (one: Medication) => readonly unknown[]): readonly (readonly Medication[])[] {
  return [...Map.groupBy(all, (one) => JSON.stringify(by(one))).values()].filter(({ length }) => length > 1);
}
