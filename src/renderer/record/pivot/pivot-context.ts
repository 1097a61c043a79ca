import { createContext, use } from 'react';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { PivotTest } from '../../../shared/pivot.ts';
import type { Sort } from '../../../shared/query.ts';

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
