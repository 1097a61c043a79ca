import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { readFileBytes } from '../../src/core/store/database/file-bytes.ts';
import { isAsMarked } from '../../src/core/store/database/file-digest.ts';
import { syncStudies } from '../../src/core/sync/sync-studies.ts';
import { startChangingStudy, type ChangingStudy } from './changing-study.ts';
import { connectionTo, swift } from './hostile-server.ts';
import { createTestHost, type TestHost } from './study-host.ts';

const study = 'SMALL-1';
const size = 3000;
let changing: ChangingStudy;
let host: TestHost;

beforeEach(async () => {
  changing = await startChangingStudy(study, size);
  host = newHost();
});
afterEach(async () => {
  await changing.service.close();
  host.remove();
});

function newHost(): TestHost {
  const { baseUrl, credentials } = changing.service;
  return createTestHost(connectionTo(baseUrl, credentials), credentials.clientSecret);
}

async function sync(of = host, signal?: AbortSignal) {
  const request = { studies: [study], only: null, acceptShrink: true };
  const result = await syncStudies(of, request, { network: swift, ...(signal === undefined ? {} : { signal }) });
  expect(result.exitCode).toBe(0);
}

/** The size of the mirror without its ledger, as a multiple of a fresh mirror of the same data. */
async function timesFresh(): Promise<number> {
  const fresh = newHost();
  try {
    await sync(fresh);
    const [old, anew] = [withoutLedger(host), withoutLedger(fresh)];
    return old / anew;
  } finally {
    fresh.remove();
  }
}

function withoutLedger(of: TestHost): number {
  const { bytes, ledgerBytes } = of.read(study, (opened) => readFileBytes(opened));
  return bytes - ledgerBytes;
}

/** The file is as it should be: sound, marked and with an empty journal. */
async function expectSound(): Promise<void> {
  const { path } = await host.studyFile(study);
  expect(host.read(study, (opened) => checkStudy(opened))).toEqual([]);
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  const mark = host.marks.get(study) ?? null;
  expect(mark).not.toBeNull();
  expect(isAsMarked(path, mark)).toBe(true);
}

function countOf(table: string): number {
  return host.read(study, ({ db }) => db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0);
}

/** Changes every `step`th result, different ones in each round. */
function change(round: number, step: number): void {
  for (let number = round % step; number < size; number += step) {
    const state = changing.labs.get(number);
    if (state !== undefined) changing.labs.set(number, { ...state, value: state.value + 1 });
  }
}

describe('the file of a study', () => {
  test('stays small over thirty syncs that each change one record in a hundred', async () => {
    await sync();
    for (let round = 1; round <= 30; round += 1) {
      change(round, 100);
      await sync();
    }
    expect(countOf('change')).toBe(30 * 30);
    expect(await timesFresh()).toBeLessThan(1.1);
    await expectSound();
  });

  test('is small after a sync that shrinks its data, wherever the records were', async () => {
    await sync();
    for (const number of changing.labs.keys()) if ((number * 7919) % 10 >= 3) changing.labs.delete(number);
    await sync();
    expect(changing.labs.size).toBe(900);
    expect(await timesFresh()).toBeLessThan(1.1);
    await expectSound();
  });

  test('stays small while records vanish and others are added', async () => {
    await sync();
    for (let round = 0; round < 12; round += 1) {
      for (let place = 0; place < 300; place += 1) {
        changing.labs.delete((round * 31 + place * 10) % size);
        changing.labs.set(size + round * 300 + place, { value: 20, range: '7 - 56' });
      }
      await sync();
    }
    expect(await timesFresh()).toBeLessThan(1.2);
    await expectSound();
  });

  test('keeps no unused combination of shared cells', async () => {
    for (const [number, state] of changing.labs) changing.labs.set(number, { ...state, range: `7 - 56 ${'in words '.repeat(200)}` });
    await sync();
    const combinations = countOf('labs_shared');
    for (const [number, state] of changing.labs) changing.labs.set(number, { ...state, spaces: 1 });
    await sync();
    expect(countOf('change')).toBe(0);
    expect(countOf('labs_shared')).toBe(combinations);
    expect(await timesFresh()).toBeLessThan(1.1);
  });

  test('keeps its row numbers and ledger when its tables are rewritten', async () => {
    await sync();
    const rows = () =>
      host.read(study, ({ db }) => JSON.stringify(db.prepare('SELECT rowid, record_id FROM labs_row ORDER BY rowid').raw().all()));
    const before = new Map(JSON.parse(rows()) as [number, string][]);
    for (const number of changing.labs.keys()) if (number % 4 !== 0) changing.labs.delete(number);
    await sync();
    const after = JSON.parse(rows()) as [number, string][];
    expect(after).toHaveLength(size / 4);
    for (const [row, id] of after) expect(before.get(row)).toBe(id);
    expect(countOf("change WHERE kind = 'vanished'")).toBe((size / 4) * 3);
  });
});

test('a file of an earlier version, which cannot release pages, is rewritten', async () => {
  await sync();
  const { path, key } = await host.studyFile(study);
  const db = openDatabase(path, key, 'write');
  db.pragma('auto_vacuum=NONE');
  db.exec('VACUUM');
  expect(db.pragma('auto_vacuum', { simple: true })).toBe(0);
  db.close();
  for (const number of changing.labs.keys()) if (number % 3 !== 0) changing.labs.delete(number);
  await sync();
  expect(await timesFresh()).toBeLessThan(1.1);
  expect(host.read(study, ({ db: read }) => read.pragma('auto_vacuum', { simple: true }))).toBe(2);
  await expectSound();
});

test('a concurrent reader keeps its view, and the next sync makes the file small', async () => {
  await sync();
  const { path, key } = await host.studyFile(study);
  const reader = openDatabase(path, key, 'read');
  reader.exec('BEGIN');
  const count = reader.prepare<[], number>('SELECT count(*) FROM labs').pluck();
  expect(count.get()).toBe(size);
  for (const number of changing.labs.keys()) if (number % 3 !== 0) changing.labs.delete(number);
  await sync();
  expect(count.get()).toBe(size);
  reader.exec('ROLLBACK');
  expect(count.get()).toBe(size / 3);
  reader.close();
  await sync();
  expect(await timesFresh()).toBeLessThan(1.1);
  await expectSound();
});
