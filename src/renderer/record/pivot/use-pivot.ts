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

/** A query of the table by visit, whichever rows are read. */
export type PivotQuestion = Omit<Input<'pivot.read'>, 'offset' | 'limit'>;

/** An answered query: the shape of the table, and the data source of the grid. */
export interface PivotAnswer {
  readonly shape: Omit<Output<'pivot.read'>, 'rows'>;
  readonly source: IDatasource;
}

export interface PivotState {
  /** Null until the first answer and without a question. The previous answer stays while a new one loads. */
  readonly answer: PivotAnswer | null;
  readonly error: ErrorReport | null;
  readonly retry: () => void;
}

/** Reads the table by visit in blocks, again if the question or the generation changes. Reads nothing while `question` is null. */
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
  return { ...pivotShown(asked, answer, error), retry };
}

/** What to show: nothing while nothing is asked, because an earlier answer would be that of other filters or subjects. */
export function pivotShown(
  asked: string | null,
  answer: PivotAnswer | null,
  error: ErrorReport | null,
): Pick<PivotState, 'answer' | 'error'> {
  return asked === null ? { answer: null, error: null } : { answer, error };
}

/** Data source of the grid. `first` is the block that was already read. */
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

/** Shared by the cells and headers of the table by visit. */
export interface PivotFacts {
  readonly columns: readonly Column[];
  /** In the order of their columns, which follow subject, visit and date. */
  readonly tests: readonly PivotTest[];
  readonly sort: readonly Sort[];
  readonly onSort: (column: string, added: boolean) => void;
  /** Key of the record open in the inspector. */
  readonly openKey: string | null;
}

export const PivotContext = createContext<PivotFacts | null>(null);

export function usePivotFacts(): PivotFacts {
  const facts = use(PivotContext);
  if (facts === null) throw new TypeError('A part of the table by visit was drawn outside of it.');
  return facts;
}

/** Number of columns before the tests: subject, visit and day. */
export const leadColumns = 3;
