import { sumOf, type Compared, type Sited } from './site-comparison.ts';
import { isWeekend, type SiteGroup, type SubjectWork } from './site-work.ts';

/** Minimum number of cases among all records, and of non-cases. */
const fewestCases = 5;

/** Numbers equal to the previous one of their series. */
export function repeatsComparison(sited: Sited, group: SiteGroup): Compared {
  return shareComparison({ kind: 'repeats', group }, sited, ({ spreads }) => {
    let [cases, of] = [0, 0];
    for (const [series, { values, same }] of spreads) {
      if (series.group !== group) continue;
      cases += same;
      of += values - 1;
    }
    return { cases, of };
  });
}

/** Records that were changed long after their date. */
export function lateComparison(sited: Sited): Compared {
  return shareComparison({ kind: 'late', group: null }, sited, ({ late, due }) => ({
    cases: late.labs.length + late.vitals.length,
    of: due,
  }));
}

/** Days with labs or vital signs that are a Saturday or Sunday. */
export function weekendComparison(sited: Sited): Compared {
  return shareComparison({ kind: 'weekends', group: null }, sited, ({ days }) => ({
    cases: [...days].filter(isWeekend).length,
    of: days.size,
  }));
}

/**
 * Compares shares of records where the site's share is larger: the measure is the difference of the two shares, and sets of subjects are
 * drawn.
 */
function shareComparison(
  what: Pick<Compared, 'kind' | 'group'>,
  sited: Sited,
  count: (work: SubjectWork) => { readonly cases: number; readonly of: number },
): Compared {
  const having = sited.map(([subject, work]) => ({ subject, ...count(work) })).filter(({ of }) => of > 0);
  // A handful of cases in the whole study says nothing.
  const isEnough = Math.min(sumOf(having.map(({ cases }) => cases)), sumOf(having.map((one) => one.of - one.cases))) >= fewestCases;
  const counted = isEnough ? having : [];
  const [cases, of] = [counted.map((one) => one.cases), counted.map((one) => one.of)];
  const [allCases, all] = [sumOf(cases), sumOf(of)];
  const shares = (places: Int32Array | readonly number[], size: number): { readonly share: number; readonly others: number } => {
    let [own, ownOf] = [0, 0];
    for (let at = 0; at < size; at++) {
      own += cases[places[at] ?? 0] ?? 0;
      ownOf += of[places[at] ?? 0] ?? 0;
    }
    return { share: own / ownOf, others: all === ownOf ? 0 : (allCases - own) / (all - ownOf) };
  };
  return {
    ...{ ...what, unit: null, subjects: counted.map(({ subject }) => subject), records: of },
    comparing: (size) => ({
      measure: (places) => {
        const { share, others } = shares(places, size);
        return share - others;
      },
      shown: (own) => ({ ...shares(own, size), digits: [] }),
    }),
  };
}
