import { Button, Popover } from '@mantine/core';
import { IconChevronDown, IconFlask } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ChooserFoot, ColumnSearch } from '../../record/grid/column-list.tsx';
import { NoTests, TestLine, testsFound } from '../../record/tests/test-lines.tsx';
import { Glyph } from '../../ui/parts/icon.tsx';
import type { SubjectFigure } from './subject-figure.ts';
import type { SubjectView } from '../../data/model/subject-view.ts';
import type { SubjectTest } from './telling-tests.ts';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  readonly figure: SubjectFigure;
  readonly view: SubjectView;
  readonly onView: (part: Partial<SubjectView>) => void;
  /** Called when the chooser closes. */
  readonly onKeep: () => void;
}

/** Chooses which tests have a strip, for all subjects of the study. */
export function StripTests({ figure, view, onView, onKeep }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { labTests, vitalTests, chosenLabs, chosenVitals } = figure;
  const shown = chosenLabs.length + chosenVitals.length;
  const of = labTests.length + vitalTests.length;
  const close = (): void => {
    setOpen(false);
    setTyped('');
    onKeep();
  };
  return (
    <Popover opened={open} onDismiss={close} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          className="subject-tests num"
          aria-haspopup="dialog"
          leftSection={<Glyph of={IconFlask} size={14} />}
          rightSection={<Glyph of={IconChevronDown} size={14} />}
          onClick={() => {
            if (open) close();
            else setOpen(true);
          }}
        >
          {formatCount(shown)} of {formatCount(of)} tests
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="grid-popover">
        <ColumnSearch typed={typed} placeholder="Search tests" label="Search the tests" onType={setTyped} />
        <div className="chooser">
          <TestList
            title="Labs"
            tests={labTests}
            chosen={chosenLabs}
            typed={typed}
            onChange={(test, on) => {
              onView({ labs: withTest(view.labs ?? chosenLabs, test, on) });
            }}
          />
          <TestList
            title="Vitals"
            tests={vitalTests}
            chosen={chosenVitals}
            typed={typed}
            onChange={(test, on) => {
              onView({ vitals: withTest(view.vitals ?? chosenVitals, test, on) });
            }}
          />
          {testsFound([...labTests, ...vitalTests], typed).length === 0 && <NoTests />}
        </div>
        <ChooserFoot
          reset="Reset"
          onReset={() => {
            onView({ labs: null, vitals: null });
          }}
          onDone={close}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface TestListProps {
  readonly title: string;
  readonly tests: readonly SubjectTest[];
  readonly chosen: readonly string[];
  readonly typed: string;
  readonly onChange: (test: string, on: boolean) => void;
}

function TestList({ title, tests, chosen, typed, onChange }: TestListProps): ReactNode {
  const found = testsFound(tests, typed);
  if (found.length === 0) return null;
  return (
    <>
      <h3 className="chooser-head">{title}</h3>
      <ul>
        {found.map(({ test, records, drawable }) => (
          <TestLine
            key={test}
            test={test}
            amount={drawable === 0 ? 'words' : formatCount(records)}
            isChosen={chosen.includes(test)}
            onToggle={() => {
              onChange(test, !chosen.includes(test));
            }}
          />
        ))}
      </ul>
    </>
  );
}

function withTest(before: readonly string[], test: string, on: boolean): readonly string[] {
  const without = before.filter((other) => other !== test);
  return on ? [...without, test] : without;
}
