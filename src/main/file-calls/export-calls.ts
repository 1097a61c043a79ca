import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { app, shell } from 'electron';
import { noNotes } from '../../shared/export-notes.ts';
import { lakeFileForm, lakeManifestName } from '../../shared/export-names.ts';
import { askedOf, writtenAs } from '../../core/vault/audit/audit-export-asked.ts';
import { recordedManifests } from '../../core/vault/audit/trail-files.ts';
import { unchangedStudy } from '../../core/vault/studies/diagnose-study.ts';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import type { NotedExport } from '../../core/vault/settings/noted-exports.ts';
import { confirmBeforeExport } from '../../core/vault/settings/security.ts';
import type { Vault } from '../../core/vault/vault.ts';
import type { Exported, ExportRequest } from '../../shared/calls/export.ts';
import type { StudyAccess } from '../../shared/engine-protocol.ts';
import { AppError, reportOf } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import type { AppWindow } from '../window/app-window.ts';
import { startExport, type RunningExport } from '../engines/exporter.ts';
import { noteFailure } from '../platform/outcome-unknown.ts';
import { saveFigureHandlers } from './save-figure-calls.ts';
import { askForFolder } from '../platform/open-dialog.ts';
import { askForPath } from '../platform/save-dialog.ts';
import { assertNotLocked } from '../engines/open-session.ts';
import { studyAccess, type Session } from '../engines/session.ts';

type ExportCalls = Pick<
  Handlers<'main'>,
  'export.start' | 'export.running' | 'export.cancel' | 'export.show' | 'export.recipients' | 'chart.save' | 'profile.save'
>;

interface Exports {
  readonly calls: ExportCalls;
  readonly isRunning: () => boolean;
  /** Call before a lock. Ends a running export without leaving a file. */
  readonly stop: () => Promise<void>;
}

const nothingSaved: Exported = {
  ...noNotes(),
  file: null,
  rows: 0,
  columns: 0,
  bytes: 0,
  sha256: '',
  id: '',
  generation: null,
  evidence: null,
  evidenceSha256: null,
  subjects: null,
  rowDigests: [],
  cloud: null,
};

/** Runs one export at a time, each in a separate process, to a path that a dialog of the main process chooses. */
export function createExports(session: Session, window: AppWindow): Exports {
  let asking = false;
  let job: RunningExport | null = null;
  let last: string | null = null;
  const write = async (given: ExportRequest, path: string): Promise<Exported> => {
    const vault = session.vault();
    const id = randomUUID();
    // Refuse an export that cannot begin before the trail records that it began.
    const study = accessTo(vault, given.study);
    const { request, salt } = forRecipient(vault, given);
    const asked = askedOf(request, id);
    // The trail records the attempt before anything is written, and the file's digest before the file becomes visible.
    const begin = (file: string, files: readonly string[] = []): NotedExport =>
      vault.exports.begin({ kind: 'export-begun', ...asked }, file, files);
    const isLake = request.lake === true;
    const manifest = join(path, lakeManifestName);
    let noted = isLake ? null : begin(path);
    try {
      job = startExport({
        dataDir: vault.dir,
        request,
        salt,
        made: { id, at: new Date().toISOString(), by: app.getVersion(), demo: study.demo },
        study,
        studyNow: () => accessTo(vault, request.study),
        path,
        manifests: isLake ? recordedManifests(vault.audit, request.study) : [],
        onProgress: (progress) => {
          window.emit('export.progress', progress);
        },
        onBegin: (files) => {
          noted = begin(
            manifest,
            files.filter((file) => lakeFileForm.test(file)),
          );
        },
        onWritten: (written, part) => {
          noted?.written(writtenAs(asked, written), part);
        },
      });
      const exported = await job.outcome;
      noted?.ended();
      last = isLake ? manifest : path;
      window.emit('export.done', { exported, error: null });
      return exported;
    } catch (error: unknown) {
      if (noted !== null) noteFailure(noted, error);
      window.emit('export.done', { exported: null, error: reportOf(error) });
      throw error;
    } finally {
      job = null;
    }
  };
  return {
    calls: {
      'export.start': async ({ request, suggestedName, passphrase }) => {
        if (asking) throw new AppError('BUSY', 'Another export is still being written. Wait for it to finish, or cancel it.');
        const vault = session.vault();
        assertWritable(vault.dir);
        asking = true;
        try {
          await confirmBeforeExport(vault, passphrase ?? null);
          const path = await (request.lake === true
            ? askForFolder(window.current(), `Folder for the lake of ${request.study}`)
            : askForPath(window.current(), suggestedName));
          if (path === null) return nothingSaved;
          // The writing removes what a killed run left in a lake, from which the sweep sees how that run ended.
          if (request.lake === true) await vault.exports.sweep(resolve(path));
          assertNotLocked(session, vault, 'Export again.');
          return await write(request, path);
        } finally {
          asking = false;
        }
      },
      ...saveFigureHandlers(session, window.current),
      'export.recipients': () => [...session.vault().recipients.names()],
      'export.running': () => job?.progress() ?? null,
      'export.cancel': () => {
        job?.cancel();
      },
      'export.show': () => {
        if (last !== null) shell.showItemInFolder(last);
      },
    },
    isRunning: () => job !== null,
    stop: async () => {
      await job?.stop();
    },
  };
}

/** Replaces the recipient by its name as the vault stores it, and returns its salt. */
function forRecipient(vault: Vault, request: ExportRequest): { readonly request: ExportRequest; readonly salt: Uint8Array | null } {
  if (request.protection === null) return { request, salt: null };
  const { salt, ...protection } = vault.recipients.protection(request.protection);
  return { request: { ...request, protection }, salt };
}

function accessTo(vault: Vault, study: string): StudyAccess {
  return studyAccess(unchangedStudy(vault, study));
}
