import { Button, Popover, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { TestSummary } from '../../../../shared/calls/views.ts';
import { formatCount, formatCountOf } from '../../../ui/format/numbers.ts';
import { Glyph } from '../../../ui/parts/icon.tsx';

interface TestChooserProps {
  readonly tests: readonly TestSummary[];
  readonly chosen: readonly string[];
  /** 1: another test takes the place of the one before. */
  readonly most: number;
  readonly onChoose: (tests: readonly string[]) => void;
}

/** Which tests are drawn: found by their names, the most frequent first. */
export function TestChooser({ tests, chosen, most, onChoose }: TestChooserProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const listed = tests.filter(({ test, code }) => `${test} ${code ?? ''}`.toLowerCase().includes(wanted));
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
      <Popover.Dropdown aria-label={most === 1 ? 'Test' : 'Tests'} className="test-chooser">
        <TextInput
          aria-label="Search the tests"
          placeholder="Search the tests"
          value={typed}
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
        />
        <ul>
          {listed.map(({ test, subjects }) => (
            <li key={test}>
              <label className="test-line" title={whyFixed(chosen, test, most)}>
                <input
                  type={most === 1 ? 'radio' : 'checkbox'}
                  className="tick"
                  name="chosen-test"
                  checked={chosen.includes(test)}
                  disabled={whyFixed(chosen, test, most) !== undefined}
                  onChange={() => {
                    take(test);
                  }}
                />
                <span className="clip">{test}</span>
                <span className="push tiny t3 num">{formatCountOf(subjects, 'subject')}</span>
              </label>
            </li>
          ))}
          {listed.length === 0 && <li className="small t3 test-none">No test is called that.</li>}
        </ul>
        {most > 1 && <p className="tiny t3 test-none">{formatCount(most)} at most.</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Why a test can neither be taken nor left now. */
function whyFixed(chosen: readonly string[], test: string, most: number): string | undefined {
  if (most === 1) return undefined;
  if (chosen.includes(test)) return chosen.length === 1 ? 'One test stays chosen' : undefined;
  return chosen.length >= most ? `${formatCount(most)} tests at most: leave one out first` : undefined;
}
