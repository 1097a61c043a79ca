import type { ListedTest } from '../../../shared/calls/terms.ts';
import type { Decisions } from './use-terms.ts';
import { testCodeForm, type UnitSystem } from '../../../shared/terms/term-kinds.ts';
import { unitReading } from '../../../shared/units/read-unit.ts';
import type { Asked } from './decide-dialog.tsx';
import { fitsTest, standardUnitText } from '../../../shared/units/standard-result.ts';
import type { Condition } from '../../../shared/query.ts';
import { formatCountOf } from '../../../shared/format-count.ts';

/** The decisions with one about this test. `code`: null means no code, undefined removes the decision so that Carrel reads the test. */
export function withTest(before: Decisions, { dataset, test, serviceCode }: ListedTest, code: string | null | undefined): Decisions {
  const others = before.tests.filter((one) => one.dataset !== dataset || one.test !== test || one.serviceCode !== serviceCode);
  return { ...before, tests: code === undefined ? others : [...others, { dataset, test, serviceCode, code }] };
}

/** The decisions with one about this unit text. `unit`: undefined removes the decision so that Carrel reads the text. */
function withUnit(before: Decisions, text: string, unit: string | undefined): Decisions {
  const others = before.units.filter((one) => one.text !== text);
  return { ...before, units: unit === undefined ? others : [...others, { text, unit }] };
}

/** The codes of a test's records; empty if none has one. */
export function codesOf({ codes }: ListedTest): readonly string[] {
  return codes.flatMap(({ code }) => (code === null ? [] : [code]));
}

/** Number of records with a unit that is not understood. */
export function unknownUnits({ units }: ListedTest): number {
  return units.reduce((sum, { text, reading, records }) => sum + (text !== null && text !== '' && reading === null ? records : 0), 0);
}

type Change = (next: Decisions) => void;

/** Asks for the code of a test. */
export function askedTest(test: ListedTest, decisions: Decisions, change: Change): Asked {
  return {
    title: `Code of “${test.test}”`,
    label: 'Test code',
    hint: 'CDISC code: at most 8 capital letters, digits or underscores, such as ALT.',
    value: codesOf(test)[0] ?? test.proposed ?? '',
    holds: (value) => testCodeForm.test(value),
    warns: (code) => codeWarning(test, code, decisions.system),
    onTake: (code) => {
      change(withTest(decisions, test, code));
    },
    others: [
      {
        label: 'No code',
        take: () => {
          change(withTest(decisions, test, null));
        },
      },
      {
        label: 'As Carrel reads it',
        take: () => {
          change(withTest(decisions, test, undefined));
        },
      },
    ],
  };
}

/** Asks for the meaning of a unit, which several tests may use. */
export function askedUnit(text: string, tests: readonly ListedTest[], decisions: Decisions, change: Change): Asked {
  return {
    title: `Unit “${text}”`,
    label: 'UCUM code',
    hint: 'The UCUM unit this text stands for, such as U/L or 10*9/L.',
    value: decisions.units.find((unit) => unit.text === text)?.unit ?? '',
    holds: (value) => unitReading(value) !== null,
    warns: (unit) => unitWarning(tests, text, unit, decisions.system),
    onTake: (unit) => {
      change(withUnit(decisions, text, unit));
    },
    others: [
      {
        label: 'As Carrel reads it',
        take: () => {
          change(withUnit(decisions, text, undefined));
        },
      },
    ],
  };
}

/** Warning before a unit text gets a meaning whose quantity does not fit some of its tests; null if it fits all. */
export function unitWarning(tests: readonly ListedTest[], text: string, unit: string, system: UnitSystem): string | null {
  const unfit = tests.flatMap((test) => {
    const [code = ''] = codesOf(test);
    const records = test.units.find((met) => met.text === text)?.records ?? 0;
    return records > 0 && fitsTest(unit, code) === false ? [{ name: test.test, records, reported: standardUnitText(code, system) }] : [];
  });
  const [first] = unfit;
  if (first === undefined) return null;
  const others = unfit.length === 1 ? '' : ` and ${formatCountOf(unfit.length - 1, 'other test')}`;
  const records = unfit.reduce((sum, one) => sum + one.records, 0);
  return `${unit} measures a different quantity than the unit of ${first.name} (${first.reported ?? ''})${others}. Without a conversion ${formatCountOf(records, 'result')} would have no standard result.`;
}

/** Warning before a test gets a code whose unit does not fit the units of its records; null if they fit. */
export function codeWarning({ units }: ListedTest, code: string, system: UnitSystem): string | null {
  const unfit = units.filter(({ reading }) => reading !== null && fitsTest(reading, code) === false);
  if (unfit.length === 0) return null;
  const records = unfit.reduce((sum, met) => sum + met.records, 0);
  const sent = unfit.map(({ text }) => text ?? '').join(', ');
  return `${sent} measures a different quantity than the unit of ${code} (${standardUnitText(code, system) ?? ''}). Without a conversion ${formatCountOf(records, 'result')} would have no standard result.`;
}

/** Conditions that select the records of a test, optionally only those with a unit or range as sent (null: without one). */
export function recordsOf(
  { test, serviceCode }: ListedTest,
  met: { readonly unit?: string | null; readonly range?: string | null } = {},
): readonly Condition[] {
  return [
    isSent('test', test),
    isSent('service_code', serviceCode),
    ...(met.unit === undefined ? [] : [isSent('unit', met.unit)]),
    ...(met.range === undefined ? [] : [isSent('reference_range', met.range)]),
  ];
}

function isSent(column: string, text: string | null): Condition {
  return text === null || text === '' ? { column, op: 'missing', values: [] } : { column, op: '=', values: [text] };
}
