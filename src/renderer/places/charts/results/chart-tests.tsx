import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { TestSummary } from '../../../../shared/calls/views.ts';
import { ColumnSearch } from '../../../record/grid/column-list.tsx';
import { NoTests, TestLine, testsFound } from '../../../record/tests/test-lines.tsx';
import { Glyph } from '../../../ui/parts/icon.tsx';
import { formatCount, formatCountOf } from '../../../../shared/format-count.ts';

/** Maximum number of tests in one figure: nobody compares more panels than that. */
export const mostTests = 12;

/** Codes of the tests shown by default if a study has them: liver, kidney and blood tests; vital signs. */
const telling = {
  labs: ['ALT', 'AST', 'BILI', 'CREAT', 'HGB', 'NEUT', 'PLAT', 'ALB', 'ALP'],
  vitals: ['SYSBP', 'DIABP', 'PULSE', 'TEMP', 'WEIGHT', 'OXYSAT'],
} as const;

const usualCount = 6;

/** Tests with numeric results, which can be drawn; most frequent first, like `tests`. */
export function drawableTests(tests: readonly TestSummary[]): readonly TestSummary[] {
  return tests.filter(({ test, numbers }) => numbers > 0 && test !== '');
}

/** The default tests: one per telling code, then the most frequent others, `usualCount` in total. */
export function usualTests(dataset: 'labs' | 'vitals', tests: readonly TestSummary[]): readonly string[] {
  const ofCode = telling[dataset].flatMap((code) => tests.find((test) => test.code === code)?.test ?? []);
  const rest = tests.map(({ test }) => test).filter((test) => !ofCode.includes(test));
  return [...ofCode, ...rest].slice(0, usualCount);
}

/** The stored choice, limited to existing tests; null if nothing was chosen or none of it exists any more. */
export function storedTests(kept: string, tests: readonly TestSummary[]): readonly string[] | null {
  const names = kept === '' ? [] : kept.split('\n');
  const known = names.filter((name) => tests.some(({ test }) => test === name));
  return known.length === 0 ? null : known;
}

interface Props {
  readonly tests: readonly TestSummary[];
  readonly chosen: readonly string[];
  /** Maximum number of chosen tests; if 1, choosing another test replaces the current one. */
  readonly most: number;
  readonly onChoose: (tests: readonly string[]) => void;
}

/** Searchable list for choosing the tests to draw, most frequent first. */
export function ChartTests({ tests, chosen, most, onChoose }: Props): ReactNode {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const found = testsFound(tests, typed);
  const take = (test: string): void => {
    if (most === 1) {
      onChoose([test]);
      setOpened(false);
    } else onChoose(chosen.includes(test) ? chosen.filter((other) => other !== test) : [...chosen, test]);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <Button
          aria-haspopup="dialog"
          rightSection={<Glyph of={IconChevronDown} size={14} />}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <span className="clip test-chosen">
            {most === 1 ? (chosen[0] ?? 'Choose a test') : `${formatCount(chosen.length)} of ${formatCountOf(tests.length, 'test')}`}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={most === 1 ? 'Test' : 'Tests'} className="grid-popover">
        <ColumnSearch typed={typed} placeholder="Search tests" label="Search the tests" onType={setTyped} />
        <div className="chooser">
          <ul>
            {found.map(({ test, subjects }) => (
              <TestLine
                key={test}
                test={test}
                amount={formatCountOf(subjects, 'subject')}
                isChosen={chosen.includes(test)}
                isOnlyOne={most === 1}
                whyFixed={whyFixed(chosen, test, most)}
                onToggle={() => {
                  take(test);
                }}
              />
            ))}
          </ul>
          {found.length === 0 && <NoTests />}
        </div>
        {most > 1 && <p className="tiny t3 most-tests">{formatCount(most)} at most.</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Why a test can be neither selected nor deselected now; undefined if it can. */
function whyFixed(chosen: readonly string[], test: string, most: number): string | undefined {
  if (most === 1) return undefined;
  if (chosen.includes(test)) return chosen.length === 1 ? 'At least one test must be selected' : undefined;
  return chosen.length >= most ? `${formatCount(most)} tests at most; deselect one first` : undefined;
}
