import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { digestOf } from '../../src/core/bundle/bundle-entry.ts';
import { createColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { inSnapshot } from '../../src/core/query/snapshot.ts';
import { applyFlip } from '../../src/core/store/flip/apply-flip.ts';
import { checkStudy } from '../../src/core/store/study-file/check-study.ts';
import { readPageBody } from '../../src/core/store/pages/page-reading.ts';
import { beginPass, passFacts, provePass } from '../../src/core/store/passes/pass.ts';
import { planFlip } from '../../src/core/store/flip/plan-flip.ts';
import { proofOf } from '../../src/core/store/passes/proof.ts';
import { pageStager } from '../../src/core/store/passes/stage-page.ts';
import { createStudyFile, openStudyForReading, openStudyForWriting } from '../../src/core/store/study-file/study-file.ts';
import { compiledCode } from '../compiled-code.ts';
import { compileShim, readEvents, shimEnvironment, type Fault, type Shim } from '../campaign/shim/shim.ts';
import { labText } from '../unit/query/mirrored-study.ts';
import { studyNumber } from '../unit/query/study-fixture.ts';
import { surenessAt } from '../unit/store/sureness.ts';

/** Kills per test, spread over all file operations; CARREL_KILLS=all kills at each of them. */
const MOST = process.env['CARREL_KILLS'] === 'all' ? Number.POSITIVE_INFINITY : 5;
const key = Buffer.alloc(32, 9);
const size = 300;

let folder: string;
let shim: Shim;
/** A study of which labs are staged. */
let staged: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'carrel-ahead-')));
  shim = compileShim(folder);
  mkdirSync(join(folder, 'first'));
  staged = join(folder, 'first', 'study.db');
  createStudyFile(staged, key, studyNumber);
  const writer = openStudyForWriting(staged, key, studyNumber, null);
  const pass = beginPass(writer, 'labs');
  for (const number of [2, 1, 3]) {
    const entries = Array.from({ length: size }, (_, at) =>
      labText(`${String(number)}-${String(at)}`, { value: String((at * number) % 90) }),
    );
    const parts = entries.map((resource) => `{"fullUrl":"x","resource":${resource}}`);
    const body = Buffer.from(
      `{"resourceType":"Bundle","type":"searchset","total":${String(3 * size)},"link":[],"entry":[${parts.join(',')}]}`,
    );
    pageStager(writer, pass)([{ number, digest: digestOf(body), body: await readPageBody(writer.extractor('labs'), body, studyNumber) }]);
  }
  writer.close();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A copy of a study and of everything beside it, in a folder of its own. */
function copyOf(path: string): string {
  const copy = mkdtempSync(join(folder, 'study-'));
  for (const name of readdirSync(dirname(path))) cpSync(join(dirname(path), name), join(copy, name));
  return join(copy, basename(path));
}

function run(what: 'read' | 'adopt', path: string, fault: Fault): { readonly signal: string | null; readonly stderr: string } {
  if ('why' in shim) throw new Error(shim.why);
  const script = join(import.meta.dirname, 'columns-ahead-process.ts');
  return spawnSync(process.execPath, [script, what, path, key.toString('hex'), studyNumber], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...compiledCode, ...shimEnvironment(shim, [dirname(path)], fault) },
  });
}

function show(path: string): void {
  const writer = openStudyForWriting(path, key, studyNumber, null);
  const pass = beginPass(writer, 'labs');
  provePass(writer, pass, proofOf(writer, pass, passFacts(writer, pass), surenessAt(pass.startedAt)));
  applyFlip(writer, planFlip(writer, [pass]));
  writer.close();
}

/** Expects every cell that the first question finds cached to be the one in the file. Returns whether any column is cached. */
function expectRight(path: string): boolean {
  const study = openStudyForReading(path, Buffer.from(key), studyNumber, null);
  try {
    const columns = createColumnsInMemory({ fewestRows: 0, mostBytes: 1e9 });
    const cached = inSnapshot(study, () => columns.of(study, 'labs'))?.cached ?? null;
    expect(checkStudy(study)).toEqual([]);
    if (cached === null) return false;
    const column = cached.column('result_number');
    const { values } = column ?? {};
    const numbers = study.db.prepare('SELECT result_number FROM labs_row ORDER BY rowid').pluck().all();
    expect(Array.from(column?.cells ?? [], (cell) => (values?.are === 'numbers' ? values.numbers[cell] : null))).toEqual(numbers);
    return true;
  } finally {
    study.close();
  }
}

const besides = (path: string): readonly string[] => readdirSync(dirname(path)).filter((name) => /-ahead-|-columns-/.test(name));

function eventsOf(what: 'read' | 'adopt', path: string): number {
  const log = join(folder, `log-${what}`);
  const { signal, stderr } = run(what, copyOf(path), { log });
  expect(signal, stderr).toBeNull();
  const events = readEvents(log, false).filter(({ operation }) => operation !== 'open' && operation !== 'read').length;
  expect(events).toBeGreaterThan(3);
  return events;
}

function* killedCopies(what: 'read' | 'adopt', path: string): Generator<string> {
  const events = eventsOf(what, path);
  let killed = 0;
  for (let at = 1; at <= events; at += Math.max(1, events / MOST)) {
    const copy = copyOf(path);
    if (run(what, copy, { stop: `*.*#${String(Math.floor(at))}:before` }).signal !== null) killed++;
    yield copy;
    rmSync(dirname(copy), { recursive: true, force: true });
  }
  expect(killed).toBeGreaterThan(Math.min(events, MOST) / 2);
}

test('wherever the reading of columns ahead is killed, the copy is shown, its columns are right, and nothing is left', ({ skip }) => {
  if ('why' in shim) return skip(shim.why);
  const seen = new Set<boolean>();
  for (const path of killedCopies('read', staged)) {
    show(path);
    seen.add(expectRight(path));
    expect(run('adopt', path, {}).signal).toBeNull();
    expect(expectRight(path)).toBe(true);
    expect(besides(path)).toEqual(['study.db-columns-labs']);
  }
  expect(seen).toContain(false);
});

test('wherever their adoption is killed, columns are right, and the next one completes them', ({ skip }) => {
  if ('why' in shim) return skip(shim.why);
  const ready = copyOf(staged);
  expect(run('read', ready, {}).signal).toBeNull();
  expect(besides(ready)).toEqual(['study.db-ahead-labs']);
  show(ready);
  expect(expectRight(ready)).toBe(true);
  for (const path of killedCopies('adopt', ready)) {
    expect(expectRight(path)).toBe(true);
    expect(run('adopt', path, {}).signal).toBeNull();
    expect(expectRight(path)).toBe(true);
    expect(besides(path)).toEqual(['study.db-columns-labs']);
  }
});
