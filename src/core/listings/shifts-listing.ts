import type { Shifts } from '../../shared/derive/shifts.ts';
import { anchorWords } from '../../shared/protection.ts';
import type { Anchor } from '../../shared/protection-schemas.ts';
import { signOf, worked, workedNumber, type MakeListing } from './listing.ts';
import { namedTests, sayNames } from './several-names.ts';
import { usualAnchor } from './usual-anchor.ts';
import { formatCountOf } from '../../shared/format-count.ts';

/** The shifts of each lab test, or of the named ones. Results that are texts have no shifts and are counted. */
export const shiftsListing: MakeListing = async (source, { subjects, tests: named, anchor: asked }) => {
  const anchor = asked ?? (await usualAnchor(source));
  const labs = await namedTests(source, 'labs');
  const tests = named ?? labs.map(({ test }) => test);
  const all: Shifts[] = [];
  for (const test of tests) all.push((await source.figures.shifts({ test, subjects, anchor })).shifts);
  const rows = all.flatMap(({ test, unit, subjects: shifted }) =>
    shifted.map(({ subject, baseline, worst, values }) => [
      ...[test, subject, unit, baseline, worst.low, worst.high],
      ...[`${baseline} to ${worst.low}`, `${baseline} to ${worst.high}`],
      ...[values.baseline, values.low, values.high].flatMap((shown) => [signOf(shown), shown?.unit === unit ? shown.value : null]),
    ]),
  );
  return { columns, rows, says: sentence(all, anchor) + sayNames(labs, tests), anchor: anchor === null ? null : anchorWords(anchor) };
};

const noAnchor =
  'No shifts: this study has no first treatment visit that half of its subjects have, and no baseline assessment. ' +
  'Choose an anchor for baselines: in the window the anchor of the chart, in the terminal --anchor.';

function sentence(all: readonly Shifts[], anchor: Anchor | null): string {
  if (anchor === null) return noAnchor;
  const results = (of: (one: Shifts) => number): string => formatCountOf(sum(all, of), 'result');
  const unanchored = new Set(all.flatMap((one) => one.unanchored)).size;
  const shifts = formatCountOf(
    sum(all, ({ subjects }) => subjects.length),
    'shift',
  );
  const leftOut = [
    `${results(({ undated }) => undated.count)} without a complete, valid date`,
    `${results(({ leftOut: { texts } }) => texts.count)} without a number`,
    `${results(({ leftOut: { nameless } }) => nameless.count)} without a subject`,
    `${results(({ leftOut: { carriedForward } }) => carriedForward.count)} carried forward from an earlier visit`,
    `${formatCountOf(unanchored, 'subject')} without that anchor`,
  ];
  return (
    `${shifts} of ${formatCountOf(all.length, 'test')}, from ${anchorWords(anchor)}. Not included: ${listed(leftOut)}. ` +
    `${results(({ otherUnits }) => otherUnits.count)} in a unit that cannot be converted, counted by their own flags.` +
    sayCodes(sum(all, ({ otherCodes }) => otherCodes.count))
  );
}

/** Results of one name may be of several specimens or methods, which only their codes tell apart. */
function sayCodes(results: number): string {
  return results === 0
    ? ''
    : ` ${formatCountOf(results, 'result')} with another service code or test code than most of the same name, counted with them.`;
}

function sum(all: readonly Shifts[], of: (one: Shifts) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}

function listed(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

const value = (name: string, plain: string, help: string) => workedNumber(name, plain, `${help} In the unit of the test.`, 3);

const sign = (name: string, plain: string) => worked(name, plain, 'The sign of the value if only a bound is known; empty for a number.');

const columns = [
  worked('test', 'Test', 'The lab test as sent.', { sdtm: 'LBTEST', width: 200 }),
  worked('subject', 'Subject', 'The subject.', { sdtm: 'SUBJID' }),
  worked('unit', 'Unit', 'The unit in which the values of the test are shown.'),
  worked('baseline', 'Baseline', 'The flag of the last result on or before the day of the anchor; MISSING if there is none.'),
  worked('worst_low', 'Lowest after', 'The lowest category after the anchor.'),
  worked('worst_high', 'Highest after', 'The highest category after the anchor.'),
  worked('shift_low', 'Shift, low', 'From baseline to the lowest category.', { width: 170 }),
  worked('shift_high', 'Shift, high', 'From baseline to the highest category.', { width: 170 }),
  sign('baseline_sign', 'Baseline sign'),
  value('baseline_value', 'Baseline value', 'The value at baseline.'),
  sign('lowest_sign', 'Lowest sign'),
  value('lowest_value', 'Lowest value', 'The lowest value after the anchor.'),
  sign('highest_sign', 'Highest sign'),
  value('highest_value', 'Highest value', 'The highest value after the anchor.'),
];
