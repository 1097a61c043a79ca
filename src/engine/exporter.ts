import { basename } from 'node:path';
import { exportFile } from '../core/export/export-file.ts';
import type { Protection } from '../core/vault/settings/recipients.ts';
import { settleStudy, type StudyDirectory, type StudyReader } from '../core/query/study-directory.ts';
import type { Exported, ExportRequest } from '../shared/calls/export.ts';
import type { ToEngine } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { failed } from '../shared/rpc.ts';
import { directoryOfParent } from './directory.ts';
import { exportLake } from './lake-exporter.ts';
import type { ParentLine } from './lines.ts';

/** Writes the one export that main asks for and reports progress. `cancel` ends it without a file, and leaves a lake unchanged. */
export function serveExport(parent: ParentLine): void {
  const directory = directoryOfParent(parent);
  const cancelled = new AbortController();
  const [begun, shown] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  parent.onMessage((message) => {
    if (message.type === 'begin') begun.resolve(undefined);
    if (message.type === 'show') shown.resolve(undefined);
    if (message.type === 'cancel') {
      cancelled.abort();
      for (const waiting of [begun, shown]) {
        // A cancel before anyone waits is handled by the signal.
        waiting.promise.catch(() => undefined);
        waiting.reject(new AppError('CANCELLED', 'The export was cancelled. No file was left; earlier files are unchanged.'));
      }
    }
    if (message.type === 'export')
      void write(parent, directory, message, { signal: cancelled.signal, begun: begun.promise, shown: shown.promise });
  });
}

type Job = Extract<ToEngine, { readonly type: 'export' }>;

interface Waits {
  readonly signal: AbortSignal;
  readonly begun: Promise<undefined>;
  readonly shown: Promise<undefined>;
}

async function write(parent: ParentLine, directory: StudyDirectory, job: Job, waits: Waits): Promise<void> {
  try {
    await settleStudy(directory, job.request.study);
    const study = directory.open(job.request.study);
    if (study === null) throw new AppError('EXPORT', 'This study has not been mirrored yet, so there is nothing to export. Sync it first.');
    parent.send({ type: 'exported', outcome: { ok: true, value: await writeOne(parent, study, job, waits) } });
  } catch (error: unknown) {
    parent.send({ type: 'exported', outcome: failed(error) });
  }
}

async function writeOne(parent: ParentLine, study: StudyReader, job: Job, { signal, begun, shown }: Waits): Promise<Exported> {
  const { request, salt, path, made, manifests } = job;
  const protection = protectionOf(request, salt);
  const control = {
    signal,
    onWritten: (written: Omit<Exported, 'file'>, part: string): Promise<undefined> => {
      parent.send({ type: 'written', written, part });
      return shown;
    },
    onProgress: (rows: number, of: number): void => {
      parent.send({ type: 'progress', rows, of });
    },
  };
  if (request.lake === true) {
    const onBegin = (files: readonly string[]): Promise<undefined> => {
      parent.send({ type: 'new', files });
      return begun;
    };
    return exportLake(study, { request, protection, folder: path, made, manifests }, { ...control, onBegin });
  }
  const outcome = await exportFile(study, { ...request, protection }, { path, replace: true, made }, control);
  return { ...outcome, file: basename(path) };
}

function protectionOf({ protection }: ExportRequest, salt: Uint8Array | null): Protection | null {
  if (protection !== null && salt === null) throw new RangeError('A protected export has no salt.');
  return protection === null || salt === null ? null : { ...protection, salt };
}
