import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compileExtractor } from '../../../src/core/extract/extractor.ts';
import { takeRows } from '../../../src/core/store/pages/encoded-records.ts';
import { readPageBody, type PageReading } from '../../../src/core/store/pages/page-reading.ts';
import { createPageReader, type PageReader } from '../../../src/core/sync/page-reader.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { labText } from '../../unit/query/mirrored-study.ts';
import { studyNumber } from '../../unit/query/study-fixture.ts';

/** A page of labs; `length` bytes at least. */
function labPage(ids: readonly string[], length = 0): Buffer {
  const page = `{"resourceType":"Bundle","type":"searchset","total":${String(ids.length)},"link":[],"entry":[${ids.map((id) => `{"resource":${labText(id)}}`).join(',')}]}`;
  return Buffer.from(page.padEnd(length));
}

function openReader(entry?: URL, signal = new AbortController().signal): PageReader {
  const reader = entry === undefined ? createPageReader(signal) : createPageReader(signal, entry);
  onTestFinished(() => reader.close());
  return reader;
}

/** A thread that runs this text instead of reading. */
function threadOf(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-thread-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'thread.mjs'), `import { parentPort } from 'node:worker_threads';\n${text}`);
  return pathToFileURL(join(folder, 'thread.mjs'));
}

/** Never answers, and ends when it is told to. */
const idle = 'parentPort.on("message", (question) => { if (question === null) parentPort.close(); });';

function keysOf(reading: PageReading): readonly string[] {
  return [...takeRows(reading)].map((row) => row.key);
}

describe('pages read in another thread', () => {
  test('are read as in this one', async () => {
    const here = await readPageBody(compileExtractor(datasets.labs), labPage(['a', 'b', 'ü']), studyNumber);
    const there = await openReader().read(labPage(['a', 'b', 'ü']), 'labs', studyNumber);
    expect({ ...there, rows: [...takeRows(there)] }).toEqual({
      ...here,
      rows: [...takeRows(here)],
      keys: new Uint8Array(here.keys),
      deflated: new Uint8Array(here.deflated),
    });
    expect(keysOf(there)).toEqual(['a', 'b', 'ü']);
  });

  test('are returned to whoever asked, even with concurrent requests', async () => {
    const reader = openReader();
    const asked = ['a', 'b', 'c', 'd', 'e'].map((id) => reader.read(id === 'c' ? Buffer.from('{}') : labPage([id]), 'labs', studyNumber));
    const answers = await Promise.allSettled(asked);
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? keysOf(answer.value) : answer.status))).toEqual([
      ['a'],
      ['b'],
      'rejected',
      ['d'],
      ['e'],
    ]);
  });

  test('bring their errors with them', async () => {
    const reader = openReader();
    await expect(reader.read(Buffer.from('<html>'), 'labs', studyNumber)).rejects.toMatchObject({
      name: 'AppError',
      code: 'PROTOCOL',
      message: expect.stringMatching(/login page/) as string,
    });
    await expect(reader.read(Buffer.from('['.repeat(100)), 'labs', studyNumber)).rejects.toMatchObject({
      code: 'LIMIT',
      message: expect.stringMatching(/64 levels/) as string,
    });
  });

  test.each([[0], [100_000]])('are taken over without what is next to them in memory (%i bytes)', async (length) => {
    const page = labPage(['a'], length);
    const memory = Buffer.concat([Buffer.from('before'), page, Buffer.from('after')]);
    const reading = await openReader().read(memory.subarray(6, 6 + page.length), 'labs', studyNumber);
    expect(reading.size).toBe(page.length);
    expect(memory.toString()).toBe(`before${page.toString()}after`);
    const whole = Buffer.concat([page]);
    expect(keysOf(await openReader().read(whole, 'labs', studyNumber))).toEqual(['a']);
  });
});

describe('a reader', () => {
  test('that is closed cancels what it is reading and reads no more', async () => {
    const reader = openReader(threadOf(idle));
    const reading = reader.read(labPage(['a']), 'labs', studyNumber);
    const outcome = expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    await reader.close();
    await outcome;
    await expect(reader.read(labPage(['a']), 'labs', studyNumber)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test('is closed by its signal', async () => {
    const run = new AbortController();
    const reader = openReader(threadOf(idle), run.signal);
    const reading = reader.read(labPage(['a']), 'labs', studyNumber);
    run.abort();
    await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(openReader(undefined, run.signal).read(labPage(['a']), 'labs', studyNumber)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  test.each([
    ['throws', 'parentPort.on("message", () => { throw new Error("Patient 007"); });'],
    ['ends', 'parentPort.on("message", () => { process.exit(3); });'],
    ['cannot start', 'import "./nowhere.mjs";'],
  ])('whose thread %s fails every waiting page, without quoting what it read', async (_what, text) => {
    const reader = openReader(threadOf(text));
    const readings = [reader.read(labPage(['a']), 'labs', studyNumber), reader.read(labPage(['b']), 'labs', studyNumber)];
    for (const answer of await Promise.allSettled(readings)) {
      expect(answer).toMatchObject({
        status: 'rejected',
        reason: { code: 'STORE', message: expect.not.stringContaining('007') as string },
      });
    }
  });

  test('leaves its thread to the next one, unless it is closed while reading', async () => {
    // Answers with the number of pages that it was sent, but never answers short ones.
    const entry = threadOf(`
      let pages = 0;
      parentPort.on('message', (question) => {
        if (question === null) parentPort.close();
        else if (++pages && question.body.length > 10)
          parentPort.postMessage({ id: question.id, ok: false, error: { code: 'PROTOCOL', message: String(pages) } });
      });`);
    const pages: unknown[] = [];
    for (const closedEarly of [false, false, true, false]) {
      const reader = openReader(entry);
      const reading = reader.read(Buffer.from(closedEarly ? 'short' : 'long enough'), 'labs', studyNumber);
      const outcome = reading.catch((error: unknown) => (error instanceof Error ? error.message : ''));
      if (!closedEarly) await outcome;
      await reader.close();
      pages.push(await outcome);
    }
    expect(pages).toEqual(['1', '2', expect.stringContaining('Cancelled') as string, '1']);
  });

  test('starts a new thread after its thread failed', async () => {
    const reader = openReader(
      threadOf(`
      parentPort.on('message', ({ id, body }) => {
        if (body.length < 10) throw new Error('down');
        parentPort.postMessage({ id, ok: false, error: { code: 'PROTOCOL', message: 'up again' } });
      });`),
    );
    await expect(reader.read(Buffer.from('short'), 'labs', studyNumber)).rejects.toMatchObject({ code: 'STORE' });
    await expect(reader.read(Buffer.from('long enough'), 'labs', studyNumber)).rejects.toMatchObject({
      code: 'PROTOCOL',
      message: 'up again',
    });
  });
});
