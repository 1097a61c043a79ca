import { countedCells, labNames, urineTests } from './lab-names.ts';
import { countedAs, keyOf, longestName, wordsOf } from './name-words.ts';
import { openNames } from './special-lab-names.ts';
import { isCount, isPart, isUnfit } from './test-units.ts';
import type { ReadTest, SentTest, TestRule } from './read-test.ts';

const byKey: ReadonlyMap<string, string> = new Map(
  Object.entries(labNames).flatMap(([code, names]) => names.map((name) => [keyOf(wordsOf(name)), code] as const)),
);
/** A name of the dictionary; `place`: its position there. */
interface KnownName {
  readonly words: readonly string[];
  readonly code: string;
  readonly place: number;
}

/** By first word, so that an unknown name is compared with only a few: each record may have a different one. */
const byFirstWord: ReadonlyMap<string, readonly KnownName[]> = Map.groupBy(
  [...byKey].map(([key, code], place) => ({ words: key.split(' '), code, place })),
  ({ words: [first = ''] }) => first,
);
const openByKey: ReadonlyMap<string, string> = new Map(
  Object.entries(openNames).flatMap(([code, names]) => names.map((name) => [keyOf(wordsOf(name)), code] as const)),
);
const cellsByKey = new Map(countedCells.flatMap((cells) => cells.names.map((name) => [keyOf(wordsOf(name)), cells] as const)));
const partsByKey: ReadonlyMap<string, string> = new Map(
  countedCells.flatMap(({ names, part, of }) =>
    names.flatMap((name) => of.flatMap((whole) => wholesOf(whole).map((said) => [keyOf(wordsOf(`${name}/${said}`)), part] as const))),
  ),
);
/** Codes that may be sent as a service code: those of all names and kinds of cells. */
const known: ReadonlySet<string> = new Set([...Object.keys(labNames), ...countedCells.flatMap(({ count, part }) => [count, part])]);
/** Codes of earlier terminologies with the same meaning. */
const formerCodes: Readonly<Record<string, string>> = { LIPASE: 'LIPASET', LYMPH: 'LYM', FOLATE: 'VITB9' };
const shortNames: Readonly<Record<string, string>> = { anc: 'NEUT', alc: 'LYM' };
/** Words in the name of another specimen, or of a part, ratio or product of what is named. */
const otherMeaning =
  /^(?:urine|csf|cerebrospinal|stool|fecal|saliva|fluid|ascite|pleural|24h?|hour|hr|clearance|ratio|\/|free|direct|indirect|ionized|antibody|ab|isoenzyme|inhibitor|receptor|binding|excretion|morphology|cast|index|corrected|electrophoresis|precursor|nucleated|immature|degradation|non|fetal|remnant|bone|pancreatic|acid|[a-z]|\d+)$/;

function wholesOf(whole: string): readonly string[] {
  const said = whole === 'leukocyte' ? ['leukocyte', 'wbc', 'white blood cell'] : ['erythrocyte', 'rbc', 'red blood cell'];
  return [...said, ...said.map((name) => `100 ${name}`)];
}

/** The known names whose words are all among these, in dictionary order. */
function namesAmong(words: readonly string[]): readonly KnownName[] {
  return [...new Set(words)]
    .flatMap((word) => byFirstWord.get(word) ?? [])
    .filter((name) => name.words.every((word) => words.includes(word)))
    .toSorted((one, other) => one.place - other.place);
}

/** The LBTESTCD of a laboratory test as sent; null if nothing in it is known. */
export function readLabTest({ test, serviceCode, unit }: SentTest): ReadTest | null {
  if (test.length > longestName) return null;
  const named = readName(test, unit);
  const service = serviceCodeOf(serviceCode);
  if (named === null) return fitting(test, service, unit) ?? closest(test);
  if (service === null || service === named.code)
    return service === null || named.applied || named.rule === 'unfit-unit' ? named : applied(named.code, 'service-code');
  if (named.rule === 'open-count' && cellsOf(test)?.some((code) => code === service) === true) return applied(service, 'service-code');
  return { ...named, applied: false, rule: 'other-service-code' };
}

function applied(code: string, rule: TestRule): ReadTest {
  return { code, applied: true, rule };
}

function readName(test: string, unit: string | null): ReadTest | null {
  const words = wordsOf(withoutUnit(test));
  const cells = readCells(test, words, unit);
  if (cells !== null) return cells;
  const code = nameOf(words) ?? sameNames(withoutUnit(test)) ?? twoNames(words);
  if (code === null) return openName(words);
  return isUnfit(code, unit, words) ? { code, applied: false, rule: 'unfit-unit' } : applied(code, 'name');
}

function openName(words: readonly string[]): ReadTest | null {
  const code = openByKey.get(keyOf(words));
  return code === undefined ? null : { code, applied: false, rule: 'open-name' };
}

/** The code of a whole name. The name may say "urine" if the test is done only in urine. */
function nameOf(words: readonly string[]): string | null {
  const [only = ''] = words;
  if (words.length === 1 && Object.hasOwn(shortNames, only)) return shortNames[only] ?? null;
  const key = keyOf(words);
  const code = byKey.get(key) ?? partsByKey.get(key);
  if (code !== undefined) return code;
  const ofUrine = byKey.get(keyOf(words.filter((word) => word !== 'urine' && word !== 'dipstick')));
  return ofUrine !== undefined && urineTests.has(ofUrine) ? ofUrine : null;
}

/** Names of one code next to each other: `ALT (SGPT)`, `AST/SGOT`. */
function sameNames(test: string): string | null {
  const parts = test.split(/[()/;=]|\s[-–]\s/).filter((part) => part.trim() !== '');
  if (parts.length < 2) return null;
  const codes = new Set(parts.map((part) => nameOf(wordsOf(part))));
  const [code] = codes;
  return codes.size === 1 ? (code ?? null) : null;
}

/** `Hemoglobin (g/dL)`: removes the unit at the end of a name. A U alone is urine: `Sodium (U)`. */
function withoutUnit(test: string): string {
  const inside = /\(([^()]*)\)\s*$/.exec(test);
  return inside?.[1] !== undefined && isUnitText(inside[1]) ? test.slice(0, inside.index) : test;
}

function isUnitText(part: string): boolean {
  return (
    isCount(part) ||
    isPart(part) ||
    /^\s*(?!u\s*$)(?:[munpf]?(?:g|mol|k?iu|u|eq)|mc[gl]|[uµμ](?:g|mol|iu)|fl|pg|sec|s)\s*(?:$|\/|per\b)/i.test(part)
  );
}

/** Two names of one code in a row: `Alanine Aminotransferase ALT`. */
function twoNames(words: readonly string[]): string | null {
  const left = words.filter((word) => word !== '/');
  const found = namesAmong(left).find(
    (name) => name.words.length < left.length && byKey.get(keyOf(left.filter((word) => !name.words.includes(word)))) === name.code,
  );
  return found?.code ?? null;
}

/** Cells reported as a count or as a fraction: the wording of the name decides, then the unit; the two must agree. */
function readCells(test: string, words: readonly string[], unit: string | null): ReadTest | null {
  const whole = cellsAmong(words.filter((word) => word !== '%' && word !== 'relative'));
  const [, before = '', inBrackets = ''] = whole === null ? (/^([^(]*)(\(.*\))\s*$/s.exec(test) ?? []) : [];
  const found = whole ?? cellsAmong(wordsOf(before));
  if (found === null) return null;
  if (whole === null && !saysHowCounted(inBrackets, found))
    return words.some((word) => otherMeaning.test(word)) ? null : { code: found.count, applied: false, rule: 'more-words' };
  const said = countedAs(words) ?? unitInName(test);
  const byUnit = unit === null ? null : isPart(unit) ? 'part' : isCount(unit) ? 'count' : 'neither';
  const way = said ?? byUnit;
  if (byUnit === 'neither' || (said !== null && byUnit !== null && said !== byUnit))
    return { code: found.count, applied: false, rule: 'unfit-unit' };
  if (way === null || way === 'neither') return { code: found.count, applied: false, rule: 'open-count' };
  return applied(found[way], said === null ? 'name-and-unit' : 'name');
}

/** Words in brackets after the name of cells that do not change which cells, in which specimen, they are. */
const howCounted: ReadonlySet<string> = new Set([
  'absolute',
  'count',
  '#',
  '%',
  'relative',
  'manual',
  'auto',
  'differential',
  'diff',
  'cell',
]);

/** `(absolute)`, `(10^9/L)`, `(ANC)`; not `(CSF)` or `(bone marrow)`. */
function saysHowCounted(inBrackets: string, cells: (typeof countedCells)[number]): boolean {
  return inBrackets.split(/[()]+/).every((part) => {
    const words = wordsOf(part);
    const [only = ''] = words;
    const isSameName = cellsAmong(words) === cells || (words.length === 1 && shortNames[only] === cells.count);
    return isUnitText(part) || isSameName || words.every((word) => howCounted.has(word));
  });
}

function cellsAmong(words: readonly string[]): (typeof countedCells)[number] | null {
  return cellsByKey.get(keyOf(words)) ?? null;
}

function unitInName(test: string): 'count' | 'part' | null {
  const inside = /\(([^()]*)\)\s*$/.exec(test)?.[1];
  if (inside === undefined) return null;
  return isPart(inside) ? 'part' : isCount(inside) ? 'count' : null;
}

function cellsOf(test: string): readonly string[] | null {
  const cells = cellsAmong(wordsOf(test));
  return cells === null ? null : [cells.count, cells.part];
}

function serviceCodeOf(sent: string | null): string | null {
  const code = sent?.trim().toUpperCase() ?? '';
  const now = formerCodes[code] ?? code;
  return known.has(now) ? now : null;
}

/** A service code counts if the name has all words of one of its names, and none that makes it another test. */
function fitting(test: string, code: string | null, unit: string | null): ReadTest | null {
  const words = wordsOf(test);
  if (code === null || words.some((word) => otherMeaning.test(word)) || isUnfit(code, unit, words)) return null;
  return candidates(words).some((candidate) => candidate === code) ? applied(code, 'service-code') : null;
}

/** The proposal for a name with additional words: the code of its longest known part, if there is one. */
function closest(test: string): ReadTest | null {
  const words = wordsOf(test);
  const [code] = words.some((word) => otherMeaning.test(word)) ? [] : candidates(words);
  return code === undefined ? null : { code, applied: false, rule: 'more-words' };
}

/** Codes with a name whose words are all among these, longest name first. Names of one or two letters say nothing among other words. */
function candidates(words: readonly string[]): readonly string[] {
  return namesAmong(words)
    .filter((name) => name.words.join(' ').length > 2)
    .toSorted((one, other) => other.words.length - one.words.length)
    .map(({ code }) => code);
}
