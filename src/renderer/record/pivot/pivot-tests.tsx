import { useState, type ReactNode } from 'react';
import type { TestSummary } from '../../../shared/calls/views.ts';
import { mostPivotTests } from '../../../shared/pivot.ts';
import { ChooserFoot, ColumnSearch } from '../grid/column-list.tsx';
import { NoTests, TestLine, testsFound } from '../tests/test-lines.tsx';
import { MoveButtons } from '../../ui/parts/controls.tsx';
import { formatCount } from '../../../shared/format-count.ts';

interface Props {
  readonly known: readonly TestSummary[];
  readonly shown: readonly string[];
  /** Null for the most frequent ones. */
  readonly onChange: (tests: readonly string[] | null) => void;
  readonly onDone: () => void;
}

/** Chooses and orders the tests shown as columns of the table by visit. */
export function PivotTests({ known, shown, onChange, onDone }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const hidden = testsFound(
    known.filter(({ test }) => !shown.includes(test)),
    typed,
  );
  const columns = testsFound(
    shown.map((test) => known.find((one) => one.test === test) ?? { test, records: 0 }),
    typed,
  );
  const line = ({ test, records }: Pick<TestSummary, 'test' | 'records'>, isShown: boolean): ReactNode => (
    <TestLine
      key={test}
      test={test}
      amount={formatCount(records)}
      isChosen={isShown}
      whyFixed={isShown ? whyShown(shown) : whyHidden(shown)}
      onToggle={() => {
        onChange(isShown ? shown.filter((one) => one !== test) : [...shown, test]);
      }}
    >
      {isShown && (
        <span className="chooser-tools">
          <MoveButtons
            name={test === '' ? 'without a name' : test}
            onMove={(step) => {
              onChange(moved(shown, test, step));
            }}
          />
        </span>
      )}
    </TestLine>
  );
  return (
    <>
      <ColumnSearch typed={typed} placeholder="Search tests" label="Search the tests" onType={setTyped} />
      <div className="chooser">
        <h3 className="chooser-head">Columns, in order</h3>
        <ul>{columns.map((test) => line(test, true))}</ul>
        {hidden.length > 0 && <h3 className="chooser-head">Other tests, the most frequent first</h3>}
        <ul>{hidden.map((test) => line(test, false))}</ul>
        {columns.length + hidden.length === 0 && <NoTests />}
      </div>
      <ChooserFoot
        reset="Most frequent"
        onReset={() => {
          onChange(null);
        }}
        onDone={onDone}
      />
    </>
  );
}

/** Why a test cannot be hidden; undefined if it can. */
function whyShown(shown: readonly string[]): string | undefined {
  return shown.length === 1 ? 'At least one test must be shown' : undefined;
}

/** Why no other test can be shown; undefined if one can. */
function whyHidden(shown: readonly string[]): string | undefined {
  return shown.length >= mostPivotTests ? `${String(mostPivotTests)} tests can be shown at most; hide one first` : undefined;
}

function moved(tests: readonly string[], test: string, step: -1 | 1): readonly string[] {
  const at = tests.indexOf(test);
  const to = at + step;
  return to < 0 || to >= tests.length ? tests : tests.toSpliced(at, 1).toSpliced(to, 0, test);
}
