import { sumOf, type Compared, type Comparing, type SiteComparison, type Sited } from './site-comparison.ts';
import { digitPlaces, digitsOfPlace, vitalCodes, type DigitGroup } from './site-work.ts';

/** The share of a group's numbers in one unit that must have a decimal place for it to be the last place. */
const usualDecimals = 0.05;
/** Categories with a smaller expected count are pooled (Cochran, Biometrics 10, 1954). */
const fewestExpected = 5;

/** Last digits of vital signs: Pearson's chi-squared of a site against all others, if the site's digits are less even. */
export function digitComparisons(sited: Sited): readonly Compared[] {
  const groups = new Set(sited.flatMap(([, { digits }]) => [...digits.keys()]));
  return [...groups].map((group) => {
    const having = sited.filter(([, { digits }]) => digits.has(group));
    const place = lastPlace(group);
    const width = vitalCodes[group.group].length * digitsOfPlace;
    const cells = having.map(([, { digits }]) => {
      const own = new Uint16Array(width);
      const counts = digits.get(group)?.counts;
      if (counts === undefined) return own;
      for (let cell = 0; cell < width; cell++)
        if (isFarSpread(group, place, Math.floor(cell / digitsOfPlace))) own[cell] = counts[place * width + cell] ?? 0;
      return own;
    });
    const totals = new Float64Array(width);
    for (const counts of cells) for (let cell = 0; cell < width; cell++) totals[cell] = (totals[cell] ?? 0) + (counts[cell] ?? 0);
    const isAlone = [...groups].filter((other) => other.group === group.group).length === 1;
    return {
      ...{ kind: 'digits' as const, group: group.group, unit: isAlone ? null : group.unitSent },
      subjects: having.map(([subject]) => subject),
      records: cells.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
      comparing: (size: number) => comparingDigits(cells, totals, size),
    };
  });
}

/** Minimum standard deviation of a test's values, in steps of the digit before the last. */
const farSpread = 0.5;

/** Whether a test's values are spread so widely that their last digits do not depend on their level, unlike those around 36.6 °C. */
function isFarSpread({ moments }: DigitGroup, place: number, test: number): boolean {
  const { count, sum, squares } = moments[test] ?? { count: 0, sum: 0, squares: 0 };
  return count > 0 && Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) >= farSpread * 10 ** (1 - place);
}

function lastPlace({ decimals }: DigitGroup): number {
  const all = decimals.reduce((sum, count) => sum + count, 0);
  for (let place = digitPlaces - 1; place > 0; place--) {
    const having = decimals.slice(place).reduce((sum, count) => sum + count, 0);
    if (having >= usualDecimals * all) return place;
  }
  return 0;
}

function comparingDigits(cells: readonly Uint16Array[], totals: Float64Array, size: number): Comparing {
  const width = totals.length;
  const part = size / cells.length;
  // Frequent digits are counted separately, rare ones together.
  const isRare = Uint8Array.from(totals, (total) => (total * Math.min(part, 1 - part) < fewestExpected ? 1 : 0));
  const sums = new Float64Array(width);
  return {
    measure: (places) => {
      sums.fill(0);
      for (let at = 0; at < size; at++) {
        const counts = cells[places[at] ?? 0];
        if (counts !== undefined) for (let cell = 0; cell < width; cell++) sums[cell] = (sums[cell] ?? 0) + (counts[cell] ?? 0);
      }
      let statistic = 0;
      for (let from = 0; from < width; from += digitsOfPlace) statistic += unevenness(sums, totals, isRare, from);
      return statistic;
    },
    shown: (own) => shownDigits(cells, width, own),
  };
}

/** Chi-squared of one test's digits; 0 if the set's digits are more even than the others'. */
function unevenness(own: Float64Array, totals: Float64Array, isRare: Uint8Array, from: number): number {
  let [ownAll, all] = [0, 0];
  for (let cell = from; cell < from + digitsOfPlace; cell++) {
    ownAll += own[cell] ?? 0;
    all += totals[cell] ?? 0;
  }
  const otherAll = all - ownAll;
  if (ownAll === 0 || otherAll === 0) return 0;
  let [statistic, ownEven, otherEven, ownRest, allRest] = [0, 0, 0, 0, 0];
  for (let cell = from; cell < from + digitsOfPlace; cell++) {
    const [mine, sum] = [own[cell] ?? 0, totals[cell] ?? 0];
    ownEven += (mine / ownAll) ** 2;
    otherEven += ((sum - mine) / otherAll) ** 2;
    if (isRare[cell] === 1) {
      ownRest += mine;
      allRest += sum;
    } else statistic += departure(mine, sum, ownAll, all);
  }
  return ownEven <= otherEven ? 0 : statistic + (allRest > 0 ? departure(ownRest, allRest, ownAll, all) : 0);
}

/** The contribution of one column of a table with two rows to chi-squared. */
function departure(mine: number, sum: number, ownAll: number, all: number): number {
  if (sum === 0) return 0;
  const expected = (sum * ownAll) / all;
  const gap = (mine - expected) ** 2;
  return gap / expected + gap / (sum - expected);
}

/** Number of standard errors beyond which a digit is named as more frequent. */
const farBeyond = 3;

/** Digits of all tests of the group together. */
function shownDigits(
  cells: readonly Uint16Array[],
  width: number,
  own: readonly number[],
): Pick<SiteComparison, 'share' | 'others' | 'digits'> {
  const isOwn = new Set(own);
  const [mine, rest] = [new Array<number>(digitsOfPlace).fill(0), new Array<number>(digitsOfPlace).fill(0)];
  for (const [at, counts] of cells.entries()) {
    const into = isOwn.has(at) ? mine : rest;
    for (let cell = 0; cell < width; cell++) into[cell % digitsOfPlace] = (into[cell % digitsOfPlace] ?? 0) + (counts[cell] ?? 0);
  }
  const [ownAll, restAll] = [sumOf(mine), sumOf(rest)];
  const beyond = mine.map((count, digit) => {
    const [share, other] = [count / ownAll, (rest[digit] ?? 0) / restAll];
    const pooled = (count + (rest[digit] ?? 0)) / (ownAll + restAll);
    return {
      digit,
      by: pooled === 0 || pooled === 1 ? 0 : (share - other) / Math.sqrt(pooled * (1 - pooled) * (1 / ownAll + 1 / restAll)),
    };
  });
  const most = beyond.toSorted((left, right) => right.by - left.by);
  const named = most.filter(({ by }, at) => at === 0 || by > farBeyond);
  const digits = named.map(({ digit }) => digit).sort((left, right) => left - right);
  const of = (counts: readonly number[], all: number): number => sumOf(digits.map((digit) => counts[digit] ?? 0)) / all;
  return { digits, share: of(mine, ownAll), others: of(rest, restAll) };
}
