import type { Input } from '../../src/shared/contract.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import type { Condition, Query, Sort } from '../../src/shared/query.ts';
import type { CallsOf } from '../../src/shared/rpc.ts';
import { promises, type Promised } from './promises.ts';

/** A kind of question; each round asks a different one, so that caches of earlier answers help little. */
export interface Question {
  readonly what: string;
  readonly promised: Promised;
  readonly call: CallsOf<'reader'>;
  /** The input without the study. */
  readonly input: (round: number) => object;
}

const columns = datasets.labs.columns.map(({ name }) => name);
const words = ['c2', 'high', 'alt', 'a3f9', '0012', 'zzzq', 'c1d1 low', 'mmol', 'größe', '7', 'baso', 'neg'];

/** Questions of one person about the grid of labs, each asked as by the window: one call, its input parsed. */
export function questions(rows: number): Question[] {
  const high: Condition = { column: 'range_flag', op: 'in', values: ['HIGH'] };
  const byResult: Sort[] = [{ column: 'result_number', descending: true }];
  const above = (round: number): Condition => ({ column: 'result_number', op: '>', values: [String(round % 90)] });
  const three = (round: number): Condition[] => [
    above(round),
    { column: 'collected', op: '>=', values: [`2025-0${String(1 + (round % 9))}`] },
    { column: 'visit', op: 'contains', values: [`c${String(round % 10)}`] },
  ];
  return [
    page('first page as it opens', promises.namedQuestion, () => ({})),
    page('jump to anywhere, as it opens', promises.namedQuestion, (round) => ({ offset: (round * 9973 * 100) % rows })),
    page('jump to the middle, sorted', promises.namedQuestion, (round) => ({ sort: byResult, offset: Math.floor(rows / 2) + round * 100 })),
    page('jump to the end, sorted', promises.namedQuestion, (round) => ({ sort: byResult, offset: rows - 100 - round * 100 })),
    page('sorted by any column', promises.namedQuestion, (round) => ({
      sort: [{ column: of(columns, round), descending: round % 2 === 1 }],
    })),
    page('sorted by three columns', promises.otherQuestion, (round) => ({
      sort: [0, 7, 19].map((step) => ({ column: of(columns, round + step), descending: (round + step) % 2 === 1 })),
    })),
    page('one filter', promises.namedQuestion, (round) => ({ where: [above(round)] })),
    page('one filter, sorted by any column', promises.otherQuestion, (round) => ({
      where: [above(round)],
      sort: [{ column: of(columns, round), descending: false }],
    })),
    page('three filters, sorted', promises.namedQuestion, (round) => ({ where: three(round), sort: byResult })),
    page('quick search over all text columns', promises.namedQuestion, (round) => ({ search: searchOf(round) })),
    {
      what: 'count of a quick search',
      promised: promises.namedQuestion,
      call: 'rows.count',
      input: (round) => ({ selection: selection([], searchOf(500 + round)) }),
    },
    {
      what: 'count of one filter',
      promised: promises.namedQuestion,
      call: 'rows.count',
      input: (round) => ({ selection: selection([above(round)]) }),
    },
    {
      what: 'count of three filters',
      promised: promises.namedQuestion,
      call: 'rows.count',
      input: (round) => ({ selection: selection(three(round)) }),
    },
    {
      what: 'value list of any column',
      promised: promises.namedQuestion,
      call: 'column.values',
      input: (round) => ({ selection: selection(), column: of(columns, round), search: '', limit: 100 }),
    },
    {
      what: 'value list of any column, filtered',
      promised: promises.otherQuestion,
      call: 'column.values',
      input: (round) => ({ selection: selection([above(round)]), column: of(columns, round), search: '', limit: 100 }),
    },
    {
      what: 'summary of any column',
      promised: promises.otherQuestion,
      call: 'column.summary',
      input: (round) => ({ selection: selection(), column: of(columns, round) }),
    },
    {
      what: 'summary of any column, filtered',
      promised: promises.otherQuestion,
      call: 'column.summary',
      input: (round) => ({ selection: selection([high, above(round)]), column: of(columns, round) }),
    },
  ];
}

function of<T>(all: readonly T[], round: number): T {
  return all[round % all.length] as T;
}

function searchOf(round: number): string {
  return round < words.length ? of(words, round) : `${of(words, round)} ${String(round)}`;
}

function selection(where: readonly Condition[] = [], search = ''): Query['selection'] {
  return { dataset: 'labs', where: [...where], search, subjects: null, chosen: null };
}

interface Page {
  readonly where?: readonly Condition[];
  readonly search?: string;
  readonly sort?: readonly Sort[];
  readonly offset?: number;
}

function page(what: string, promised: Promised, asked: (round: number) => Page): Question {
  const input = (round: number): Omit<Input<'rows.page'>, 'study'> => {
    const { where = [], search = '', sort = [], offset = 0 } = asked(round);
    return { query: { selection: selection(where, search), sort: [...sort], offset, limit: 100 } };
  };
  return { what, promised, call: 'rows.page', input };
}
