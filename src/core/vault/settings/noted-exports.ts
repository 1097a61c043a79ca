import { randomUUID } from 'node:crypto';
import { promises } from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { isRunning, isWriting } from '../../platform/atomic-file.ts';
import type { AuditEvent, Begun, NoFile } from '../audit/audit-event.ts';
import type { VaultDatabase } from '../database.ts';
import { readSetting, storeSetting } from './settings.ts';
import { folderOf, forgetUnfinished, noteUnfinished, sweepFolder, unfinishedFolders } from './unfinished-exports.ts';

const SETTING = 'exports.open';
/** The oldest are forgotten, in case their folders are gone for good. */
const MOST = 20;

/** A file that the trail records before any of it becomes visible. */
export interface NotedExport {
  /**
   * Records the digest of a file that is complete and durable under its temporary name (`part`, without a folder), before it gets its final
   * name. Throws EXPORT if a study in it was wiped since the export began.
   */
  written(event: AuditEvent, part: string): void;
  /** Call after `written`, once the file has its name and its folder need not be checked any more. Never throws. */
  ended(): void;
  /**
   * Records that no file was produced; its folder stays noted. If this cannot be recorded now (a lock closed the vault, another process is
   * writing to it), the next change or opening does it. Never throws, so that the original error is reported.
   */
  failed(outcome: ErrorCode): void;
}

export interface ExportCalls {
  /**
   * Records the export in the trail, and its folder, so that leftovers of a killed export are deleted and reported at the next opening.
   * `files`: new files that get their names together with the one at the path, relative to its folder.
   */
  begin(begun: Begun, path: string, files?: readonly string[]): NotedExport;
  /** Judges what killed exports left in a folder, before another one writes to it. */
  sweep(folder: string): Promise<void>;
  /** Resolves when the sweeps begun so far have ended, which may be never. For a process that is about to end. */
  swept(): Promise<void>;
  /** Starts looking for leftovers of killed exports. Call once after opening. */
  sweepAll(): void;
}

/**
 * An export without a recorded end. `process`: the process that recorded it; `part`: temporary name of a completely written file, otherwise
 * null.
 */
interface OpenExport {
  readonly id: string;
  readonly begun: Begun;
  readonly path: string;
  readonly process: number;
  readonly part: string | null;
  /** Missing in exports of earlier versions. */
  readonly files?: readonly string[];
}

interface Context {
  readonly db: VaultDatabase;
  readonly numbers: () => readonly string[];
  readonly change: (event: AuditEvent | null, work: () => void) => void;
  /** Like `change`, but if there is no space, event and work wait for the next change; returns false then. */
  readonly changeWhenPossible: (event: AuditEvent, work: () => void) => boolean;
}

export function exportCalls({ db, numbers, change, changeWhenPossible }: Context): ExportCalls {
  /** Exports that began since the opening and have no recorded end. Their outcome is not derived from their folders. */
  const running = new Set<string>();
  const sweeps = new Set<Promise<void>>();
  const forget = (id: string): void => {
    store(
      db,
      openExports(db).filter((open) => open.id !== id),
    );
  };
  /** Runs before a folder is swept: its content shows which exports never finished. */
  const reportUnknownOutcome = async (folder: string): Promise<void> => {
    const ended = openExports(db).filter(
      ({ id, path, process: by }) => folderOf(path) === folder && !running.has(id) && (by === process.pid || !isRunning(by)),
    );
    for (const open of ended) {
      const fate = await fateOf(open);
      // The vault may have been closed meanwhile, or another process may have recorded the outcome.
      if (fate === 'unknown' || !db.open || !openExports(db).some(({ id }) => id === open.id)) continue;
      if (fate === 'none') await removeFiles(open);
      change(fate === 'none' ? failureOf(open.begun, 'INTERRUPTED') : null, () => {
        forget(open.id);
      });
    }
  };
  /** Not awaited, because the folders may be anywhere. What fails or ends after the vault was closed is repeated at the next opening. */
  const sweep = (folder: string): Promise<void> => {
    const sweeping = sweepFolder(folder, reportUnknownOutcome, () => {
      // An open export of any process keeps its folder noted, even if the folder looks clean.
      if (db.open && !openExports(db).some(({ path }) => folderOf(path) === folder))
        change(null, () => {
          forgetUnfinished(db, folder);
        });
    });
    sweeps.add(sweeping);
    return sweeping.finally(() => sweeps.delete(sweeping));
  };
  return {
    begin: (begun, path, files = []) => {
      const id = randomUUID();
      const contained = numbers().filter((study) => begun.kind !== 'trail-begun' && (begun.study ?? study) === study);
      const noted: OpenExport = { id, begun, path, process: process.pid, part: null, files };
      change(begun, () => {
        noteUnfinished(db, path);
        store(db, [...openExports(db), noted]);
      });
      running.add(id);
      return {
        written: (event, part) => {
          const here = new Set(numbers());
          const wiped = contained.find((study) => !here.has(study));
          if (wiped !== undefined)
            throw new AppError('EXPORT', `Study ${wiped} was wiped while the file was being written. No file was written.`);
          change(event, () => {
            store(
              db,
              openExports(db).map((open) => (open.id === id ? { ...open, part } : open)),
            );
          });
        },
        // The sweep finds that the temporary name is gone, and forgets it.
        ended: () => {
          running.delete(id);
          void sweep(folderOf(path));
        },
        failed: (outcome) => {
          try {
            const isReported =
              db.open &&
              changeWhenPossible(failureOf(begun, outcome), () => {
                forget(id);
              });
            // A failure that waits to be recorded must not be treated as interrupted meanwhile.
            if (isReported) running.delete(id);
          } catch {
            // It stays open in the vault.
            return;
          }
        },
      };
    },
    sweep: async (folder) => {
      if (openExports(db).some(({ path }) => folderOf(path) === folder)) await sweep(folder);
    },
    swept: async () => {
      await Promise.all(sweeps);
    },
    sweepAll: () => {
      for (const folder of unfinishedFolders(db)) void sweep(folder);
    },
  };
}

/** The trail's event for a started file that was not produced. */
function failureOf(begun: Begun, outcome: NoFile): AuditEvent {
  switch (begun.kind) {
    case 'export-begun':
      return { ...begun, kind: 'export-failed', outcome };
    case 'pack-begun':
      return { ...begun, kind: 'pack-failed', outcome };
    case 'backup-begun':
      return { ...begun, kind: 'backup-failed', outcome };
    case 'trail-begun':
      return { ...begun, kind: 'trail-failed', outcome };
  }
}

/**
 * Whether an interrupted export left a file. One that was never complete did not; a complete one has its name if its temporary name is gone
 * or is another name of the same file. Throws if the folder cannot be read now.
 */
async function fateOf({ path, part }: OpenExport): Promise<'none' | 'named' | 'unknown'> {
  if (part === null) return 'none';
  const names = await promises.readdir(folderOf(path));
  if (!names.includes(part)) return 'named';
  const { nlink, mtimeMs } = await promises.lstat(join(dirname(path), part));
  if (nlink > 1) return 'named';
  return isWriting(part, mtimeMs) ? 'unknown' : 'none';
}

/**
 * Removes files that got their names although the last one did not: the process ended between two of them. Throws if one cannot be removed
 * now. Before the last one was complete, no file had its name.
 */
async function removeFiles({ path, part, files = [] }: OpenExport): Promise<void> {
  if (part === null) return;
  for (const file of files) await promises.rm(join(folderOf(path), file), { force: true });
}

/** As written by `store`, which alone writes this setting. */
function openExports(db: VaultDatabase): readonly OpenExport[] {
  const stored = readSetting(db, SETTING);
  return stored === null ? [] : (JSON.parse(stored) as readonly OpenExport[]);
}

function store(db: VaultDatabase, open: readonly OpenExport[]): void {
  storeSetting(db, SETTING, JSON.stringify(open.slice(-MOST)));
}
