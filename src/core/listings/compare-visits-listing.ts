import { compareTwoVisits, type ComparedResult, type Comparison } from '../../shared/derive/compare-visits.ts';
import { isUnscheduled } from '../../shared/derive/visit-words.ts';
import { isSameAnchorVisit } from '../../shared/derive/anchor-visits.ts';
import { AppError } from '../../shared/errors.ts';
import { decidedVisitsIn } from '../annotations/list-annotations.ts';
import { inSnapshot } from '../query/snapshot.ts';
import { readComparedResults } from '../views/compared-results.ts';
import { defaultAnchor } from '../views/list-anchors.ts';
import type { ResultTally, TestDataset } from '../views/result-tally.ts';
import { visitChoices } from '../views/visit-choices.ts';
import { worked, workedNumber, type ListingCell, type ListingSource, type MakeListing } from './listing.ts';
import { namedTests, sayNames } from './several-names.ts';
import { formatCountOf } from '../../shared/format-count.ts';

/** Two visits side by side: A, B, change, percent change and shift, one row per test and subject. */
export const compareVisitsListing: MakeListing = async (source, { subjects, tests = null, dataset = 'labs', visits: asked }) => {
  if (dataset !== 'labs' && dataset !== 'vitals')
    throw new AppError('USAGE', 'Only labs and vitals have results at visits. Compare visits of one of these.');
  const visits = asked ?? (await usualVisits(source, dataset));
  if (visits === null) return { columns: columnsOf('A', 'B'), rows: [], says: 'There are no two visits to compare.', anchor: null };
  const { results, nameless, carriedForward } = inSnapshot(source.study, () =>
    readComparedResults(source.study, { dataset, tests, subjects, visits }),
  );
  const comparison = compareTwoVisits(results, visits);
  const shownTests = tests ?? [...new Set(results.map(({ test }) => test))];
  return {
    columns: columnsOf(visits.a, visits.b),
    rows: comparison.rows.map((row): ListingCell[] => [
      ...[row.test, row.subject],
      ...cellsOf(row.a, row.resultsA),
      ...cellsOf(row.b, row.resultsB),
      ...[row.change, row.percent, row.unit, row.shift],
    ]),
    says: sentence(comparison, visits, { nameless, carriedForward }) + sayNames(await namedTests(source, dataset), shownTests),
    anchor: null,
  };
};

function cellsOf(result: ComparedResult | null, results: number): readonly ListingCell[] {
  return result === null ? [null, null, null, null, 0] : [result.result, result.unit, result.flag, result.collected, results];
}

interface TwoVisits {
  readonly a: string;
  readonly b: string;
}

/**
 * Returns the first treatment visit (otherwise the first visit) and, of the visits after it, the one that most subjects have. Considers the
 * planned visits that at least half of the dataset's subjects have; if there are fewer than two, all planned visits; if there are still
 * fewer than two, all visits of the dataset.
 */
async function usualVisits({ study, tally }: ListingSource, dataset: TestDataset): Promise<TwoVisits | null> {
  return tally.with((known) => {
    const offered = usualChoices(known, dataset, decidedVisitsIn(study));
    const { anchor } = defaultAnchor(study, known);
    const found = anchor?.kind === 'visit' ? offered.findIndex(({ visit }) => isSameAnchorVisit(visit, anchor.label)) : 0;
    const at = found === -1 || found === offered.length - 1 ? 0 : found;
    const [later] = offered.slice(at + 1).toSorted((left, right) => right[dataset] - left[dataset]);
    const first = offered[at];
    return first === undefined || later === undefined ? null : { a: first.visit, b: later.visit };
  });
}

/** The share of a dataset's subjects who must have a visit for it to be compared by default. */
const usualShare = 0.5;

function usualChoices(tally: ResultTally, dataset: TestDataset, decided: readonly string[]): ReturnType<typeof visitChoices> {
  const all = visitChoices(tally, decided).filter((one) => one[dataset] > 0);
  const planned = all.filter(({ visit }) => !isUnscheduled(visit));
  const subjects = tally[dataset].filter(({ subject }) => subject !== null).length;
  const usual = planned.filter((one) => one[dataset] >= usualShare * subjects);
  return [usual, planned].find(({ length }) => length > 1) ?? all;
}

function sentence(
  { rows, both, onlyA, onlyB, noNumber, otherUnits, converted, several }: Comparison,
  { a, b }: TwoVisits,
  { nameless, carriedForward }: { readonly nameless: number; readonly carriedForward: number },
): string {
  const parts = [
    `${formatCountOf(both, 'subject')} with results at both ${a} and ${b}; ${formatCountOf(onlyA, 'subject')} at ${a} only, ${formatCountOf(onlyB, 'subject')} at ${b} only. ${formatCountOf(rows.length, 'row')}, one per test and subject.`,
    several > 0
      ? `${formatCountOf(several, 'row')} with several results at a visit: the last by date is used, with the number of results.`
      : '',
    noNumber > 0 ? `${formatCountOf(noNumber, 'pair')} without a change, because one of the two is not a plain number.` : '',
    converted > 0
      ? `${formatCountOf(converted, 'pair')} in two units: the change is in the unit of ${b} or, if that is not possible, in the standard unit.`
      : '',
    otherUnits > 0 ? `${formatCountOf(otherUnits, 'pair')} without a change, because their units cannot be converted.` : '',
    carriedForward > 0 ? `${formatCountOf(carriedForward, 'result')} carried forward from an earlier visit left out.` : '',
    nameless > 0 ? `${formatCountOf(nameless, 'result')} without a subject left out.` : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function columnsOf(a: string, b: string) {
  const visitColumns = (name: 'a' | 'b', visit: string) => [
    worked(`result_${name}`, visit, `The last result by date at ${visit}, as received.`, { alignRight: true }),
    worked(
      `unit_${name}`,
      `${visit}, unit`,
      `The unit of the result at ${visit}, as received; for a vital sign without a unit, the unit named by its item type.`,
      { width: 90 },
    ),
    worked(`flag_${name}`, `${visit}, flag`, `Position of that result in its own range.`, { width: 100 }),
    worked(`date_${name}`, `${visit}, date`, `When that result was collected.`, { kind: 'datetime' }),
    workedNumber(`results_${name}`, `${visit}, results`, `How many results of the test the subject has at ${visit}.`, 0, 90),
  ];
  return [
    worked('test', 'Test', 'The test as it was sent.', { sdtm: 'TEST', width: 200 }),
    worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
    ...visitColumns('a', a),
    ...visitColumns('b', b === a ? `${b} (B)` : b),
    workedNumber('change', 'Change', `From ${a} to ${b}, in the unit shown.`, 3),
    workedNumber('percent_change', 'Change, %', `The change in percent of the value at ${a}.`, 1),
    worked(
      'change_unit',
      'Unit of change',
      'The unit of the second result, into which the first is converted if they differ; otherwise the standard unit of the test.',
    ),
    worked('shift', 'Shift', `The flag at ${a} to the flag at ${b}.`, { width: 170 }),
  ];
}
