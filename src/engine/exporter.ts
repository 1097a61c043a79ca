import { basename } from 'node:path';
import { exportDataset } from '../core/export/export-dataset.ts';
import type { StudyDirectory } from '../core/query/study-directory.ts';
import type { ExportRequest } from '../shared/contract.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { ParentLine } from './lines.ts';

/** Writes the one export that main asks for, telling how far it is; `cancel` ends it without a file. */
export function serveExport(parent: ParentLine, directory: StudyDirectory): void {
  const cancelled = new AbortController();
  parent.onMessage((message) => {
    if (message.type === 'cancel') cancelled.abort();
    if (message.type === 'export') void write(parent, directory, message.request, message.path, cancelled.signal);
  });
}

async function write(
  parent: ParentLine,
  directory: StudyDirectory,
  request: ExportRequest,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const study = directory.open(request.study);
    if (study === null)
      throw new AppError('EXPORT', 'Nothing of this study was mirrored yet, so there is nothing to export. Sync it first.');
    const outcome = await exportDataset(
      study,
      request,
      { path, replace: true },
      {
        signal,
        onProgress: (rows, of) => {
          parent.send({ type: 'progress', rows, of });
        },
      },
    );
    parent.send({ type: 'exported', outcome: { ok: true, value: { ...outcome, file: basename(path) } } });
  } catch (error: unknown) {
    parent.send({ type: 'exported', outcome: { ok: false, error: reportOf(error) } });
  }
}
