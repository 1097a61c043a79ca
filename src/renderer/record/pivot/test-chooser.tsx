import { useState, type ReactNode } from 'react';
import type { TestSummary } from '../../../shared/calls/views.ts';
import { mostPivotTests } from '../../../shared/pivot.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { ChooserFoot, ColumnSearch } from '../grid/column-list.tsx';
import { MoveButtons } from '../../ui/parts/controls.tsx';

interface Props {
  readonly known: readonly TestSummary[];
  readonly shown: readonly string[];
  /** Null: the most frequent ones. */
  readonly onChange: (tests: readonly string[] | null) => void;
  readonly onDone: () => void;
}

/** Which tests are columns of the table by visit, and in which order. */
export function TestChooser({ known, shown, onChange, onDone }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const matches = (test: string): boolean => `${test} ${known.find((one) => one.test === test)?.code ?? ''}`.toLowerCase().includes(wanted);
  const hidden = known.map(({ test }) => test).filter((test) => !shown.includes(test));
  const line = (test: string, isShown: boolean): ReactNode => (
    <TestLine
      key={test}
      test={test}
      records={known.find((one) => one.test === test)?.records ?? 0}
      isShown={isShown}
      isFixed={isShown ? shown.length === 1 : shown.length >= mostPivotTests}
      onToggle={() => {
        onChange(isShown ? shown.filter((one) => one !== test) : [...shown, test]);
      }}
      onMove={(step) => {
        onChange(moved(shown, test, step));
      }}
    />
  );
  return (
    <>
      <ColumnSearch typed={typed} placeholder="Search tests" label="Search the tests" onType={setTyped} />
      <div className="chooser">
        <h3 className="chooser-head">Columns, in order</h3>
        <ul>{shown.filter(matches).map((test) => line(test, true))}</ul>
        {hidden.length > 0 && <h3 className="chooser-head">Other tests, the most frequent first</h3>}
        <ul>{hidden.filter(matches).map((test) => line(test, false))}</ul>
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

function moved(tests: readonly string[], test: string, step: -1 | 1): readonly string[] {
  const at = tests.indexOf(test);
  const to = at + step;
  return to < 0 || to >= tests.length ? tests : tests.toSpliced(at, 1).toSpliced(to, 0, test);
}

interface TestLineProps {
  readonly test: string;
  readonly records: number;
  readonly isShown: boolean;
  /** It can neither be shown nor hidden now. */
  readonly isFixed: boolean;
  readonly onToggle: () => void;
  readonly onMove: (step: -1 | 1) => void;
}

function TestLine({ test, records, isShown, isFixed, onToggle, onMove }: TestLineProps): ReactNode {
  const name = test === '' ? 'without a name' : test;
  return (
    <li className="chooser-line">
      <label
        className="chooser-label"
        title={
          isFixed ? (isShown ? 'One test stays shown' : `${String(mostPivotTests)} tests are shown at most: hide one first`) : undefined
        }
      >
        <input type="checkbox" className="tick" checked={isShown} disabled={isFixed} onChange={onToggle} />
        <span className="clip">{name}</span>
        <span className="tiny t3 num push">{formatCount(records)}</span>
      </label>
      {isShown && (
        <span className="chooser-tools">
          <MoveButtons name={name} onMove={onMove} />
        </span>
      )}
    </li>
  );
}
