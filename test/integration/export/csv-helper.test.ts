import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { csvBlocks, type CsvBlocks } from '../../../src/core/export/csv/csv-blocks.ts';
import { linesTogether, newTurns, stopped, turn, type HelperAnswer, type HelperTask } from '../../../src/core/export/csv/csv-helper.ts';
import type { CsvLines } from '../../../src/core/export/csv/csv-from-bytes.ts';
import { rowsIdentity } from '../../../src/core/query/snapshot.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, studyNumber, type StudyFixture } from '../../unit/query/study-fixture.ts';

const rows = 24_001;
const columns = datasets.labs.columns.filter(({ name }) => ['subject', 'test', 'unit', 'result_number', 'record_id'].includes(name));
const rowids = Array.from({ length: rows }, (_, at) => rows - at);

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add(
    'labs',
    Array.from({ length: rows }, (_, n) => ({
      record_id: String(n),
      subject: `00${String(n % 7)}`,
      test: n % 5 === 0 ? 'Protein, total' : 'Sodium',
      unit: `u${String(n % 3)}`,
      result_number: n / 3,
    })),
  );
  fixture.study.db.exec('BEGIN');
});
afterEach(() => {
  fixture.study.db.exec('ROLLBACK');
  fixture.remove();
});

const blockRows = 2000;
const ahead = 8;
const form = { format: 'csv', delimiter: ',' } as const;
const threadFile = new URL('../../../src/core/export/csv/csv-helper-thread.ts', import.meta.url);

function blocksHere(): CsvBlocks {
  const blocks = csvBlocks({ study: fixture.study, dataset: datasets.labs, columns, rowids }, form, blockRows);
  if (blocks === null) throw new Error('There are too many combinations.');
  return blocks;
}

function taskOf(more: Partial<HelperTask> = {}): HelperTask {
  const shared = new Float64Array(new SharedArrayBuffer(rows * Float64Array.BYTES_PER_ELEMENT));
  shared.set(rowids);
  const { path, key } = fixture;
  const asked = { dataset: 'labs', columns: columns.map(({ name }) => name), form, rowsOfBlock: blockRows, cacheKiB: 4096, ahead } as const;
  const identity = rowsIdentity(fixture.study);
  return { path, key: new Uint8Array(key), study: studyNumber, identity, ...asked, rowids: shared, turns: newTurns(), ...more };
}

/** The number of blocks that the thread makes if nothing holds it up. */
async function blocksOfThread(task: HelperTask): Promise<number> {
  Atomics.store(task.turns, turn.written, Number.MAX_SAFE_INTEGER % 2 ** 31);
  let made = 0;
  const worker = new Worker(threadFile, { workerData: task });
  worker.on('message', (answer: HelperAnswer<CsvLines>) => (made += 'block' in answer ? 1 : 0));
  await once(worker, 'exit');
  return made;
}

/** Blocks of which the first is made only after the thread has taken another; records which were made here. */
function blocksThatWait({ turns }: HelperTask, blocks = blocksHere()): { readonly blocks: CsvBlocks; readonly madeHere: Set<number> } {
  const madeHere = new Set<number>();
  const lines = (block: number): Iterable<CsvLines> => {
    madeHere.add(block);
    const until = Date.now() + 60_000;
    while (block === 0 && Atomics.load(turns, turn.next) < 2 && Date.now() < until)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return blocks.lines(block);
  };
  return { blocks: { ...blocks, lines }, madeHere };
}

function lineOf(bytes: Buffer): CsvLines {
  return { bytes, rows: 1, ends: Uint32Array.of(bytes.length), guarded: 0 };
}

async function textOf(pieces: Iterable<CsvLines> | AsyncIterable<CsvLines>): Promise<string> {
  let [text, sum] = ['', 0];
  for await (const piece of pieces) {
    text += Buffer.from(piece.bytes).toString('utf8');
    sum += piece.rows;
  }
  return `${text}${String(sum)} rows`;
}

function* linesHere(): Generator<CsvLines> {
  const blocks = blocksHere();
  for (let block = 0; block < blocks.count; block++) yield* blocks.lines(block);
}

/** A thread that runs the given script instead of helping. */
function threadOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-thread-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'thread.mjs'), `import { parentPort, workerData } from 'node:worker_threads';\n${text}`);
  return pathToFileURL(join(folder, 'thread.mjs'));
}

const takesOne = 'Atomics.add(workerData.turns, 0, 1);';

describe('lines made by two threads', () => {
  test('equal those of one thread, in order, and the other thread makes some of them', async () => {
    const task = taskOf();
    const { blocks, madeHere } = blocksThatWait(task);
    expect((await textOf(linesTogether(blocks, task))) === (await textOf(linesHere()))).toBe(true);
    expect(madeHere.size).toBeLessThan(blocks.count);
  });

  test('are all made here if the other thread sees other rows or none', async () => {
    const expected = await textOf(linesHere());
    for (const more of [{ identity: 'another' }, { path: join(fixture.folder, 'gone.db') }]) {
      const lines = linesTogether(blocksHere(), taskOf(more));
      expect((await textOf(lines)) === expected).toBe(true);
    }
  });

  test('keep the pieces of each block in order, wherever they wait', async () => {
    const shared = Buffer.alloc(2);
    const lines = function* (block: number): Generator<CsvLines> {
      for (const part of ['a', 'b']) {
        shared.write(`${String(block)}${part}`);
        yield lineOf(shared);
      }
    };
    const late = `
      const { turns } = workerData;
      const block = Atomics.add(turns, 0, 1);
      while (Atomics.load(turns, 0) < 3) Atomics.wait(turns, 1, Atomics.load(turns, 1), 5);
      parentPort.postMessage({ block, pieces: [{ bytes: Buffer.from('there'), rows: 2 }] });`;
    const task = taskOf();
    const { blocks } = blocksThatWait(task, { count: 4, lines });
    expect(await textOf(linesTogether(blocks, task, threadOf(late)))).toBe('0a0bthere2a2b3a3b8 rows');
  });

  test.each([
    ['ends', takesOne],
    ['throws', `${takesOne} throw new Error('no');`],
    ['gives up', `${takesOne} parentPort.postMessage({ error: { code: 'STORE', message: 'No.' } });`],
  ])('fail if the other thread takes a block and %s', async (_, does) => {
    const task = taskOf();
    const { blocks } = blocksThatWait(task);
    await expect(textOf(linesTogether(blocks, task, threadOf(does)))).rejects.toMatchObject({ code: 'STORE' });
  });

  test('are complete if the last block and the end of the thread arrive together', async () => {
    const over = new Int32Array(new SharedArrayBuffer(4));
    const task = { ...taskOf(), over };
    const lines = (block: number): Iterable<CsvLines> => [lineOf(Buffer.from(String(block)))];
    const { blocks } = blocksThatWait(task, { count: 2, lines });
    const ends = `
      const { turns, over } = workerData;
      const block = Atomics.add(turns, 0, 1);
      while (Atomics.load(over, 0) === 0) Atomics.wait(over, 0, 0, 5);
      parentPort.postMessage({ block, pieces: [{ bytes: Buffer.from('there'), rows: 1 }] });`;
    const whole = textOf(linesTogether(blocks, task, threadOf(ends)));
    // This thread waits for that block, and sleeps while the other one posts it and ends.
    const sleepOnceItWaits = (): void => {
      if (Atomics.load(task.turns, turn.next) < 3) {
        setTimeout(sleepOnceItWaits, 5);
        return;
      }
      Atomics.store(over, 0, 1);
      Atomics.notify(over, 0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    };
    sleepOnceItWaits();
    expect(await whole).toBe('0there2 rows');
  });

  test('wait for the thread to end when no more are wanted', async () => {
    const task = taskOf();
    const ends = `
      const { turns } = workerData;
      while (Atomics.load(turns, 1) !== ${String(stopped)}) Atomics.wait(turns, 1, 0, 5);
      setTimeout(() => Atomics.store(turns, 0, 77), 100);`;
    const lines = linesTogether(blocksHere(), task, threadOf(ends));
    await lines.next();
    await lines.return(undefined);
    expect(Atomics.load(task.turns, turn.next)).toBe(77);
  });
});

describe('the thread', () => {
  test('helps if it sees the same rows', async () => {
    expect(await blocksOfThread(taskOf())).toBe(blocksHere().count);
  });

  test.each([
    ['another generation', `INSERT INTO generation VALUES (2, '2026-11-20T14:06:00Z', '[]')`],
    ['recreated tables', 'CREATE TABLE another (a)'],
  ])('makes nothing if it finds %s', async (_, sql) => {
    const task = taskOf();
    fixture.change(sql);
    expect(await blocksOfThread(task)).toBe(0);
  });

  test('makes no more blocks ahead of what is written than allowed', async () => {
    const task = taskOf({ ahead: 1 });
    const made: number[] = [];
    const worker = new Worker(threadFile, { workerData: task });
    worker.on('message', (answer: HelperAnswer<CsvLines>) => {
      if ('block' in answer) made.push(answer.block);
    });
    // It has taken a third block, and waits.
    await vi.waitFor(() => expect([made, Atomics.load(task.turns, turn.next)]).toEqual([[0, 1], 3]), 60_000);
    Atomics.store(task.turns, turn.written, stopped);
    Atomics.notify(task.turns, turn.written);
    await once(worker, 'exit');
    expect(made).toEqual([0, 1]);
  });

  test('ends when no more is wanted', async () => {
    const task = taskOf();
    Atomics.store(task.turns, turn.written, stopped);
    const worker = new Worker(threadFile, { workerData: task });
    expect(await once(worker, 'exit')).toEqual([0]);
  });
});
