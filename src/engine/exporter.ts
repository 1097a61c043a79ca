import { basename } from 'node:path';
import { exportFile, type ExportTarget } from '../core/export/export-file.ts';
import type { ExportPlan } from '../core/export/export-plan.ts';
import { settleStudy, type StudyDirectory } from '../core/query/study-directory.ts';
import type { ExportRequest } from '../shared/calls/export.ts';
import { AppError } from '../shared/errors.ts';
import { failed } from '../shared/rpc.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';

/** Writes the one export that main asks for, telling how far it is; `cancel` ends it without a file. */
export function serveExport(parent: ParentLine): void {
  const directory = directoryOfParent(parent);
  const cancelled = new AbortController();
  const shown = Promise.withResolvers<undefined>();
  // A cancel that comes before anybody waits is told by the signal.
  shown.promise.catch(() => undefined);
  parent.onMessage((message) => {
    if (message.type === 'show') shown.resolve(undefined);
    if (message.type === 'cancel') {
      cancelled.abort();
      shown.reject(new AppError('CANCELLED', 'The export was cancelled. No file was left; an earlier file of that name is unchanged.'));
    }
    if (message.type !== 'export') return;
    void write(
      parent,
      directory,
      message.request.study,
      planOf(message.request, message.salt),
      { path: message.path, replace: true, made: message.made },
      { signal: cancelled.signal, shown: shown.promise },
    );
  });
}

async function write(
  parent: ParentLine,
  directory: StudyDirectory,
  number: string,
  plan: ExportPlan,
  target: ExportTarget,
  { signal, shown }: { readonly signal: AbortSignal; readonly shown: Promise<undefined> },
): Promise<void> {
  try {
    await settleStudy(directory, number);
    const study = directory.open(number);
    if (study === null)
      throw new AppError('EXPORT', 'Nothing of this study was mirrored yet, so there is nothing to export. Sync it first.');
    const outcome = await exportFile(study, plan, target, {
      signal,
      onWritten: async (written, part) => {
        parent.send({ type: 'written', written, part });
        await shown;
      },
      onProgress: (rows, of) => {
        parent.send({ type: 'progress', rows, of });
      },
    });
    parent.send({ type: 'exported', outcome: { ok: true, value: { ...outcome, file: basename(target.path) } } });
  } catch (error: unknown) {
    parent.send({ type: 'exported', outcome: failed(error) });
  }
}

function planOf({ protection, ...plan }: ExportRequest, salt: Uint8Array | null): ExportPlan {
  if (protection !== null && salt === null) throw new RangeError('A protected export has no salt.');
  return { ...plan, protection: protection === null || salt === null ? null : { ...protection, salt } };
}
