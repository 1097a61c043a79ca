import type { ListedTest } from '../../../shared/calls/terms.ts';
import { testCodeForm } from '../../../shared/terms/term-kinds.ts';
import { unitReading } from '../../../shared/units/read-unit.ts';
import type { Asked } from './decide-dialog.tsx';
import { codesOf, withTest, withUnit } from './decisions.ts';
import { codeWarning, unitWarning } from './unit-fit.ts';
import type { Decisions } from './use-terms.ts';

type Change = (next: Decisions) => void;

/** Asks for the code of a test. */
export function askedTest(test: ListedTest, decisions: Decisions, change: Change): Asked {
  return {
    title: `Code of “${test.test}”`,
    label: 'Test code',
    hint: 'As CDISC has it: at most 8 capital letters, digits or underscores, such as ALT.',
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

/** Asks for the meaning of a unit, which may be that of several tests. */
export function askedUnit(text: string, tests: readonly ListedTest[], decisions: Decisions, change: Change): Asked {
  return {
    title: `Unit “${text}”`,
    label: 'UCUM code',
    hint: 'The unit that this text means, as UCUM writes it, such as U/L or 10*9/L.',
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
