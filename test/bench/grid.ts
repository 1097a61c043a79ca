import { createReaderHandlers } from '../../src/core/query/reader-calls.ts';
import { openStudyForReading } from '../../src/core/store/study-file.ts';
import type { Input } from '../../src/shared/contract.ts';
import type { Condition, Query, Sort } from '../../src/shared/query.ts';
import { answer, open, type CallsOf } from '../../src/shared/rpc.ts';
import { median, quantile, timed, type Figure } from './figures.ts';
import type { MirroredFile } from './mirror.ts';

interface Question {
  readonly what: string;
  readonly atMost: number | null;
  readonly call: CallsOf<'reader'>;
  readonly input: (study: string) => unknown;
}

/** Questions of one person over the grid of labs, each asked as the window asks it: one call, input parsed. */
function questions(rows: number): Question[] {
  const high: Condition = { column: 'range_flag', op: 'in', values: ['HIGH'] };
  const late: Condition = { column: 'collected', op: '>=', values: ['2025-03'] };
  const byResult: Sort[] = [{ column: 'result_number', descending: true }];
  return [
    { what: 'first page as it opens', atMost: 50, ...page({}) },
    { what: 'first page, filtered and sorted', atMost: 50, ...page({ where: [high, late], sort: byResult }) },
    {
      what: 'first page, filtered by a text, sorted by test and date',
      atMost: 50,
      ...page({
        where: [{ column: 'visit', op: 'contains', values: ['c2'] }],
        sort: [
          { column: 'test', descending: false },
          { column: 'collected', descending: true },
        ],
      }),
    },
    { what: 'first page, sorted only', atMost: 50, ...page({ sort: byResult }) },
    { what: 'jump to the middle, sorted', atMost: null, ...page({ sort: byResult, offset: Math.floor(rows / 2) }) },
    { what: 'jump to the end, as it opens', atMost: null, ...page({ offset: rows - 100 }) },
    {
      what: 'count of the filtered rows',
      atMost: null,
      call: 'rows.count',
      input: (study) => ({ study, selection: selection([high, late]) }),
    },
    {
      what: 'value list of a column',
      atMost: null,
      call: 'column.values',
      input: (study) => ({ study, selection: selection([high]), column: 'test', search: '', limit: 100 }),
    },
    {
      what: 'column summary',
      atMost: null,
      call: 'column.summary',
      input: (study) => ({ study, selection: selection([high]), column: 'result_number' }),
    },
    { what: 'quick search, first page', atMost: null, ...page({ search: 'c2 high' }) },
    { what: 'quick search that finds nothing', atMost: null, ...page({ search: 'zzzq' }) },
  ];
}

function selection(where: readonly Condition[], search = ''): Query['selection'] {
  return { dataset: 'labs', where: [...where], search, subjects: null, chosen: null };
}

function page({
  where = [],
  search = '',
  sort = [],
  offset = 0,
}: {
  where?: readonly Condition[];
  search?: string;
  sort?: readonly Sort[];
  offset?: number;
}): Pick<Question, 'call' | 'input'> {
  const query = { selection: selection(where, search), sort: [...sort], offset, limit: 100 };
  return { call: 'rows.page', input: (study): Input<'rows.page'> => ({ study, query }) };
}

/** Asks every question `times` over; "first" is the first of all and finds nothing in memory. */
export async function measureGrid(file: MirroredFile, study: string, times: number): Promise<Figure[]> {
  const reader = openStudyForReading(file.path, file.key, study, null);
  const handlers = createReaderHandlers({
    studies: () => [{ study, demo: true, path: file.path, lastOpened: null, sitePack: null }],
    open: () => reader,
    renew: async () => false,
  });
  const rows = Number(reader.db.prepare('SELECT count(*) FROM labs').pluck().get());
  const figures: Figure[] = [];
  for (const { what, atMost, call, input } of questions(rows)) {
    const took: number[] = [];
    for (let round = 0; round < times; round++)
      took.push(await timed(async () => open(await answer('reader', handlers, call, input(study)))));
    const [first = Number.NaN, ...warm] = took;
    figures.push({
      part: 'grid',
      what,
      value: median(warm),
      unit: 'ms',
      atMost,
      detail: `p95 ${quantile(warm, 0.95).toFixed(1)} ms, first ${first.toFixed(1)} ms, ${String(rows)} rows`,
    });
  }
  reader.close();
  return figures;
}
