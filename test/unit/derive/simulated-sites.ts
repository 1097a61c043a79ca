import type { SiteComparison } from '../../../src/shared/derive/site-comparison.ts';
import { judgeComparisons, planComparisons } from '../../../src/shared/derive/compare-sites.ts';
import { SiteWork, lateAfter, type SiteSeries } from '../../../src/shared/derive/site-work.ts';
import { millisecondsOfDay } from '../../../src/shared/day.ts';
import { seededNumbers } from '../../../src/shared/statistics/random-sets.ts';

/** What one site of a simulated study does differently. */
export type Planted = 'nothing' | 'heaping' | 'copying' | 'weekends' | 'corrections';

const items = [
  { group: 'pressure', test: 'SYSBP', mean: 128, between: 14, within: 8, decimals: 0 },
  { group: 'pressure', test: 'DIABP', mean: 78, between: 8, within: 6, decimals: 0 },
  { group: 'pulse', test: 'PULSE', mean: 72, between: 9, within: 6, decimals: 0 },
  { group: 'temperature', test: 'TEMP', mean: 36.6, between: 0.25, within: 0.25, decimals: 1 },
  { group: 'weight', test: 'WEIGHT', mean: 76, between: 14, within: 0.8, decimals: 1 },
  { group: 'labs', test: 'ALT', mean: 24, between: 8, within: 4, decimals: 0 },
  { group: 'labs', test: 'HGB', mean: 13.6, between: 1.2, within: 0.5, decimals: 1 },
] as const;
const series: readonly SiteSeries[] = items.map(({ group, test }) => ({ group, test, unit: group, unitSent: group }));
/** A Wednesday. */
const opened = 20_000 - 1;
const monthsOfStudy = 28;

/**
 * The comparisons in one simulated study: 4 to 9 sites of 3 to 16 subjects with 4 to 12 visits each. Sites differ in the level of their subjects,
 * subjects in level, spread, habits of digits and follow-up. The first site, of at least 8 subjects, does what is planted.
 */
export function compareSimulated(seed: number, planted: Planted): readonly SiteComparison[] {
  const random = seededNumbers(seed);
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const changed = new Map<number, number>();
  const work = new SiteWork({ lastDue: opened + 30 * monthsOfStudy, changedAt: (_, row) => changed.get(row) ?? null });
  const siteOf = new Map<string, string>();
  let row = 0;
  for (let site = 0, sites = between(4, 9); site < sites; site++) {
    const isPlanted = site === 0 && planted !== 'nothing';
    const level = items.map(({ between: spread }) => 0.3 * spread * normal());
    for (let place = 0, subjects = between(isPlanted ? 8 : 3, 16); place < subjects; place++) {
      const subject = `${String(site)}-${String(place)}`;
      siteOf.set(subject, String(site));
      const own = items.map(({ mean, between: spread }, at) => mean + (level[at] ?? 0) + spread * normal());
      const spread = Math.exp(0.3 * normal());
      const [rounds, corrects, comesOnWeekends] = [0.3 * random(), 0.04 * random(), 0.06 * random()];
      let day = opened + 7 * between(0, 40);
      let before: readonly number[] = [];
      for (let visit = 0, visits = between(4, 12); visit < visits; visit++) {
        day += 21;
        const isOnWeekend = random() < (isPlanted && planted === 'weekends' ? 0.8 : comesOnWeekends);
        const at = day + (isOnWeekend ? 3 : between(-2, 2));
        const copies = isPlanted && planted === 'copying' && visit > 0 && random() < 0.7;
        const values = items.map(({ within, decimals, group }, item) => {
          if (copies && group !== 'labs') return before[item] ?? 0;
          const exact = (own[item] ?? 0) + within * spread * normal();
          const isHeaped = group === 'pressure' && random() < (isPlanted && planted === 'heaping' ? 0.6 : rounds);
          return isHeaped ? 5 * Math.round(exact / 5) : Number(exact.toFixed(decimals));
        });
        before = values;
        for (const [item, value] of values.entries()) {
          row++;
          const isLate = random() < (isPlanted && planted === 'corrections' ? 0.2 : corrects);
          if (isLate) changed.set(row, (at + lateAfter + between(5, 90)) * millisecondsOfDay);
          const { group, decimals } = items[item] ?? items[0];
          const isVital = group !== 'labs';
          work.take({
            ...{ subject, value, row, day: at, dataset: isVital ? 'vitals' : 'labs', series: series[item] ?? null },
            digits: isVital ? value.toFixed(decimals) : null,
          });
        }
      }
    }
  }
  const plan = planComparisons(work.subjects, siteOf, true);
  let step = plan.next();
  while (step.done !== true) step = plan.next();
  const { batches, looks } = step.value;
  return judgeComparisons(batches.flatMap(({ make }) => make(looks)));
}

interface Simulated {
  readonly studies: number;
  readonly seed: number;
  readonly planted: Planted;
  readonly kinds: readonly SiteComparison['kind'][];
}

/** The share of simulated studies with any question, and of those with a question of these kinds about the first site. */
export function simulatedRates({ studies, seed, planted, kinds }: Simulated): { readonly any: number; readonly found: number } {
  let [any, found] = [0, 0];
  for (let study = 0; study < studies; study++) {
    const asked = compareSimulated(1_000_003 * (study + 1) + seed, planted).filter(({ isAsked }) => isAsked);
    if (asked.length > 0) any++;
    if (asked.some(({ site, kind }) => site === '0' && kinds.includes(kind))) found++;
  }
  return { any: any / studies, found: found / studies };
}
