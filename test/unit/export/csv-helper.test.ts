import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Piece } from '../../../src/core/export/chunks.ts';
import { csvBlocks, type CsvBlocks } from '../../../src/core/export/csv-blocks.ts';
import { linesTogether, newTurns, turn, type HelperTask } from '../../../src/core/export/csv-helper.ts';
import { exactCsv } from '../../../src/core/export/csv.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { makeStudy, studyNumber, type StudyFixture } from '../query/study-fixture.ts';

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

function blocksHere(): CsvBlocks {
  const blocks = csvBlocks(fixture.study, datasets.labs, columns, rowids, exactCsv(columns, ','));
  if (blocks === null) throw new Error('There are too many combinations.');
  return blocks;
}

function taskOf(more: Partial<HelperTask> = {}): HelperTask {
  const shared = new Float64Array(new SharedArrayBuffer(rows * Float64Array.BYTES_PER_ELEMENT));
  shared.set(rowids);
  const { path, key } = fixture;
  const asked = { dataset: 'labs', columns: columns.map(({ name }) => name), delimiter: ',' } as const;
  return { path, key: new Uint8Array(key), study: studyNumber, generation: 1, ...asked, rowids: shared, turns: newTurns(), ...more };
}

/** Blocks of which the first is made only once the thread has taken on another; tells which were made here. */
function blocksThatWait({ turns }: HelperTask): { readonly blocks: CsvBlocks; readonly madeHere: Set<number> } {
  const blocks = blocksHere();
  const madeHere = new Set<number>();
  const lines = (block: number): Iterable<Piece> => {
    madeHere.add(block);
    const until = Date.now() + 60_000;
    while (block === 0 && Atomics.load(turns, turn.next) < 2 && Date.now() < until)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return blocks.lines(block);
  };
  return { blocks: { ...blocks, lines }, madeHere };
}

async function textOf(pieces: Iterable<Piece> | AsyncIterable<Piece>): Promise<string> {
  let text = '';
  for await (const { bytes } of pieces) text += Buffer.from(bytes).toString('utf8');
  return text;
}

function* linesHere(): Generator<Piece> {
  const blocks = blocksHere();
  for (let block = 0; block < blocks.count; block++) yield* blocks.lines(block);
}

/** A thread that does as the text says instead of helping. */
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
  test('are those that one makes, in their order, and each block is made once', async () => {
    const task = taskOf();
    const { blocks, madeHere } = blocksThatWait(task);
    expect((await textOf(linesTogether(blocks, task))) === (await textOf(linesHere()))).toBe(true);
    expect(madeHere.size).toBeLessThan(blocks.count);
  });

  test('are all made here where the other one sees another generation, or nothing', async () => {
    const expected = await textOf(linesHere());
    for (const more of [{ generation: 2 }, { path: join(fixture.folder, 'gone.db') }]) {
      const lines = linesTogether(blocksHere(), taskOf(more));
      expect((await textOf(lines)) === expected).toBe(true);
    }
  });

  test('hold what was changed meanwhile as little as those of one', async () => {
    const expected = await textOf(linesHere());
    fixture.change(`UPDATE labs_row SET subject = 'changed'; INSERT INTO generation VALUES (2, '2026-11-20T14:06:00Z', '[]')`);
    expect((await textOf(linesTogether(blocksHere(), taskOf()))) === expected).toBe(true);
  });

  test.each([
    ['ends', takesOne],
    ['throws', `${takesOne} throw new Error('no');`],
    ['gives up', `${takesOne} parentPort.postMessage({ error: { category: 'STORE', message: 'No.' } });`],
  ])('are given up where the other one takes a block on and %s', async (_, does) => {
    const task = taskOf();
    const { blocks } = blocksThatWait(task);
    await expect(textOf(linesTogether(blocks, task, threadOf(does)))).rejects.toMatchObject({ code: 'STORE' });
  });

  test('end, with the thread, when nobody wants more of them', async () => {
    const task = taskOf();
    const { blocks, madeHere } = blocksThatWait(task);
    const lines = linesTogether(blocks, task);
    await lines.next();
    await lines.return(undefined);
    expect(Atomics.load(task.turns, turn.stop)).toBe(1);
    expect([...madeHere]).toEqual([0]);
  });
});
