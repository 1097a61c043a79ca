import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { app, clipboard, dialog, shell, type BrowserWindow } from 'electron';
import type { ExportAsked } from '../core/vault/audit-event.ts';
import type { Exported, ExportRequest } from '../shared/contract.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { Handlers } from '../shared/rpc.ts';
import type { AppWindow } from './app-window.ts';
import { startExport, type RunningExport } from './exporter.ts';
import { studyAccess, type Session } from './session.ts';

type ExportCalls = Pick<Handlers<'main'>, 'export.start' | 'export.running' | 'export.cancel' | 'export.show' | 'clipboard.write'>;

interface Exports {
  readonly calls: ExportCalls;
  /** Before a lock: ends what is being written without a file, and takes back what was copied. */
  readonly stop: () => Promise<void>;
}

const nothingSaved: Exported = { file: null, rows: 0, columns: 0, bytes: 0, sha256: '', guarded: 0 };

/** One export at a time, each in a process of its own, into a file that a dialog of the main process names. */
export function createExports(session: Session, window: AppWindow): Exports {
  let asking = false;
  let job: RunningExport | null = null;
  let last: string | null = null;
  let copied: string | null = null;
  const write = async (request: ExportRequest, path: string): Promise<Exported> => {
    const vault = session.vault();
    const entry = vault.study(request.study);
    if (entry === null) throw new AppError('USAGE', 'This study is not in this data folder.');
    const asked = askedOf(request);
    // The trail knows of the attempt before any file can be seen, and of its digest right after.
    vault.audit.append({ kind: 'export-begun', ...asked });
    job = startExport({
      dataDir: vault.dir,
      request,
      study: studyAccess(entry),
      path,
      onProgress: (progress) => {
        window.emit('export.progress', progress);
      },
    });
    try {
      const exported = await job.outcome;
      vault.audit.append({ kind: 'export', ...asked, rows: exported.rows, columns: exported.columns, sha256: exported.sha256 });
      last = path;
      window.emit('export.done', { exported, error: null });
      return exported;
    } catch (error: unknown) {
      window.emit('export.done', { exported: null, error: reportOf(error) });
      throw error;
    } finally {
      job = null;
    }
  };
  return {
    calls: {
      'export.start': async ({ request, suggestedName }) => {
        if (asking) throw new AppError('BUSY', 'Another export is still being written. Wait for it, or cancel it.');
        session.vault();
        asking = true;
        try {
          const path = await askForPath(window.current(), suggestedName);
          return path === null ? nothingSaved : await write(request, path);
        } finally {
          asking = false;
        }
      },
      'export.running': () => job?.progress() ?? null,
      'export.cancel': () => {
        job?.cancel();
      },
      'export.show': () => {
        if (last !== null) shell.showItemInFolder(last);
      },
      'clipboard.write': async ({ text }) => {
        await clipboard.writeText(text);
        copied = digest(text);
      },
    },
    stop: async () => {
      await job?.stop();
      // Only the digest was kept; what somebody else copied since stays.
      if (copied !== null && digest(await clipboard.readText()) === copied) clipboard.clear();
      copied = null;
    },
  };
}

async function askForPath(window: BrowserWindow | null, suggestedName: string): Promise<string | null> {
  const options = {
    defaultPath: join(app.getPath('downloads'), basename(suggestedName)),
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const { canceled, filePath } = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}

/** What the trail keeps of a request: columns and operators, no value. */
function askedOf({ study, selection, format }: ExportRequest): ExportAsked {
  const where = selection.where.map(({ column, op }) => ({ column, op }));
  const narrowed = selection.search !== '' || selection.subjects !== null || selection.chosen !== null;
  return { study, dataset: selection.dataset, format, where, narrowed, generation: null };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
