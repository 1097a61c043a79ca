import { trailMark } from '../../core/vault/audit/audit-event.ts';
import { basename } from 'node:path';
import { app, shell } from 'electron';
import { assertWritable } from '../../core/platform/read-only-folder.ts';
import { restoreNote } from '../../core/vault/vault-backups.ts';
import {
  backupState,
  dropBackupPlan,
  followBackupPlan,
  lastBackup,
  noteBackup,
  readBackupPlan,
  saveBackupPlan,
} from '../../core/vault/settings/backup-plan.ts';
import { confirmIfProtected } from '../../core/vault/keys/confirm-passphrase.ts';
import { studiesFolder } from '../../core/vault/database.ts';
import { confirmBeforeExport } from '../../core/vault/settings/security.ts';
import type { Vault } from '../../core/vault/vault.ts';
import { backupEnding } from '../../shared/backup.ts';
import type { BackedUpFile, BackupsState, RestoredBackup } from '../../shared/calls/backups.ts';
import type { BackupDone, BackupJob } from '../../shared/engine-protocol.ts';
import { AppError } from '../../shared/errors.ts';
import type { Handlers } from '../../shared/rpc.ts';
import { startBackupEngine, type BackupEngine } from '../engines/backup.ts';
import { assertNotLocked, assertStillOpen } from '../engines/open-session.ts';
import type { Session } from '../engines/session.ts';
import { noteFailure } from '../platform/outcome-unknown.ts';
import { askForFile, askForFolder } from '../platform/open-dialog.ts';
import { askForPath } from '../platform/save-dialog.ts';
import type { AppWindow } from '../window/app-window.ts';

type BackupCalls = Pick<
  Handlers<'main'>,
  | 'backup.state'
  | 'backup.start'
  | 'backup.folder'
  | 'backup.plan'
  | 'backup.unplan'
  | 'backup.choose'
  | 'backup.restore'
  | 'backup.cancel'
  | 'backup.show'
>;

interface Backups {
  readonly calls: BackupCalls;
  readonly isRunning: () => boolean;
  /** Call after a sync. Makes a backup if the settings say so, once no other work is in progress. Does not reject if that fails. */
  readonly afterSync: () => Promise<void>;
  /** Call before a lock. Forgets chosen paths, cancels work in progress, and resolves when its process has ended. */
  readonly stop: () => Promise<void>;
}

/** Makes and restores backups for the window, one at a time in a separate process. Dialogs of the main process choose the paths. */
export function createBackups(dataDir: string, session: Session, window: AppWindow): Backups {
  const work = createBackupWork(dataDir, session, window);
  let folder: string | null = null;
  let chosen: string | null = null;
  let last: string | null = null;
  let waits = false;
  /** Whoever changes the plan at an unattended window could read all later backups, and leave their owner none to open. */
  const allowed = async (confirm: string | undefined): Promise<Vault> => {
    const vault = session.vault();
    await confirmIfProtected(vault, confirm ?? null);
    assertStillOpen(session, vault, 'Backups after a sync are unchanged. Unlock, and try again.');
    return vault;
  };
  return {
    calls: {
      'backup.state': () => {
        const { last: made, ...state } = backupState(session.vault());
        return { ...state, last: made === null ? null : { ...made, leftOut: [...made.leftOut] }, running: work.running() };
      },
      'backup.start': ({ passphrase, confirm }) =>
        work.alone('make', async (start) => {
          const vault = session.vault();
          assertWritable(vault.dir);
          await confirmBeforeExport(vault, confirm ?? null);
          const path = await askForPath(window.current(), `carrel-${new Date().toISOString().slice(0, 10)}${backupEnding}`);
          if (path === null) return { file: null, bytes: 0, sha256: '', studies: 0, leftOut: [], trailLeftOut: null };
          assertNotLocked(session, vault, 'Back up again.');
          const made = await makeNoted(vault, start(), { path, under: passphrase }, false);
          last = path;
          return fileOf(path, made);
        }),
      'backup.folder': async () => {
        const found = await askForFolder(window.current(), 'A folder for backups');
        folder = found ?? folder;
        return found;
      },
      'backup.plan': async ({ keep, isMoved, passphrase, confirm }) => {
        const vault = await allowed(confirm);
        await saveBackupPlan(vault, { keep, folder: isMoved ? (folder ?? undefined) : undefined, passphrase: passphrase ?? undefined });
        window.emit('backup.changed', undefined);
      },
      'backup.unplan': async ({ confirm }) => {
        dropBackupPlan(await allowed(confirm));
        folder = null;
        window.emit('backup.changed', undefined);
      },
      'backup.choose': async () => {
        const filters = [
          { name: 'Backups', extensions: [backupEnding.slice(1)] },
          { name: 'All files', extensions: ['*'] },
        ];
        chosen = (await askForFile(window.current(), filters, 'Restore from a backup')) ?? chosen;
        return chosen === null ? null : basename(chosen);
      },
      'backup.restore': ({ passphrase }) =>
        work.alone('restore', async (start) => {
          if (chosen === null) throw new AppError('USAGE', 'No backup was chosen. Choose one first.');
          const vault = session.vault();
          assertWritable(vault.dir);
          try {
            return await restore(vault, start(), chosen, passphrase);
          } finally {
            session.refreshStudies();
          }
        }),
      'backup.cancel': () => {
        work.cancel();
      },
      'backup.show': () => {
        if (last !== null) shell.showItemInFolder(last);
      },
    },
    isRunning: () => work.running() !== null,
    afterSync: async () => {
      // The call that is already waiting will also back up what this sync brought.
      if (waits) return;
      waits = true;
      await work.free();
      waits = false;
      if (!session.isOpen) return;
      try {
        const vault = session.vault();
        if (readBackupPlan(vault) === null) return;
        await work.alone('make', (start) => {
          const engine = start();
          return followBackupPlan(vault, (path, under) => makeNoted(vault, engine, { path, under }, true), new Date());
        });
      } catch {
        // A failed backup is kept with the plan, and the window shows it.
      }
    },
    stop: async () => {
      chosen = null;
      folder = null;
      await work.stop();
    },
  };
}

interface BackupWork {
  /** Rejects with BUSY if other work is in progress. `start` starts the process for the work, which is ended after it. */
  readonly alone: <T>(kind: Kind, work: (start: () => BackupEngine) => Promise<T>) => Promise<T>;
  /** Resolves when no work is in progress. */
  readonly free: () => Promise<void>;
  readonly running: () => BackupsState['running'];
  readonly cancel: () => void;
  readonly stop: () => Promise<void>;
}
type Kind = NonNullable<BackupsState['running']>['kind'];

function createBackupWork(dataDir: string, session: Session, window: AppWindow): BackupWork {
  let work: PromiseWithResolvers<undefined> | null = null;
  let engine: BackupEngine | null = null;
  let running: BackupsState['running'] = null;
  return {
    alone: async (kind, start) => {
      if (work !== null) throw new AppError('BUSY', 'Another backup is still in progress. Wait for it to finish, or cancel it.');
      const begun = (work = Promise.withResolvers());
      try {
        return await start(() => {
          running = { kind, bytes: 0, of: 0 };
          engine = startBackupEngine(dataDir, session.host(), (bytes, of) => {
            running = { kind, bytes, of };
            window.emit('backup.progress', { bytes, of });
          });
          return engine;
        });
      } finally {
        await engine?.stop();
        [engine, running, work] = [null, null, null];
        begun.resolve(undefined);
        window.emit('backup.changed', undefined);
      }
    },
    free: async () => {
      while (work !== null) await work.promise;
    },
    running: () => running,
    cancel: () => {
      engine?.cancel();
    },
    stop: async () => {
      await engine?.stop();
    },
  };
}

/** Makes a backup and stores when. If that cannot be stored, the trail still says that the file is there. */
async function makeNoted(
  vault: Vault,
  engine: BackupEngine,
  job: Pick<BackupJob, 'path' | 'under'>,
  afterSync: boolean,
): Promise<BackupDone> {
  const done = await writeNoted(vault, engine, job, afterSync);
  noteBackup(vault, lastBackup(job.path, done, afterSync));
  return done;
}

/** The trail records the attempt before anything is written, and the digest before the file gets its name. */
async function writeNoted(
  vault: Vault,
  engine: BackupEngine,
  { path, under }: Pick<BackupJob, 'path' | 'under'>,
  afterSync: boolean,
): Promise<BackupDone> {
  const asked = { study: null, afterSync };
  const noted = vault.exports.begin({ kind: 'backup-begun', ...asked }, path);
  const job = { path, under, madeBy: app.getVersion(), vault: vault.backups.contents(), folder: studiesFolder(vault.dir) };
  try {
    const done = await engine.backUp(job, ({ bytes, sha256, studies, leftOut, trailLeftOut }, part) => {
      const counts = { studies, leftOut: leftOut.length, ...trailMark(trailLeftOut) };
      noted.written({ kind: 'backup', ...asked, bytes, sha256, ...counts }, part);
    });
    noted.ended();
    return done;
  } catch (error: unknown) {
    noteFailure(noted, error);
    throw error;
  }
}

async function restore(vault: Vault, engine: BackupEngine, path: string, passphrase: string): Promise<RestoredBackup> {
  const { madeAt, sha256, studies, vault: part } = await engine.restore(path, passphrase, studiesFolder(vault.dir));
  const taken = vault.backups.takeIn(part, restoreNote({ madeAt, sha256, studies }));
  return { madeAt, sha256, studies: studies.map((one) => ({ ...one, added: { ...one.added } })), vault: taken };
}

function fileOf(path: string, { bytes, sha256, studies, leftOut, trailLeftOut }: BackupDone): BackedUpFile {
  return { file: basename(path), bytes, sha256, studies, leftOut: leftOut.map((one) => ({ ...one })), trailLeftOut };
}
