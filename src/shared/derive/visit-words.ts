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

/** A sign belongs to its number if nothing precedes it: "Day -7" and "(-28", but not "C1-2". */
const token = /\p{L}+|(?:(?<=^|[\s(,])[-−–])?\d+(?:\.\d+)*/gu;

/** The words and numbers of a visit's name, in order. A number with a point is several: 3.1 is 3 and 1. */
export const visitWords: (visit: string) => readonly VisitToken[] = memoize((visit) => {
  const text = phrases.reduce((words, [found, word]) => words.replaceAll(found, word), visit.normalize('NFKC').toLowerCase());
  const tokens = [...text.matchAll(token)].map(([found]) => found);
  return tokens.flatMap((found, at): readonly VisitToken[] => {
    if (/\d/.test(found)) return numbersOf(found);
    if (found.length === 1 && !/^\d/.test(tokens[at + 1] ?? '')) return [found];
    const number = spelled.indexOf(found);
    return [number >= 0 && at > 0 ? number : (wordOf.get(found) ?? found)];
  });
});

function numbersOf(text: string): readonly number[] {
  const [first = '', ...rest] = text.replace(/^[−–]/, '-').split('.');
  return [Number(first), ...rest.map(Number)];
}

/** Whether a visit is, by its name, unscheduled. */
export function isUnscheduled(visit: string): boolean {
  return visitWords(visit).includes('unscheduled');
}
