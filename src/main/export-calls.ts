import { basename, join } from 'node:path';
import { app, clipboard, dialog, shell, utilityProcess, type BrowserWindow, type UtilityProcess } from 'electron';
import type { ExportAsked } from '../core/vault/audit-event.ts';
import type { Exported, ExportRequest } from '../shared/contract.ts';
import type { FromEngine, StudyAccess, ToEngine } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import type { Emit, Handlers } from '../shared/rpc.ts';
import { studyAccess, type Session } from './session.ts';

type ExportCalls = Pick<Handlers<'main'>, 'export.start' | 'export.cancel' | 'export.show' | 'clipboard.write'>;

const nothingSaved: Exported = { file: null, rows: 0, columns: 0, bytes: 0, sha256: '', guarded: 0 };

/** One export at a time, each in a process of its own, into a file that a dialog of the main process names. */
export function exportCalls(session: Session, currentWindow: () => BrowserWindow | null, emit: Emit): ExportCalls {
  let job: UtilityProcess | null = null;
  let last: string | null = null;
  return {
    'export.start': async ({ request, suggestedName }) => {
      if (job !== null) throw new AppError('BUSY', 'Another export is still being written. Wait for it, or cancel it.');
      const vault = session.vault();
      const path = await askForPath(currentWindow(), suggestedName);
      if (path === null) return nothingSaved;
      const entry = vault.study(request.study);
      if (entry === null) throw new AppError('USAGE', 'This study is not in this data folder.');
      const asked = askedOf(request);
      // The trail knows of the attempt before any file can be seen, and of its digest right after.
      vault.audit.append({ kind: 'export-begun', ...asked });
      job = utilityProcess.fork(join(import.meta.dirname, 'engine.js'), ['--role', 'exporter', '--data-dir', vault.dir], { serviceName: 'Carrel exporter' });
      try {
        const exported = await runExport(job, request, studyAccess(entry), path, emit);
        vault.audit.append({ kind: 'export', ...asked, rows: exported.rows, columns: exported.columns, sha256: exported.sha256 });
        last = path;
        return exported;
      } finally {
        job = null;
      }
    },
    'export.cancel': () => { job?.postMessage({ type: 'cancel' } satisfies ToEngine); },
    'export.show': () => {
      if (last !== null) shell.showItemInFolder(last);
    },
    'clipboard.write': async ({ text }) => { await clipboard.writeText(text); },
  };
}

async function askForPath(window: BrowserWindow | null, suggestedName: string): Promise<string | null> {
  const options = { defaultPath: join(app.getPath('downloads'), basename(suggestedName)), properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const] };
  const { canceled, filePath } = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  return canceled || filePath === '' ? null : filePath;
}

function runExport(engine: UtilityProcess, request: ExportRequest, study: StudyAccess, path: string, emit: Emit): Promise<Exported> {
  const send = (message: ToEngine): void => { engine.postMessage(message); };
  return new Promise((resolve, reject) => {
    engine.on('message', (message: FromEngine) => {
      if (message.type === 'progress') emit('export.progress', { rows: message.rows, of: message.of });
      if (message.type !== 'exported') return;
      engine.kill();
      if (message.outcome.ok) resolve(message.outcome.value);
      else reject(new AppError(message.outcome.error.category, message.outcome.error.message));
    });
    engine.once('exit', () => { reject(new AppError('EXPORT', 'The export stopped before it was complete. No file was written; an earlier one is unchanged. Try again.')); });
    send({ type: 'studies', studies: [study] });
    send({ type: 'export', request, path });
  });
}

/** What the trail keeps of a request: columns and operators, no value. */
function askedOf({ study, selection, format }: ExportRequest): ExportAsked {
  const where = selection.where.map(({ column, op }) => ({ column, op }));
  const narrowed = selection.search !== '' || selection.subjects !== null || selection.chosen !== null;
  return { study, dataset: selection.dataset, format, where, narrowed, generation: null };
}
