import type { ReactNode } from 'react';
import { searchWords } from '../../ui/format/search-words.ts';
import './test-lines.css';

/** The tests that match the typed words: each must occur in the name or code, ignoring case. */
export function testsFound<T extends { readonly test: string; readonly code?: string | null }>(
  tests: readonly T[],
  typed: string,
): readonly T[] {
  const words = searchWords(typed);
  return tests.filter(({ test, code }) => words.every((word) => `${test} ${code ?? ''}`.toLowerCase().includes(word)));
}

interface TestLineProps {
  readonly test: string;
  /** Amount of data, formatted. */
  readonly amount: string;
  readonly isChosen: boolean;
  /** Whether choosing it replaces another one (radio button). */
  readonly isOnlyOne?: boolean;
  /** Why it cannot be toggled; undefined if it can. */
  readonly whyFixed?: string | undefined;
  readonly onToggle: () => void;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** A test in a list to choose from. */
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

/** Shown if no test matches. */
export function NoTests(): ReactNode {
  return <p className="small t3 no-tests">No matching test.</p>;
}
