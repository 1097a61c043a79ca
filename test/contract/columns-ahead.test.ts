import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tidyAhead, readColumnsAhead } from '../../src/core/query/columns-ahead.ts';
import { createColumnsInMemory, type ColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { CachedDataset } from '../../src/core/query/columns-in-memory/cached-dataset.ts';
import { inSnapshot } from '../../src/core/query/snapshot.ts';
import { aheadPath, columnsPath } from '../../src/core/store/database/cache-files.ts';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import type { ReadableStudy } from '../../src/core/store/database/study.ts';
import { openStaged, openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { datasets } from '../../src/shared/datasets/datasets.ts';
import { isByBaseline } from '../../src/shared/datasets/declaration.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { startGradedStudy, type GradedStudy } from './graded-study.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = 'AHEAD-2';
const size = 6000;
const byBaseline = datasets.labs.columns.filter(isByBaseline).map(({ name }) => name);
const others = datasets.labs.columns.filter((column) => !isByBaseline(column)).map(({ name }) => name);

let graded: GradedStudy;
let host: TestHost;
let path: string;
const opened: ReadableStudy[] = [];

beforeEach(async () => {
  graded = await startGradedStudy(study, size);
  const { baseUrl, credentials } = graded.service;
  host = createTestHost(connectionTo(baseUrl, credentials), credentials.clientSecret);
  ({ path } = await host.studyFile(study));
});
afterEach(async () => {
  for (const file of opened.splice(0)) file.close();
  await graded.service.close();
  host.remove();
});

const ahead = (): string => aheadPath(path, 'labs');
const cache = (fewestRows = 0): ColumnsInMemory => createColumnsInMemory({ fewestRows, mostBytes: 1e9 });

async function readAhead(fewestRows = 0): Promise<boolean> {
  const file = openStaged(await host.studyFile(study), study);
  if (file === null) throw new Error('There is no file.');
  try {
    return await readColumnsAhead(file, 'labs', { fewestRows, mostBytes: 1e9 });
  } finally {
    file.close();
  }
}

/** Syncs, and reads the columns of the labs as soon as they are collected. Pages are confirmed once they are read. */
async function sync({ signal }: { readonly signal?: AbortSignal } = {}, read: () => Promise<unknown> = readAhead): Promise<number> {
  let reading: Promise<unknown> = Promise.resolve();
  graded.before = () => reading;
  const { exitCode } = await syncStudies(
    host,
    { studies: [study], only: null, acceptShrink: false },
    {
      network: swift,
      ...(signal === undefined ? {} : { signal }),
      onFirstCollected: (_, dataset) => {
        if (dataset === 'labs') reading = read();
      },
    },
  );
  await reading;
  return exitCode;
}

async function open(): Promise<ReadableStudy> {
  const { key, seal } = await host.studyFile(study);
  const file = openStudyForReading(path, key, study, seal);
  opened.push(file);
  return file;
}

function cachedOf(columns: ColumnsInMemory, file: ReadableStudy): CachedDataset | null {
  return inSnapshot(file, () => columns.of(file, 'labs'))?.cached ?? null;
}

/** The cells of a column by row, as the cache has them; null if it has not this column. */
function cellsOf(cached: CachedDataset, name: string): readonly unknown[] | null {
  const column = cached.column(name);
  if (column === null) return null;
  const { cells, valueOf, values } = column;
  return Array.from({ length: cached.rows }, (_, position) => {
    const cell = cells[position] ?? 0;
    const number = valueOf === null ? cell : (valueOf[cell] ?? 0);
    if (number === 0) return null;
    return values.are === 'numbers' ? values.numbers[number] : values.texts.get(number);
  });
}

function expectAsInFile(cached: CachedDataset | null, file: ReadableStudy, names: readonly string[]): void {
  if (cached === null) throw new Error('The labs are not cached.');
  const rowids = file.db.prepare<[], number>('SELECT rowid FROM labs_row ORDER BY rowid').pluck().all();
  expect([...cached.rowids]).toEqual(rowids);
  for (const name of names) {
    const stored = file.db
      .prepare<[]>(`SELECT "${name}" FROM labs_row LEFT JOIN labs_shared ON _id = _shared ORDER BY labs_row.rowid`)
      .pluck()
      .all();
    expect(cellsOf(cached, name), name).toEqual(stored);
  }
}

async function read(columns: ColumnsInMemory, file: ReadableStudy): Promise<CachedDataset | null> {
  columns.use(file, 'labs');
  await columns.settled();
  return cachedOf(columns, file);
}

const cacheFiles = (): readonly string[] => readdirSync(dirname(path)).filter((name) => /-ahead-|-columns-/.test(name));

test('columns read while pages are confirmed answer the first question, and only those by baseline are read afterwards', async () => {
  expect(await sync()).toBe(0);
  expect(existsSync(ahead())).toBe(true);
  expect(statSync(ahead()).mode & 0o777).toBe(0o600);
  const [file, columns] = [await open(), cache()];
  const adopted = cachedOf(columns, file);
  expectAsInFile(adopted, file, others);
  expect(byBaseline.map((name) => adopted?.column(name))).toEqual([null, null, null]);
  const whole = await read(columns, file);
  expectAsInFile(whole, file, [...others, ...byBaseline]);
  // Grades were changed by the flip.
  expect(new Set(cellsOf(whole as CachedDataset, 'ctcae_grade_high')).size).toBeGreaterThan(2);
  expect(cacheFiles()).toEqual([expect.stringContaining('-columns-labs')]);
  expectAsInFile(cachedOf(cache(), file), file, [...others, ...byBaseline]);
  expect(host.read(study, checkStudy)).toEqual([]);
});

test('a reader that adopted columns goes on with complete ones that another process wrote', async () => {
  await sync();
  const [file, columns] = [await open(), cache()];
  expect(cachedOf(columns, file)).not.toBeNull();
  await read(cache(), await open());
  expect(existsSync(ahead())).toBe(false);
  for (const name of others) cachedOf(columns, file)?.column(name);
  expectAsInFile(cachedOf(columns, file), file, [...others, ...byBaseline]);
});

test('nothing is read ahead of few rows, nor once a copy is shown', async () => {
  expect(await sync({}, () => readAhead(size + 1))).toBe(0);
  expect(cacheFiles()).toEqual([]);
  expect(await readAhead()).toBe(false);
  graded.change();
  let wasAsked = false;
  await sync({}, async () => {
    wasAsked = true;
  });
  expect(wasAsked).toBe(false);
});

test('a later copy does not use what was read ahead of the first', async () => {
  await sync();
  graded.change();
  expect(await sync()).toBe(0);
  expect(existsSync(ahead())).toBe(false);
  const file = await open();
  expectAsInFile(await read(cache(), file), file, [...others, ...byBaseline]);
});

test('a pass given up because a page changed takes its columns along, and the next one has its own', async () => {
  let reads = 0;
  const code = await sync({}, async () => {
    reads++;
    await readAhead();
    graded.change();
  });
  expect(code).toBe(0);
  expect(reads).toBe(1);
  // The second pass was collected within the confirmation.
  expect(existsSync(ahead())).toBe(false);
  const file = await open();
  expectAsInFile(await read(cache(), file), file, [...others, ...byBaseline]);
});

test('columns of a pass that was interrupted after it was collected serve when it is resumed and shown', async () => {
  const cancel = new AbortController();
  const code = await sync({ signal: cancel.signal }, async () => {
    await readAhead();
    cancel.abort();
  });
  expect(code).toBe(130);
  expect(existsSync(ahead())).toBe(true);
  expect(await sync({}, async () => undefined)).toBe(0);
  const file = await open();
  expectAsInFile(cachedOf(cache(), file), file, others);
});

test('leftovers are deleted', async () => {
  await sync();
  const file = await open();
  await read(cache(), file);
  const { writeFileSync } = await import('node:fs');
  writeFileSync(ahead(), 'left');
  writeFileSync(`${ahead()}.999999-0123abcd.new`, 'left');
  tidyAhead(file);
  expect(cacheFiles()).toEqual([expect.stringContaining('-columns-labs')]);
  expect(existsSync(columnsPath(path, 'labs'))).toBe(true);
});
