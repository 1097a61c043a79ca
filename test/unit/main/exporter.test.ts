import { EventEmitter } from 'node:events';
import { beforeEach, expect, test, vi } from 'vitest';
import { startExport, type RunningExport } from '../../../src/main/engines/exporter.ts';
import { AppError } from '../../../src/shared/errors.ts';
import type { ExportRequest } from '../../../src/shared/calls/export.ts';
import type { Seals, StudyAccess, ToEngine } from '../../../src/shared/engine-protocol.ts';
import { made } from '../export/plan.ts';

/** Stands in for the process of an export. */
class Engine extends EventEmitter {
  readonly sent: ToEngine[] = [];
  killed = false;

  postMessage(message: ToEngine): void {
    this.sent.push(message);
  }

  kill(): void {
    this.killed = true;
  }
}

const forked = vi.hoisted<{ engine: unknown }>(() => ({ engine: null }));
vi.mock('electron', () => ({ utilityProcess: { fork: () => forked.engine } }));

const request: ExportRequest = {
  study: '22-001',
  parts: [{ selection: { dataset: 'labs', where: [], search: '', subjects: null, chosen: null }, sort: [], columns: [] }],
  vocabulary: 'plain',
  format: 'csv',
  delimiter: ',',
  zip: null,
  protection: null,
};
const access: StudyAccess = {
  study: '22-001',
  path: '/studies/a.db',
  key: new Uint8Array(32),
  demo: false,
  lastOpened: null,
  sitePack: null,
  seals: { current: null, pending: null },
  problem: null,
};
const gone = new AppError('USAGE', 'This study is not in this data folder.');

let engine = new Engine();
beforeEach(() => {
  forked.engine = engine = new Engine();
});

function start(
  studyNow: () => StudyAccess,
  onWritten: (written: object, part: string) => void = () => undefined,
  onBegin: () => void = () => undefined,
): RunningExport {
  const job = { dataDir: '/data', request, salt: null, made, study: access, path: '/out/labs.csv', manifests: ['a digest'] };
  return startExport({ ...job, studyNow, onProgress: () => undefined, onBegin, onWritten });
}

// Looking up a study reads all tags of its file, which blocks main.
test('gives an export the study that was already looked up, and looks again only when its process asks', async () => {
  let asked = 0;
  const job = start(() => {
    asked++;
    return access;
  });
  expect([asked, engine.sent]).toEqual([
    0,
    [
      { type: 'studies', studies: [access] },
      { type: 'export', request, salt: null, path: '/out/labs.csv', made, manifests: ['a digest'] },
    ],
  ]);
  engine.emit('exit', 1);
  await expect(job.outcome).rejects.toThrow('The export stopped before it was complete.');
});

// This used to be an uncaught exception of the main process, and the export never ended.
test('tells an export that asks for newer seals that its study is gone, and ends its process once it has reported why', async () => {
  const job = start(() => {
    throw gone;
  });
  const error = { code: gone.code, message: gone.message };
  engine.emit('message', { type: 'ask', id: 0, name: 'studies', args: [] });
  await vi.waitFor(() => expect(engine.sent.at(-1)).toEqual({ type: 'answer', id: 0, reply: { ok: false, error } }));
  engine.emit('message', { type: 'exported', outcome: { ok: false, error } });
  await expect(job.outcome).rejects.toThrow(gone.message);
  expect([engine.killed, engine.sent.map(({ type }) => type)]).toEqual([true, ['studies', 'export', 'answer']]);
});

test('gives an export the newer seals of a study that flipped meanwhile', async () => {
  let seals: Seals = { current: null, pending: null };
  const job = start(() => ({ ...access, seals }));
  seals = { current: { generation: 1, counts: {}, digest: '0a' }, pending: null };
  engine.emit('message', { type: 'ask', id: 7, name: 'studies', args: [] });
  const answer = { type: 'answer', id: 7, reply: { ok: true, value: [{ ...access, seals }] } };
  await vi.waitFor(() => expect(engine.sent.at(-1)).toEqual(answer));
  engine.emit('exit', 1);
  await expect(job.outcome).rejects.toThrow('The export stopped before it was complete.');
});

function sentTypes(): readonly string[] {
  return engine.sent.map(({ type }) => type);
}

test('writes new data of a lake only after its audit trail entry, and not if that fails', async () => {
  const noted: string[] = [];
  const reported = start(
    () => access,
    undefined,
    () => noted.push(`before ${sentTypes().join(' ')}`),
  );
  engine.emit('message', { type: 'new' });
  expect([noted, sentTypes()]).toEqual([['before studies export'], ['studies', 'export', 'begin']]);
  engine.emit('exit', 1);
  await expect(reported.outcome).rejects.toThrow('The export stopped before it was complete.');

  forked.engine = engine = new Engine();
  const unrecorded = start(
    () => access,
    undefined,
    () => {
      throw new AppError('STORE', 'The trail cannot be written.');
    },
  );
  engine.emit('message', { type: 'new' });
  await expect(unrecorded.outcome).rejects.toThrow('The trail cannot be written.');
  expect(sentTypes()).toEqual(['studies', 'export', 'cancel']);
});

test('gives a file its name only after its audit trail entry, and not if that fails', async () => {
  const written = { rows: 1, columns: 1, bytes: 3, sha256: 'ab', guarded: 0 };
  const noted: string[] = [];
  const job = start(
    () => access,
    (_written, part) => noted.push(`${part} before ${sentTypes().join(' ')}`),
  );
  engine.emit('message', { type: 'written', written, part: '.x.part' });
  expect([noted, sentTypes()]).toEqual([['.x.part before studies export'], ['studies', 'export', 'show']]);
  engine.emit('message', { type: 'exported', outcome: { ok: true, value: { ...written, file: 'labs.csv' } } });
  await expect(job.outcome).resolves.toMatchObject({ rows: 1 });

  forked.engine = engine = new Engine();
  const failing = start(
    () => access,
    () => {
      throw gone;
    },
  );
  engine.emit('message', { type: 'written', written, part: '.x.part' });
  await expect(failing.outcome).rejects.toBe(gone);
  expect(sentTypes()).toEqual(['studies', 'export', 'cancel']);
});
