import type { CheckName } from '../../shared/checks/data-checks.ts';
import { unitMeaning } from '../../shared/units/read-unit.ts';
import { found, type Finding } from './finding.ts';
import type { Slips } from './one-slip.ts';
import { whereRare } from './rare.ts';
import { eachCourseOnce, type Medication } from './read-medications.ts';
import { otherSpellings } from './spellings.ts';

/**
 * Checks the names, codes, routes and units of medications against others of the same drug; if a course was sent repeatedly, only the first
 * record is reported.
 */
export function checkDrugs(all: readonly Medication[]): readonly Finding[] {
  const reported = (check: CheckName, records: readonly Medication[]): readonly Finding[] => found(check, 'medications', records);
  const named = eachCourseOnce(all.filter(({ name }) => !isNoDrug(name)));
  const otherwise = spelledOtherwise(named);
  const known = new Set(otherwise);
  const byDrug = [...Map.groupBy(named, ({ drug }) => drug).values()];
  return [
    ...reported(
      'no-drug',
      // A missing name is already listed as a missing field.
      all.filter(({ name }) => name !== '' && isNoDrug(name)),
    ),
    ...reported('spelled-otherwise', otherwise),
    ...reported(
      'code-of-another',
      ofAnotherCode(named).filter((one) => !known.has(one)),
    ),
    ...reported('other-dose-unit', byDrug.flatMap(inOtherUnits)),
    ...reported(
      'other-route',
      byDrug.flatMap((ofDrug) => [...new Set([...ofDrug.filter(isOralByOther), ...rareAmong(ofDrug, routeKind)])]),
    ),
    ...reported('missing-dosage', lackingDosage(byDrug)),
  ];
}

/** Texts that name no drug. */
const noDrug =
  /^(?:unk|unknown|n\/?a|nil|none|null|other|missing|not (?:available|applicable|coded|known|recorded|reported|specified)|unknown (?:drug|medication)|no matching concept|uncoded|tbd|test|[\s\p{P}\p{S}]*)$/iu;

function isNoDrug(name: string): boolean {
  return noDrug.test(name.trim());
}

/** Records of a drug whose name is spelled differently from most of its records. */
function spelledOtherwise(named: readonly Medication[]): readonly Medication[] {
  const byName = Map.groupBy(named, ({ name }) => name);
  const counts = new Map([...byName].map(([name, { length }]) => [name, length]));
  return whereRare(
    otherSpellings(counts, slips).flatMap((name) => byName.get(name) ?? []),
    named.length,
  );
}

/** Many shorter words are different drugs. */
const slips: Slips = { least: 7, otherLetter: true };

/** Records whose code nearly always belongs to another drug, or whose drug nearly always has another code. */
function ofAnotherCode(named: readonly Medication[]): readonly Medication[] {
  const coded = named.filter(({ code }) => code !== '');
  const strange = new Set([
    ...[...Map.groupBy(coded, ({ drug }) => drug).values()].flatMap((ofDrug) => rareAmong(ofDrug, ({ code }) => code)),
    ...[...Map.groupBy(coded, ({ code }) => code).values()].flatMap((ofCode) => rareAmong(ofCode, ({ drug }) => drug)),
  ]);
  return whereRare([...strange], coded.length);
}

/** Minimum number of records with a value, and the share of the usual value from which other values are mistakes. */
const fewestOfDrug = 10;
const usualShare = 0.9;

/** Records whose value differs from that of nearly all others; none if no value is that common. */
function rareAmong(ofDrug: readonly Medication[], valueOf: (one: Medication) => string): readonly Medication[] {
  const having = ofDrug.filter((one) => valueOf(one) !== '');
  const values = Map.groupBy(having, valueOf);
  if (having.length < fewestOfDrug || values.size < 2) return [];
  const most = [...values.values()].reduce((highest, { length }) => Math.max(highest, length), 0);
  return most < usualShare * having.length ? [] : [...values.values()].flatMap((records) => (records.length === most ? [] : records));
}

/** Units that doses are measured in; other units count tablets, puffs and the like, which do not contradict a mass. */
const measured = /^(?:[kmnuµμ]?g|mcg|m?l|cc|\[?iu\]?|units?|u|m?mol|m?eq)$/;

function inOtherUnits(ofDrug: readonly Medication[]): readonly Medication[] {
  return rareAmong(
    ofDrug.filter(({ dose, unit }) => dose !== null && measured.test(unit)),
    ({ unit }) => unitMeaning(unit),
  );
}

/** Application to the skin has several names. */
function routeKind({ route }: Medication): string {
  return ontoSkin.test(route) ? 'skin' : route;
}

const ontoSkin = /topical|cutaneous|transderm/;
/** Routes for which the dose is often not a number. */
const applied = /topical|cutaneous|transderm|ophthalm|otic|nasal|inhal|rectal|vaginal|oromucosal|buccal|dental/;

/** Whether a drug in an oral form has a route through the skin, a vessel or another opening. */
function isOralByOther({ name, route }: Medication): boolean {
  return /\boral (?:tablet|capsule|solution|suspension)|\b(?:tablet|capsule)s? (?:by mouth|po)\b/i.test(name) && notSwallowed.test(route);
}

const notSwallowed =
  /intraven|subcut|intramusc|intrathec|intraderm|infusion|injection|topical|cutaneous|ophthalm|otic|inhal|transderm|\biv\b/;

/** Minimum number of courses of drugs for which anyone has this part of a dosage. */
const fewestOfStudy = 20;
/** Minimum number of courses of the drug that have it. */
const fewestWithIt = 3;

/** Records without the route, the dose or its unit, if nearly all of the study and most records of the drug have it. */
function lackingDosage(byDrug: readonly (readonly Medication[])[]): readonly Medication[] {
  const lacking = dosageParts.flatMap(({ has, mayHave }) => {
    const judged = byDrug.flatMap((all): { lacks: readonly Medication[]; of: number }[] => {
      const ofDrug = all.filter(mayHave);
      const lacks = ofDrug.filter((one) => !has(one));
      const having = ofDrug.length - lacks.length;
      return having === 0 ? [] : [{ lacks: having >= fewestWithIt && having * 2 >= ofDrug.length ? lacks : [], of: ofDrug.length }];
    });
    const of = judged.reduce((sum, one) => sum + one.of, 0);
    const lacks = judged.flatMap((one) => one.lacks);
    return of >= fewestOfStudy ? whereRare(lacks, of) : [];
  });
  return [...new Set(lacking)];
}

interface DosagePart {
  readonly has: (one: Medication) => boolean;
  readonly mayHave: (one: Medication) => boolean;
}

const dosageParts: readonly DosagePart[] = [
  { has: ({ route }) => route !== '', mayHave: () => true },
  { has: ({ dose }) => dose !== null, mayHave: ({ route }) => !applied.test(route) },
  { has: ({ unit }) => unit !== '', mayHave: ({ dose, route }) => dose !== null && !applied.test(route) },
];
