import type { ReactNode } from 'react';
import './test-lines.css';

/** The tests that are meant by what was typed: each word of it stands in the name or the code, in any letter case. */
export function testsFound<T extends { readonly test: string; readonly code?: string | null }>(
  tests: readonly T[],
  typed: string,
): readonly T[] {
  const words = typed.toLowerCase().split(/\s+/);
  return tests.filter(({ test, code }) => words.every((word) => `${test} ${code ?? ''}`.toLowerCase().includes(word)));
}

interface TestLineProps {
  readonly test: string;
  /** How much there is of it. */
  readonly amount: string;
  readonly isChosen: boolean;
  /** It is chosen instead of another one. */
  readonly isOnlyOne?: boolean;
  /** Why it can neither be taken nor left now; undefined: it can. */
  readonly whyFixed?: string | undefined;
  readonly onToggle: () => void;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** A test in a list of those to choose from. */
export function TestLine({ test, amount, isChosen, isOnlyOne = false, whyFixed, onToggle, children }: TestLineProps): ReactNode {
  const name = test === '' ? 'without a name' : test;
  return (
    <li className="chooser-line">
      <label className="chooser-label test-line" title={whyFixed ?? name}>
        <input
          type={isOnlyOne ? 'radio' : 'checkbox'}
          className="tick"
          checked={isChosen}
          disabled={whyFixed !== undefined}
          onChange={onToggle}
          {...(isOnlyOne ? { name: 'chosen-test' } : {})}
        />
        <span className="clip">{name}</span>
        <span className="tiny t3 num push">{amount}</span>
      </label>
      {children}
    </li>
  );
}

/** In place of the lines where nothing is found. */
export function NoTests(): ReactNode {
  return <p className="small t3 no-tests">No matching test.</p>;
}
