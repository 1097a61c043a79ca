import { rmSync } from 'node:fs';
import type { ColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { columnsPath } from '../../src/core/store/layout.ts';
import type { Input } from '../../src/shared/contract.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import type { Condition, Query, Sort } from '../../src/shared/query.ts';
import type { CallsOf } from '../../src/shared/rpc.ts';
import { median, quantile, timed, type Figure } from './figures.ts';
import { openReader, type OpenReader } from './reader.ts';
import type { MirroredFile } from './sync-labs.ts';

/** A kind of question; each round asks another one of it, so that what is remembered of an earlier answer helps little. */
interface Question {
  readonly what: string;
  readonly call: CallsOf<'reader'>;
  /** Without the study. */
  readonly input: (round: number) => object;
}

const mebibyte = 1024 * 1024;
const columns = datasets.labs.columns.map(({ name }) => name);
const words = ['c2', 'high', 'alt', 'a3f9', '0012', 'zzzq', 'c1d1 low', 'mmol', 'größe', '7', 'baso', 'neg'];

/** Questions of one person over the grid of labs, each asked as the window asks it: one call, input parsed. */
function questions(rows: number): Question[] {
  const high: Condition = { column: 'range_flag', op: 'in', values: ['HIGH'] };
  const byResult: Sort[] = [{ column: 'result_number', descending: true }];
  const above = (round: number): Condition => ({ column: 'result_number', op: '>', values: [String(round % 90)] });
  const three = (round: number): Condition[] => [
    above(round),
    { column: 'collected', op: '>=', values: [`2025-0${String(1 + (round % 9))}`] },
    { column: 'visit', op: 'contains', values: [`c${String(round % 10)}`] },
  ];
  return [
    page('first page as it opens', () => ({})),
    page('jump to anywhere, as it opens', (round) => ({ offset: (round * 9973 * 100) % rows })),
    page('jump to the middle, sorted', (round) => ({ sort: byResult, offset: Math.floor(rows / 2) + round * 100 })),
    page('jump to the end, sorted', (round) => ({ sort: byResult, offset: rows - 100 - round * 100 })),
    page('sorted by any column', (round) => ({ sort: [{ column: of(columns, round), descending: round % 2 === 1 }] })),
    page('sorted by three columns', (round) => ({
      sort: [0, 7, 19].map((step) => ({ column: of(columns, round + step), descending: (round + step) % 2 === 1 })),
    })),
    page('one filter', (round) => ({ where: [above(round)] })),
    page('one filter, sorted by any column', (round) => ({
      where: [above(round)],
      sort: [{ column: of(columns, round), descending: false }],
    })),
    page('three filters, sorted', (round) => ({ where: three(round), sort: byResult })),
    page('quick search over all text columns', (round) => ({ search: `${of(words, round)} ${round < words.length ? '' : String(round)}` })),
    { what: 'count of one filter', call: 'rows.count', input: (round) => ({ selection: selection([above(round)]) }) },
    { what: 'count of three filters', call: 'rows.count', input: (round) => ({ selection: selection(three(round)) }) },
    {
      what: 'value list of any column',
      call: 'column.values',
      input: (round) => ({ selection: selection(), column: of(columns, round), search: '', limit: 100 }),
    },
    {
      what: 'value list of any column, filtered',
      call: 'column.values',
      input: (round) => ({ selection: selection([above(round)]), column: of(columns, round), search: '', limit: 100 }),
    },
    {
      what: 'summary of any column',
      call: 'column.summary',
      input: (round) => ({ selection: selection(), column: of(columns, round) }),
    },
    {
      what: 'summary of any column, filtered',
      call: 'column.summary',
      input: (round) => ({ selection: selection([high, above(round)]), column: of(columns, round) }),
    },
  ];
}

function of<T>(all: readonly T[], round: number): T {
  return all[round % all.length] as T;
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

function page(what: string, asked: (round: number) => Page): Question {
  const input = (round: number): Omit<Input<'rows.page'>, 'study'> => {
    const { where = [], search = '', sort = [], offset = 0 } = asked(round);
    return { query: { selection: selection(where, search), sort: [...sort], offset, limit: 100 } };
  };
  return { what, call: 'rows.page', input };
}

/**
 * Asks every question `times` over once the columns are in memory. "First" is the first time of all; "just opened" a first question on a
 * connection that nothing was asked before, so that nothing is decrypted and no column held: those on the disk are from the load before,
 * and "for the first time after a sync" there are none.
 */
export async function measureGrid(file: MirroredFile, study: string, times: number): Promise<Figure[]> {
  const reader = openReader(file, study);
  const { held } = reader;
  const rows = Number(reader.db.prepare('SELECT max(rowid) FROM labs_row').pluck().get());
  const figures = await measureLoad(reader, rows);
  const all = questions(rows);
  const firsts: number[] = [];
  for (const question of all) {
    const took: number[] = [];
    for (let round = 0; round < times; round++) took.push(await ask(reader, question, round));
    firsts.push(took[0] ?? Number.NaN);
    figures.push(grid(question.what, quantile(took, 0.95), 'ms', 50, `p95; median ${median(took).toFixed(1)} ms, ${String(rows)} rows`));
  }
  figures.push(grid('the slowest of all first times', Math.max(...firsts), 'ms', 250, 'columns in memory'));
  figures.push(await sizeOfHeld(held));
  reader.close();
  figures.push(...(await measureOpened('just opened', file, study, all)));
  rmSync(columnsPath(file.path, 'labs'));
  figures.push(...(await measureOpened('just opened for the first time after a sync', file, study, all)));
  return figures;
}

/** Each question as the first one that is asked of a connection. */
async function measureOpened(when: string, file: MirroredFile, study: string, all: readonly Question[]): Promise<Figure[]> {
  const opened: number[] = [];
  for (const question of all) {
    const fresh = openReader(file, study);
    opened.push(await ask(fresh, question, 0));
    fresh.close();
  }
  const slowest = all[opened.indexOf(Math.max(...opened))]?.what ?? '';
  return [
    grid(`${when}: the slowest question`, Math.max(...opened), 'ms', 250, slowest),
    grid(`${when}: the median question`, median(opened), 'ms', 250, ''),
  ];
}

function ask(reader: OpenReader, { call, input }: Question, round: number): Promise<number> {
  return timed(() => reader.ask(call, input(round)));
}

function grid(what: string, value: number, unit: Figure['unit'], atMost: number | null, detail: string): Figure {
  return { part: 'grid', what, value, unit, atMost, detail };
}

/** The first page, then how long it takes until the columns are held, and for how long others had to wait meanwhile. */
async function measureLoad(reader: OpenReader, rows: number): Promise<Figure[]> {
  const [first] = questions(rows);
  if (first === undefined) return [];
  const opening = await ask(reader, first, 0);
  const since = performance.now();
  const state = { isHeld: false };
  const settled = reader.held.settled().then(() => {
    state.isHeld = true;
  });
  const waits: number[] = [];
  // A question that the index answers, asked again and again beside the load.
  for (let round = 1; !state.isHeld; round++) {
    waits.push(await timed(() => new Promise((resolve) => setImmediate(resolve)).then(() => ask(reader, first, round))));
  }
  await settled;
  return [
    grid('first page of a study just opened', opening, 'ms', 250, `${String(rows)} rows`),
    grid('until the columns are in memory', performance.now() - since, 'ms', null, 'in slices, while questions are answered'),
    grid(
      'first page meanwhile',
      quantile(waits, 0.95),
      'ms',
      50,
      `p95; median ${median(waits).toFixed(1)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
    ),
  ];
}

async function sizeOfHeld(held: ColumnsInMemory): Promise<Figure> {
  const [labs] = await held.settled();
  return grid(
    'columns in memory',
    (labs?.size ?? 0) / mebibyte,
    'MB',
    300,
    labs === undefined ? 'nothing is held' : `${String(labs.rows)} rows`,
  );
}
