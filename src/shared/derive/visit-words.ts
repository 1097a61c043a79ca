import { memoize } from './memoize.ts';

/** A part of a visit's name, a lowercase word or a number, in any spelling: "C2D1" and "CYCLE 02, DAY 1" are both cycle 2 day 1. */
export type VisitToken = string | number;

/**
 * Abbreviations that studies use in visit names, by the word they stand for. One-letter abbreviations count only before a number. Sources:
 * CDISC SDTM Implementation Guide 3.4, 5.1 (TV) and the visits of the CDISC pilot study; NCI's CTEP case report forms for cycles ("C1D1").
 */
const shortForms: Readonly<Record<string, readonly string[]>> = {
  cycle: ['c', 'cyc', 'cy'],
  day: ['d', 'dy', 'days'],
  week: ['w', 'wk', 'wks', 'weeks'],
  month: ['m', 'mo', 'mth', 'mon', 'months'],
  visit: ['v', 'vis', 'vst'],
  period: ['p', 'per'],
  hour: ['h', 'hr', 'hrs', 'hours'],
  screening: ['scr', 'scrn', 'screen'],
  baseline: ['bl', 'bsl', 'bsln', 'base'],
  randomization: ['rand', 'randomisation', 'randomized', 'randomised', 'rnd'],
  unscheduled: ['uns', 'unsch', 'unsched', 'unschd', 'unplanned', 'unsc', 'nonscheduled'],
  followup: ['fu', 'fup', 'follow', 'ltfu'],
  endoftreatment: ['eot', 'eott'],
  endofstudy: ['eos'],
  earlytermination: ['et'],
};

const wordOf = new Map(Object.entries(shortForms).flatMap(([word, short]) => short.map((one) => [one, word] as const)));

/** Numbers written as words. */
const spelled = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** Phrases that count as one word. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bfollow[\s-]*up\b|\bf\/u\b/g, 'followup'],
  [/\bend[\s-]+of[\s-]+(treatment|therapy|drug|dosing)\b/g, 'endoftreatment'],
  [/\bend[\s-]+of[\s-]+study\b/g, 'endofstudy'],
  [/\bearly[\s-]+(termination|discontinuation|withdrawal)\b/g, 'earlytermination'],
  [/\b(un|non)[\s-]+scheduled\b/g, 'unscheduled'],
];

/** A hyphen belongs to its number if nothing precedes it: "Day -7" and "(-28", but not "C1-2"; a minus sign always does. */
const token = /\p{L}+|(?:(?<=^|[\s(,])[-‐–]|−)?\d+(?:\.\d+)*/gu;

/** Stands before a number of which only the study knows whether it is negative: "Day-7" is day, uncertain sign, 7. */
const uncertainSign = '-';

/**
 * Characters of the longest name that is divided into words. A longer text is a note: a service may send a megabyte, and words are read again
 * for each comparison of two visits.
 */
const longest = 256;

/** The words and numbers of a visit's name, in order. A number with a point is several: 3.1 is 3 and 1. A note is one word. */
export const visitWords: (visit: string) => readonly VisitToken[] = memoize((visit) => {
  if (visit.length > longest) return [visit];
  const text = phrases.reduce((words, [found, word]) => words.replaceAll(found, word), visit.normalize('NFKC').toLowerCase());
  const matches = [...text.matchAll(token)];
  const tokens = matches.map(([found]) => found);
  const isUncertain = uncertainSigns(text, matches);
  return tokens.flatMap((found, at): readonly VisitToken[] => {
    if (/\d/.test(found)) return isUncertain(at) ? [uncertainSign, ...numbersOf(found)] : numbersOf(found);
    if (found.length === 1 && !/^\d/.test(tokens[at + 1] ?? '')) return [found];
    const number = spelled.indexOf(found);
    return [number >= 0 && at > 0 ? number : (wordOf.get(found) ?? found)];
  });
});

/** Words whose numbers may be negative. */
const mayBeNegative = new Set(['day', 'week', 'month', 'hour']);
const hyphen = /^\s{0,2}[-‐–—]\s{0,2}$/;

/**
 * Returns whether the sign of a token's number is uncertain: "Day-1" is the day before treatment in one study and its first day in another.
 * A hyphen after another word as well ("Cycle-1 Day-1") only separates.
 */
function uncertainSigns(text: string, matches: readonly RegExpExecArray[]): (at: number) => boolean {
  const hyphened = new Map<number, string>();
  for (const [at, { index, 0: found }] of matches.entries()) {
    const before = matches[at - 1];
    if (before === undefined || !/^\d/.test(found) || /\d/.test(before[0])) continue;
    if (hyphen.test(text.slice(before.index + before[0].length, index))) hyphened.set(at, wordOf.get(before[0]) ?? before[0]);
  }
  const [word, ...others] = new Set(hyphened.values());
  const areUncertain = word !== undefined && others.length === 0 && mayBeNegative.has(word);
  return (at) => areUncertain && hyphened.has(at);
}

function numbersOf(text: string): readonly number[] {
  const [first = '', ...rest] = text.replace(/^[−‐–]/, '-').split('.');
  return [Number(first), ...rest.map(Number)];
}

/** Whether the numbers of a visit's name may be negative, so that they have no certain order: "Day-7". */
export function hasUncertainSign(visit: string): boolean {
  return visitWords(visit).includes(uncertainSign);
}

/** Whether a visit is, by its name, unscheduled. */
export function isUnscheduled(visit: string): boolean {
  return visitWords(visit).includes('unscheduled');
}
