import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { openDatabase } from '../../src/core/store/database/database.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { compiledCode } from '../compiled-code.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type FileEvent, type Shim } from '../campaign/shim/shim.ts';
import { labText, mirroredStudy } from '../unit/query/mirrored-study.ts';
import { studyNumber } from '../unit/query/study-fixture.ts';

/** Kills or full disks per run of each test, spread over all file operations; CARREL_KILLS=all for each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 6;
/** Records before and after the dataset shrinks. */
const [many, few] = [3000, 1500];
/** Bytes of free pages, and minimum bytes of gaps in others. */
const [free, gaps] = [400_000, 100_000];

let folder: string;
let shim: Shim;
let fixture: ReturnType<typeof mirroredStudy>;
const key = Buffer.alloc(32, 9);

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-small-')));
  shim = compileShim(folder);
  fixture = mirroredStudy();
  const pages = (ids: readonly number[]) =>
    Array.from({ length: Math.ceil(ids.length / 500) }, (_, page) => ids.slice(page * 500, page * 500 + 500).map((id) => labText(`${id}`)));
  const all = [...Array(many).keys()];
  await fixture.mirror('labs', pages(all));
  await fixture.mirror('labs', pages(all.filter((id) => id % (many / few) === 0)));
});

afterAll(() => {
  fixture.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  { which: 'a file that can release pages', isOld: false },
  { which: 'a file of an earlier version, which is rewritten', isOld: true },
])('$which', ({ isOld }) => {
  test('shows the same and is sound wherever its cleaning is killed, and the next cleaning makes it small', ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const before = stateOf(copyOfStudy(isOld));
    const { events, small } = wholeRun(isOld);
    let killed = 0;
    for (const at of [...new Set([...spreadOver(events.length), ...afterSyncs(events)])]) {
      const path = copyOfStudy(isOld);
      const { signal } = clean(path, { stop: `*.*#${at}:before` });
      if (signal !== null) killed += 1;
      expect(stateOf(path), `killed before event ${at} of ${events.length}`).toEqual(before);
      expect(clean(path, {}).signal).toBeNull();
      expect(stateOf(path)).toEqual(before);
      expect(statSync(path).size).toBeLessThanOrEqual(small * 1.02);
      rmSync(dirname(path), { recursive: true });
    }
    expect(killed).toBeGreaterThan(MOST === Number.POSITIVE_INFINITY ? events.length * 0.8 : MOST);
  });

  test('does not affect the sync if the disk fills up during cleaning', ({ skip }) => {
    if ('why' in shim) return skip(shim.why);
    const before = stateOf(copyOfStudy(isOld));
    const writes = wholeRun(isOld).events.filter(({ operation }) => operation === 'write').length;
    for (const at of spreadOver(writes)) {
      const path = copyOfStudy(isOld);
      const { signal, status, stderr } = clean(path, { fail: `*.write#${at}:ENOSPC:on` });
      expect([signal, status], stderr).toEqual([null, 0]);
      expect(stateOf(path), `full at write ${at} of ${writes}`).toEqual(before);
      rmSync(dirname(path), { recursive: true });
    }
  });
});

/** What happens to the files in an undisturbed cleaning, and the bytes of the file afterwards. */
function wholeRun(isOld: boolean): { readonly events: readonly FileEvent[]; readonly small: number } {
  const log = join(folder, `log-${isOld}`);
  rmSync(log, { force: true });
  const path = copyOfStudy(isOld);
  const large = statSync(path).size;
  const { signal, stderr } = clean(path, { log });
  expect(signal, stderr).toBeNull();
  const small = statSync(path).size;
  expect(large - small).toBeGreaterThan(isOld ? free : free + gaps);
  return { events: readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read'), small };
}

function spreadOver(events: number): readonly number[] {
  expect(events).toBeGreaterThan(20);
  const kills = Math.min(MOST, events);
  return Array.from({ length: kills }, (_, turn) => 1 + Math.floor((turn * events) / kills));
}

/** The events right after a sync to disk, where a step ends. */
function afterSyncs(events: readonly FileEvent[]): readonly number[] {
  return events.flatMap(({ operation }, place) => (operation === 'sync' && place + 1 < events.length ? [place + 2] : []));
}

/** A copy of the study in a folder of its own, not cleaned yet. */
function copyOfStudy(isOld: boolean): string {
  const studies = join(mkdtempSync(join(folder, 'study-')), 'studies');
  mkdirSync(studies);
  const { path } = fixture;
  for (const name of readdirSync(dirname(path)).filter((one) => one.startsWith(basename(path))))
    cpSync(join(dirname(path), name), join(studies, name));
  const copy = join(studies, basename(path));
  const db = openDatabase(copy, key, 'write');
  if (isOld) {
    db.pragma('auto_vacuum=NONE');
    db.exec('VACUUM');
  }
  db.exec(`CREATE TABLE gone (x BLOB); INSERT INTO gone VALUES (zeroblob(${free})); DROP TABLE gone`);
  db.close();
  return copy;
}

function clean(path: string, fault: Fault): { readonly signal: string | null; readonly status: number | null; readonly stderr: string } {
  if ('why' in shim) throw new Error(shim.why);
  return spawnSync(process.execPath, [join(import.meta.dirname, 'keep-file-small-process.ts'), path, key.toString('hex'), studyNumber], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      ...compiledCode,
      ...shimEnvironment(shim, [dirname(path)], fault),
    },
  });
}

/** What a reader is shown, row numbers and ledger included. */
function stateOf(path: string): { readonly digest: string; readonly rows: number; readonly findings: readonly string[] } {
  const study = openStudyForReading(path, key, studyNumber, null);
  try {
    const { db } = study;
    const hash = createHash('sha256');
    const tables = [
      'SELECT rowid, * FROM labs_row ORDER BY rowid',
      'SELECT * FROM labs ORDER BY record_id',
      'SELECT * FROM change ORDER BY id',
    ];
    for (const sql of tables) for (const row of db.prepare(sql).raw().iterate()) hash.update(JSON.stringify(row));
    const rows = db.prepare<[], number>('SELECT count(*) FROM labs').pluck().get() ?? 0;
    return { digest: hash.digest('hex'), rows, findings: checkStudy(study) };
  } finally {
    study.close();
  }
}
