import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '../../../src/core/bundle/bundle-entry.ts';
import { readColumnsAhead, tidyAhead } from '../../../src/core/query/columns-ahead.ts';
import { createColumnsInMemory, type ColumnsInMemory } from '../../../src/core/query/columns-in-memory/columns-in-memory.ts';
import type { CachedDataset } from '../../../src/core/query/columns-in-memory/cached-dataset.ts';
import { countRows } from '../../../src/core/query/count.ts';
import { createLruCache } from '../../../src/core/query/lru-cache.ts';
import { selectRowids } from '../../../src/core/query/rows.ts';
import { inSnapshot } from '../../../src/core/query/snapshot.ts';
import { upToCutOff } from '../../../src/core/query/up-to-cut-off.ts';
import { columnValues } from '../../../src/core/query/values.ts';
import { applyFlip } from '../../../src/core/store/flip/apply-flip.ts';
import { aheadPath, columnsPath } from '../../../src/core/store/database/cache-files.ts';
import { checkStudy } from '../../../src/core/store/study-file/check-study.ts';
import { readPageBody } from '../../../src/core/store/pages/page-reading.ts';
import { beginPass, dropPass, passFacts, provePass, type StagedPass } from '../../../src/core/store/passes/pass.ts';
import { planFlip } from '../../../src/core/store/flip/plan-flip.ts';
import { proofOf } from '../../../src/core/store/passes/proof.ts';
import { pageStager } from '../../../src/core/store/passes/stage-page.ts';
import type { ReadableStudy, WritableStudy } from '../../../src/core/store/database/study.ts';
import {
  createStudyFile,
  openStaged,
  openStudyForReading,
  openStudyForWriting,
  setAside,
} from '../../../src/core/store/study-file/study-file.ts';
import { applyTerms } from '../../../src/core/terms/change-terms.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { isByBaseline } from '../../../src/shared/datasets/declaration.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import type { Terms } from '../../../src/shared/terms/terms-schema.ts';
import { labRecordOf } from '../../contract/planted-records.ts';
import { surenessAt } from '../../unit/store/sureness.ts';
import { studyNumber } from '../../unit/query/study-fixture.ts';
import { hostileSelection } from './hostile-queries.ts';

const { labs } = datasets;
const key = Buffer.alloc(32, 3);
const all = labs.columns.map(({ name }) => name);
const others = labs.columns.filter((column) => !isByBaseline(column)).map(({ name }) => name);
const limits = { fewestRows: 0, mostBytes: 1e9 };
const [pages, size] = [5, 40];
/** Pages seldom arrive in their order. */
const arriving = [2, 1, 5, 3, 4];

let folder: string;
let path: string;
let ahead: string;
let writer: WritableStudy;
const opened: ReadableStudy[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-ahead-'));
  path = join(folder, 'study.db');
  ahead = aheadPath(path, 'labs');
  createStudyFile(path, key, studyNumber);
  writer = openStudyForWriting(path, key, studyNumber, null);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const study of opened.splice(0)) study.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The text of a page; `change` makes other results of it. */
function pageText(page: number, change = 0): string {
  const entries = Array.from({ length: size }, (_, index) => {
    const place = (page - 1) * size + index;
    const visit = Math.floor(place / 10);
    const { json } = labRecordOf(
      studyNumber,
      {
        test: place % 2 === 0 ? 'ALT (SGPT)' : `Test ${String(place % 5)}`,
        subject: place % 11 === 0 ? null : `S-${String(place % 10)}`,
        visit: visit === 0 ? 'C1D1' : `C${String((visit % 7) + 2)}D1`,
        at: place % 13 === 0 ? null : `2025-03-${String((visit % 28) + 1).padStart(2, '0')}T08:00:00`,
        ...(place % 17 === 0 ? { text: '<5' } : { value: `${String(((place * 37) % 900) + change)}${place % 3 === 0 ? '.50' : ''}` }),
        unit: 'U/L',
        range: '7 - 50',
      },
      place,
    );
    return `{"fullUrl":"x","resource":${json}}`;
  });
  return `{"resourceType":"Bundle","type":"searchset","total":${String(pages * size)},"link":[],"entry":[${entries.join(',')}]}`;
}

async function stage(pass: StagedPass, order: readonly number[], textOf: (page: number) => string = pageText): Promise<void> {
  const put = pageStager(writer, pass);
  for (const number of order) {
    const body = Buffer.from(textOf(number));
    put([{ number, digest: digestOf(body), body: await readPageBody(writer.extractor('labs'), body, studyNumber) }]);
  }
}

async function collected(order: readonly number[] = arriving, textOf?: (page: number) => string): Promise<StagedPass> {
  const pass = beginPass(writer, 'labs');
  await stage(pass, order, textOf);
  return pass;
}

function flip(pass: StagedPass): void {
  provePass(writer, pass, proofOf(writer, pass, passFacts(writer, pass), surenessAt(pass.startedAt)));
  applyFlip(writer, planFlip(writer, [pass]));
}

/** Reads the columns of what is staged as another process does. */
async function readAhead(isWanted?: () => boolean): Promise<boolean> {
  const study = openStaged({ path, key }, studyNumber);
  if (study === null) throw new Error('There is no file.');
  try {
    return await readColumnsAhead(study, 'labs', limits, isWanted);
  } finally {
    study.close();
  }
}

function open(): ReadableStudy {
  const study = openStudyForReading(path, Buffer.from(key), studyNumber, null);
  opened.push(study);
  return study;
}

const begin = (): ColumnsInMemory => createColumnsInMemory(limits);

/** The labs as the first question finds them; null if SQLite has to be asked. */
function found(study: ReadableStudy, columns = begin()): CachedDataset | null {
  return inSnapshot(study, () => columns.of(study, 'labs'))?.cached ?? null;
}

/** The labs once everything is read. */
async function complete(study: ReadableStudy, columns = begin()): Promise<CachedDataset | null> {
  columns.use(study, 'labs');
  await columns.settled();
  return found(study, columns);
}

function cellsOf(cached: CachedDataset, name: string): readonly unknown[] | null {
  const column = cached.column(name);
  if (column === null) return null;
  const { cells, valueOf, values } = column;
  return Array.from({ length: cached.rows }, (_, position) => {
    const number = valueOf === null ? (cells[position] ?? 0) : (valueOf[cells[position] ?? 0] ?? 0);
    if (number === 0) return null;
    return values.are === 'numbers' ? values.numbers[number] : values.texts.get(number);
  });
}

function expectAsInFile(cached: CachedDataset | null, study: ReadableStudy, names: readonly string[]): void {
  if (cached === null) throw new Error('The labs are not cached.');
  expect([...cached.rowids]).toEqual(study.db.prepare('SELECT rowid FROM labs_row ORDER BY rowid').pluck().all());
  for (const name of names) {
    const sql = `SELECT "${name}" FROM labs_row LEFT JOIN labs_shared ON _id = _shared ORDER BY labs_row.rowid`;
    expect(cellsOf(cached, name), name).toEqual(study.db.prepare(sql).pluck().all());
  }
}

/** Expects that nothing was adopted, and that the columns read from the rows are right. */
async function expectNotAdopted(): Promise<void> {
  const study = open();
  expect(found(study)).toBeNull();
  expectAsInFile(await complete(study), study, all);
}

const besides = (): readonly string[] => readdirSync(folder).filter((name) => /-ahead-|-columns-/.test(name));
const otherTerms: Terms = { ...defaultTerms, tests: [{ dataset: 'labs', test: 'ALT (SGPT)', serviceCode: null, code: 'GGT' }] };

/** Decides about a test and back again: rows are reread from their pages twice, in the order of the pages. */
function changeTermsAndBack(): void {
  for (const terms of [otherTerms, { ...defaultTerms }]) {
    const { system, ctcae, tests, units } = terms;
    applyTerms(writer, { version: open().terms.version, terms: { system, ctcae, tests: [...tests], units: [...units] } }, false);
  }
}

describe('columns read ahead of a first copy', () => {
  test('are those of the shown rows except by baseline, which are read afterwards', async () => {
    const pass = await collected();
    expect(await readAhead()).toBe(true);
    flip(pass);
    const study = open();
    const keys = study.db.prepare<[], string>('SELECT record_id FROM labs_row ORDER BY rowid').pluck().all();
    expect(keys[0], 'the second page arrived first').toBe(`L${String(size)}`);
    const columns = begin();
    const first = found(study, columns);
    expectAsInFile(first, study, others);
    for (const name of all.filter((one) => !others.includes(one))) expect(first?.column(name)).toBeNull();
    const whole = await complete(study, columns);
    expectAsInFile(whole, study, all);
    const staged = new Set(whole === null ? [] : cellsOf(whole, 'ctcae_not_graded'));
    expect(staged.size).toBeGreaterThan(1);
    expect(besides()).toEqual(['study.db-columns-labs']);
    rmSync(columnsPath(path, 'labs'));
    expectAsInFile(await complete(study), study, all);
    expect(checkStudy(study)).toEqual([]);
  });

  test('answer as SQLite and as columns read after the flip do, for conditions and orders on every column', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    const study = open();
    const adopted = begin();
    expect(found(study, adopted)?.column('ctcae_grade_high')).toBeNull();
    const file = join(folder, 'aside');
    cpSync(ahead, file);
    rmSync(ahead);
    const after = begin();
    await complete(study, after);
    rmSync(columnsPath(path, 'labs'));
    cpSync(file, ahead);
    const keys = Array.from({ length: pages * size }, (_, place) => `L${String(place)}`);
    const sort = fc.array(fc.record({ column: fc.constantFrom(...all), descending: fc.boolean() }), { maxLength: 2 });
    let answered = 0;
    fc.assert(
      fc.property(hostileSelection(labs, keys), sort, fc.constantFrom(...all), (selection, order, column) => {
        inSnapshot(study, () => {
          const wanted = selectRowids(study, labs, selection, order);
          for (const columns of [adopted, after]) {
            const queries = columns.of(study, 'labs');
            const given = queries?.page({ selection, sort: order, offset: 0, limit: 1000 }) ?? null;
            if (given !== null) expect(given).toEqual(wanted);
            if (given !== null && columns === adopted) answered++;
          }
        });
        const asked = (columns?: ColumnsInMemory) => [
          countRows(study, selection, createLruCache(1), columns),
          columnValues(study, { selection, column, search: '', limit: 50 }, columns),
        ];
        expect(asked(adopted)).toEqual(asked());
      }),
      { numRuns: 150, seed: 20261128 },
    );
    expect(answered).toBeGreaterThan(40);
  });

  test('of a pass that was resumed serve if they were read after its last page, and not if before', async () => {
    const pass = await collected([2, 1]);
    expect(await readAhead()).toBe(true);
    const early = join(folder, 'early');
    cpSync(ahead, early);
    const resumed = beginPass(writer, 'labs');
    expect(resumed.id).toBe(pass.id);
    await stage(resumed, [5, 3, 4]);
    expect(await readAhead()).toBe(true);
    flip(resumed);
    const study = open();
    expectAsInFile(found(study), study, others);
    cpSync(early, ahead);
    await expectNotAdopted();
  });

  test('are given up if a page is staged or the copy is shown while they are read', async () => {
    const pass = await collected([2, 1]);
    let turns = 0;
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
    const during = async (work: () => void | Promise<void>): Promise<boolean> => {
      turns = 0;
      return readAhead(() => {
        if (++turns === 2) void work();
        return true;
      });
    };
    const third = Buffer.from(pageText(3));
    const body = await readPageBody(writer.extractor('labs'), third, studyNumber);
    const stageThird = (): void => {
      pageStager(writer, pass)([{ number: 3, digest: digestOf(third), body }]);
    };
    expect(await during(stageThird)).toBe(false);
    expect(besides()).toEqual([]);
    await stage(pass, [5, 4]);
    expect(
      await during(() => {
        flip(pass);
      }),
    ).toBe(false);
    vi.restoreAllMocks();
    await expectNotAdopted();
  });
});

describe('columns read ahead are not adopted', () => {
  test('if their pass was given up, even if the same pages were collected again in another order', async () => {
    const pass = await collected();
    await readAhead();
    const copy = join(folder, 'copy');
    cpSync(ahead, copy);
    dropPass(writer, pass);
    expect(besides()).toEqual([]);
    // As if a crash had come before the deletion.
    cpSync(copy, ahead);
    flip(await collected([1, 2, 3, 4, 5]));
    expect(existsSync(ahead)).toBe(true);
    await expectNotAdopted();
  });

  test('if the staged rows were reread from their pages', async () => {
    const pass = await collected();
    await readAhead();
    changeTermsAndBack();
    expect(await readAhead()).toBe(false);
    flip(pass);
    await expectNotAdopted();
  });

  test('if the shown rows were reread from their pages', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    changeTermsAndBack();
    await expectNotAdopted();
  });

  test('if the rows were read by other terms or another declaration', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    const study = open();
    expect(found(study)).not.toBeNull();
    const columns = labs.columns.map((column, index) => (index === 3 ? { ...column, name: `${column.name}_other` } : column));
    const declared = vi.spyOn(labs, 'columns', 'get' as never);
    declared.mockReturnValue(columns);
    expect(found(study)).toBeNull();
  });

  test('by a later copy, even if that has the pages of the first again', async () => {
    const pass = await collected();
    await readAhead();
    const copy = join(folder, 'copy');
    cpSync(ahead, copy);
    flip(pass);
    flip(await collected([1, 2, 3, 4, 5], (page) => pageText(page, page === 2 ? 5 : 0)));
    expect(besides()).toEqual([]);
    cpSync(copy, ahead);
    await expectNotAdopted();
    rmSync(columnsPath(path, 'labs'));
    flip(await collected());
    cpSync(copy, ahead);
    await expectNotAdopted();
  });

  test('under a data cut-off', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    const study = open();
    const cut = upToCutOff(study, '2025-03-05');
    const columns = begin();
    expect(inSnapshot(cut, () => columns.of(cut, 'labs'))).toBeNull();
    columns.use(cut, 'labs');
    await columns.settled();
    const rows = cut.db.prepare<[], number>('SELECT count(*) FROM labs_row').pluck().get();
    expect(inSnapshot(cut, () => columns.of(cut, 'labs'))?.cached.rows).toBe(rows);
  });

  test('if they belong to other rows in spite of all: the others are read from the rows', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    writer.db.exec('UPDATE labs_row SET rowid = 100000 WHERE rowid = 7');
    const study = open();
    const columns = begin();
    columns.use(study, 'labs');
    await expect(columns.settled()).rejects.toThrow(/other rows/);
    expect(found(study, columns)).toBeNull();
    columns.use(study, 'labs');
    await columns.settled();
    expectAsInFile(found(study, columns), study, all);
  });
});

describe('the file of columns read ahead', () => {
  test('is found by no reader before the copy is shown', async () => {
    await collected();
    await readAhead();
    expect(besides()).toEqual(['study.db-ahead-labs']);
    const study = open();
    expect(found(study)).toBeNull();
    expect(await complete(study)).toMatchObject({ rows: 0 });
  });

  test.each(['its index', 'an array'])('is damaged (%s): SQLite answers until everything is read from the rows', async (where) => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    const bytes = await import('node:fs').then(({ readFileSync }) => readFileSync(ahead));
    const at = where === 'its index' ? 100 : bytes.length - 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(ahead, bytes);
    const study = open();
    const columns = begin();
    for (const name of all) found(study, columns)?.column(name);
    await complete(study, columns);
    expectAsInFile(await complete(study, columns), study, all);
    expect(existsSync(ahead)).toBe(false);
  });

  test('serves the reader only until another process has written all columns', async () => {
    const pass = await collected();
    await readAhead();
    flip(pass);
    const [study, columns] = [open(), begin()];
    expect(found(study, columns)).not.toBeNull();
    await complete(open());
    expect(besides()).toEqual(['study.db-columns-labs']);
    for (const name of others) found(study, columns)?.column(name);
    expectAsInFile(found(study, columns), study, all);
  });

  test('is deleted with a study that is set aside, and when it serves no longer', async () => {
    const pass = await collected();
    await readAhead();
    const copy = join(folder, 'copy');
    cpSync(ahead, copy);
    const study = open();
    tidyAhead(study);
    expect(besides(), 'still staged').toEqual(['study.db-ahead-labs']);
    flip(pass);
    tidyAhead(study);
    expect(besides(), 'not adopted yet').toEqual(['study.db-ahead-labs']);
    await complete(study);
    cpSync(copy, ahead);
    writeFileSync(`${ahead}.999999-0123abcd.new`, '');
    tidyAhead(study);
    expect(besides()).toEqual(['study.db-columns-labs']);
    cpSync(copy, ahead);
    setAside(path);
    expect(besides()).toEqual([]);
    createStudyFile(path, key, studyNumber);
  });
});
