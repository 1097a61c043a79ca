import type { ListedTest } from '../../../shared/calls/terms.ts';
import type { UnitSystem } from '../../../shared/terms/term-kinds.ts';
import { fitsTest, standardUnitText } from '../../../shared/units/standard-result.ts';
import { formatCountOf } from '../../ui/format/numbers.ts';
import { codesOf } from './decisions.ts';

/** What to say before a unit's text is taken for a unit in which some of its tests are not told; null where it fits them all. */
export function unitWarning(tests: readonly ListedTest[], text: string, unit: string, system: UnitSystem): string | null {
  const unfit = tests.flatMap((test) => {
    const [code = ''] = codesOf(test);
    const records = test.units.find((met) => met.text === text)?.records ?? 0;
    return records > 0 && fitsTest(unit, code) === false ? [{ name: test.test, records, told: standardUnitText(code, system) }] : [];
  });
  const [first] = unfit;
  if (first === undefined) return null;
  const others = unfit.length === 1 ? '' : ` and ${formatCountOf(unfit.length - 1, 'other test')}`;
  const records = unfit.reduce((sum, one) => sum + one.records, 0);
  return `${unit} measures something else than the unit of ${first.name} (${first.told ?? ''})${others}. Without a conversion ${formatCountOf(records, 'result')} would have no standard result.`;
}

/** The same before a test is taken for a code whose unit its own do not fit. */
export function codeWarning({ units }: ListedTest, code: string, system: UnitSystem): string | null {
  const unfit = units.filter(({ reading }) => reading !== null && fitsTest(reading, code) === false);
  if (unfit.length === 0) return null;
  const records = unfit.reduce((sum, met) => sum + met.records, 0);
  const sent = unfit.map(({ text }) => text ?? '').join(', ');
  return `${sent} measures something else than the unit of ${code} (${standardUnitText(code, system) ?? ''}). Without a conversion ${formatCountOf(records, 'result')} would have no standard result.`;
}
