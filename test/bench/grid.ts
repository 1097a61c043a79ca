import { rmSync } from 'node:fs';
import type { ColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { columnsPath } from '../../src/core/store/database/cache-files.ts';
import { median, quantile, timed, type Figure } from './figures.ts';
import { questions, type Question } from './questions.ts';
import { openReader, type OpenReader } from './reader.ts';
import type { MirroredFile } from './sync-labs.ts';
import { promises, type Promised } from './promises.ts';

const mebibyte = 1024 * 1024;

/**
 * Asks every question `times` times once the columns are in memory. "First" is the very first time; "just opened" is the first question on
 * a new connection, for which nothing is decrypted and no column is in memory: the columns on disk are those of the load before, and
 * "for the first time after a sync" there are none.
 */
export async function measureGrid(file: MirroredFile, study: string, times: number): Promise<Figure[]> {
  const reader = openReader(file, study);
  const { cached } = reader;
  const rows = Number(reader.db.prepare('SELECT max(rowid) FROM labs_row').pluck().get());
  const figures = await measureLoad(reader, rows);
  const all = questions(rows);
  const firsts: number[] = [];
  for (const question of all) {
    const took: number[] = [];
    for (let round = 0; round < times; round++) took.push(await ask(reader, question, round));
    firsts.push(took[0] ?? Number.NaN);
    figures.push(
      grid(question.what, quantile(took, 0.95), 'ms', question.promised, `p95; median ${median(took).toFixed(1)} ms, ${String(rows)} rows`),
    );
  }
  figures.push(grid('the slowest of all first times', Math.max(...firsts), 'ms', promises.firstTouch, 'columns in memory'));
  figures.push(await sizeOfCached(cached));
  reader.close();
  figures.push(...(await measureOpened('just opened', file, study, all)));
  rmSync(columnsPath(file.path, 'labs'));
  figures.push(...(await measureOpened('just opened for the first time after a sync', file, study, all)));
  return figures;
}

/** Each question as the first one on a connection. */
async function measureOpened(when: string, file: MirroredFile, study: string, all: readonly Question[]): Promise<Figure[]> {
  const opened: number[] = [];
  for (const question of all) {
    const fresh = openReader(file, study);
    opened.push(await ask(fresh, question, 0));
    fresh.close();
  }
  const slowest = all[opened.indexOf(Math.max(...opened))]?.what ?? '';
  return [
    grid(`${when}: the slowest question`, Math.max(...opened), 'ms', promises.firstTouch, slowest),
    grid(`${when}: the median question`, median(opened), 'ms', promises.firstTouch, ''),
  ];
}

function ask(reader: OpenReader, { call, input }: Question, round: number): Promise<number> {
  return timed(() => reader.ask(call, input(round)));
}

function grid(what: string, value: number, unit: Figure['unit'], promised: Promised | null, detail: string): Figure {
  return { part: 'grid', what, value, unit, promised, detail };
}

/** The first page, then how long it takes to cache the columns, and how long other questions waited meanwhile. */
async function measureLoad(reader: OpenReader, rows: number): Promise<Figure[]> {
  const [first] = questions(rows);
  if (first === undefined) return [];
  const opening = await ask(reader, first, 0);
  const since = performance.now();
  const state = { isCached: false };
  const settled = reader.cached.settled().then(() => {
    state.isCached = true;
  });
  const waits: number[] = [];
  // A question that the index answers, repeated during the load.
  for (let round = 1; !state.isCached; round++) {
    waits.push(await timed(() => new Promise((resolve) => setImmediate(resolve)).then(() => ask(reader, first, round))));
  }
  await settled;
  return [
    grid('first page of a study just opened', opening, 'ms', promises.firstTouch, `${String(rows)} rows`),
    grid('until the columns are in memory', performance.now() - since, 'ms', null, 'in slices, while questions are answered'),
    grid(
      'first page meanwhile',
      quantile(waits, 0.95),
      'ms',
      promises.namedQuestion,
      `p95; median ${median(waits).toFixed(1)} ms, at most ${Math.max(...waits).toFixed(0)} ms`,
    ),
  ];
}

async function sizeOfCached(cached: ColumnsInMemory): Promise<Figure> {
  const [labs] = await cached.settled();
  return grid(
    'columns in memory',
    (labs?.size ?? 0) / mebibyte,
    'MB',
    promises.columnsInMemory,
    labs === undefined ? 'nothing is cached' : `${String(labs.rows)} rows`,
  );
}
