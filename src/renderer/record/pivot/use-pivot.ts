import type { IDatasource } from 'ag-grid-community';
import { useCallback, useEffect, useState, createContext, use } from 'react';
import type { PivotRow } from '../../../shared/calls/views.ts';
import type { Input, Output } from '../../../shared/contract.ts';
import { reportOf, type ErrorReport } from '../../../shared/errors.ts';
import type { Call } from '../../../shared/rpc.ts';
import { blockSize } from '../grid/rows-source.ts';
import { useModel } from '../../data/model/model-context.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { PivotTest } from '../../../shared/pivot.ts';
import type { Sort } from '../../../shared/query.ts';

/** What is asked of the table by visit, whichever of its rows are read. */
export type PivotQuestion = Omit<Input<'pivot.read'>, 'offset' | 'limit'>;

/** A table by visit as it was last answered: its shape, and what feeds the grid. */
export interface PivotAnswer {
  readonly shape: Omit<Output<'pivot.read'>, 'rows'>;
  readonly source: IDatasource;
}

export interface PivotState {
  /** Null until the first answer; that of the question before while a new one is on its way. */
  readonly answer: PivotAnswer | null;
  readonly error: ErrorReport | null;
  readonly retry: () => void;
}

/** Reads the table by visit part by part; anew when the question changes or a sync shows another generation. Null: there is nothing to ask yet. */
export function usePivot(question: PivotQuestion | null, generation: number, onRows: (rows: readonly PivotRow[]) => void): PivotState {
  const { data } = useModel();
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<PivotAnswer | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const asked = question === null ? null : JSON.stringify(question);
  useEffect(() => {
    if (asked === null) return undefined;
    let current = true;
    const fail = (thrown: unknown): void => {
      if (current) setError(reportOf(thrown));
    };
    const known = JSON.parse(asked) as PivotQuestion;
    data.call('pivot.read', { ...known, offset: 0, limit: blockSize }).then(({ rows, ...shape }) => {
      if (!current) return;
      setError(null);
      onRows(rows);
      setAnswer({ shape, source: pivotSource(data.call, known, { of: shape.of, rows }, { onRows, onFailure: fail }) });
    }, fail);
    return () => {
      current = false;
    };
  }, [data, asked, generation, turn, onRows]);
  const retry = useCallback(() => {
    setTurn((before) => before + 1);
  }, []);
  return { answer, error, retry };
}

/** Feeds the grid's blocks; the first one was read already. */
function pivotSource(
  call: Call,
  question: PivotQuestion,
  first: { readonly of: number; readonly rows: readonly PivotRow[] },
  { onRows, onFailure }: { readonly onRows: (rows: readonly PivotRow[]) => void; readonly onFailure: (error: unknown) => void },
): IDatasource {
  return {
    rowCount: first.of,
    getRows: (asked) => {
      const { startRow, endRow } = asked;
      if (startRow === 0 && endRow <= blockSize) {
        asked.successCallback([...first.rows], first.of);
        return;
      }
      call('pivot.read', { ...question, offset: startRow, limit: endRow - startRow }).then(
        ({ rows, of }) => {
          onRows(rows);
          asked.successCallback(rows, of);
        },
        (error: unknown) => {
          asked.failCallback();
          onFailure(error);
        },
      );
    },
  };
}

/** What the cells and headers of the table by visit are drawn from. */
export interface PivotFacts {
  readonly columns: readonly Column[];
  /** In the order of their columns, which come after those of subject, visit and date. */
  readonly tests: readonly PivotTest[];
  readonly sort: readonly Sort[];
  readonly onSort: (column: string, added: boolean) => void;
  /** Key of the record that is open in the inspector. */
  readonly openKey: string | null;
}

export const PivotContext = createContext<PivotFacts | null>(null);

export function usePivotFacts(): PivotFacts {
  const facts = use(PivotContext);
  if (facts === null) throw new TypeError('A part of the table by visit was drawn outside of it.');
  return facts;
}

/** Columns before those of the tests: subject, visit, day. */
export const leadColumns = 3;
