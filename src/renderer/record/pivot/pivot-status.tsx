import type { ReactNode } from 'react';
import { filterSummary } from '../grid/conditions.ts';
import { UseRowsSubjects } from '../grid/rows-subjects.tsx';
import { useGrid } from '../grid/grid-context.ts';
import { isFiltered } from '../../data/table/grid-state.ts';
import { DensityButton } from '../grid/status-line.tsx';
import type { PivotAnswer } from './use-pivot.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

interface PivotStatusProps {
  readonly shape: PivotAnswer['shape'] | null;
  /** Whether there are known to be no tests, so that nothing is queried. */
  readonly nothing: boolean;
}

/** "1,234 rows, one per subject, visit and day | 2 filters | 62 subjects | 9,876 results of 8 tests", anything unusual, and the density. */
export function PivotStatus({ shape, nothing }: PivotStatusProps): ReactNode {
  const { state } = useGrid();
  const mixed = shape?.tests.filter(({ units }) => units > 1) ?? [];
  return (
    <footer className="status-line" aria-live="polite">
      {shape === null ? (
        <span className="t3">{nothing ? 'No rows' : 'Reading results'}</span>
      ) : (
        <span>
          <b>{formatCount(shape.of)}</b> {shape.of === 1 ? 'row' : 'rows'}, one per subject, visit and day
        </span>
      )}
      {isFiltered(state) && <span className="status-part">{filterSummary(state)}</span>}
      {shape !== null && <span className="status-part status-folds">{formatCountOf(shape.subjects, 'subject')}</span>}
      <UseRowsSubjects />
      {shape !== null && (
        <span className="status-part">
          {formatCountOf(shape.results, 'result')} of {formatCountOf(shape.tests.length, 'test')}
        </span>
      )}
      {shape !== null && shape.several > 0 && (
        <span className="status-part" title="The latest one is shown, with the number of results; click it to open all">
          {formatCountOf(shape.several, 'cell')} with several
        </span>
      )}
      {shape !== null && shape.undated > 0 && <span className="status-part">{formatCountOf(shape.undated, 'row')} without a date</span>}
      {mixed.length > 0 && (
        <span className="status-part clip" title={mixed.map(({ test }) => test).join(', ')}>
          {formatCountOf(mixed.length, 'test comes', 'tests come')} in several units
        </span>
      )}
      <span className="status-space" />
      <DensityButton />
    </footer>
  );
}
