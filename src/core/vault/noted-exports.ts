import { randomUUID } from 'node:crypto';
import { promises } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ErrorCode } from '../../shared/errors.ts';
import { isRunning, isWriting } from '../platform/atomic-file.ts';
import type { AuditEvent, Begun, NoFile } from './audit-event.ts';
import type { VaultDatabase } from './database.ts';
import { readSetting, storeSetting } from './settings.ts';
import { folderOf, forgetUnfinished, noteUnfinished, sweepFolders, unfinishedFolders } from './unfinished-exports.ts';

const SETTING = 'exports.open';
/** Of those whose folder is gone for good the oldest are forgotten. */
const MOST = 20;

/** A file that the trail knows of before any of it can be seen. */
export interface NotedExport {
  /** The file is whole and durable under its temporary name (`part`, without a folder); it takes its own only after this, which notes its digest. */
  written(event: AuditEvent, part: string): void;
  /** After `written`: the file has its name, and its folder need not be looked at any more. Never throws. */
  ended(): void;
  /**
   * No file came of it; its folder stays noted. What cannot be noted now (a lock closed the vault, another process writes it) is told
   * by the next change or at the next opening. Never throws: why it failed is what a person is to read.
   */
  failed(outcome: ErrorCode): void;
}

export interface ExportCalls {
  /** Notes it in the trail, and its folder, so that what a kill leaves there is swept, and told, at the next opening. */
  begin(begun: Begun, path: string): NotedExport;
  /** Resolves when the sweeps that were begun have ended, which may be never; for a process that is about to end. */
  swept(): Promise<void>;
  /** Begins to look for what killed exports left. To be called once, after opening. */
  sweepAll(): void;
}

/** An export that has no end yet. `process`: who notes it; `part`: the temporary name of what was written whole, else null. */
interface OpenExport {
  readonly id: string;
  readonly begun: Begun;
  readonly path: string;
  readonly process: number;
  readonly part: string | null;
}

interface Context {
  readonly db: VaultDatabase;
  readonly change: (event: AuditEvent | null, work: () => void) => void;
  /** As `change`, but where there is no room both wait for the next change; false then. */
  readonly changeWhenPossible: (event: AuditEvent, work: () => void) => boolean;
}

export function exportCalls({ db, change, changeWhenPossible }: Context): ExportCalls {
  /** Those that began since the opening and whose end is not noted yet: they are not judged by what lies in their folders. */
  const running = new Set<string>();
  const sweeps = new Set<Promise<void>>();
  const forget = (id: string): void => {
    store(
      db,
      openExports(db).filter((open) => open.id !== id),
    );
  };
  /** Before a folder is swept: what lies there tells which exports never came to their end. */
  const reportUnknownOutcome = async (folder: string): Promise<void> => {
    const ended = openExports(db).filter(
      ({ id, path, process: by }) => folderOf(path) === folder && !running.has(id) && (by === process.pid || !isRunning(by)),
    );
    for (const open of ended) {
      const fate = await fateOf(open);
      // The vault may have been closed meanwhile, or another process have told it.
      if (fate === 'unknown' || !db.open || !openExports(db).some(({ id }) => id === open.id)) continue;
      change(fate === 'none' ? failureOf(open.begun, 'INTERRUPTED') : null, () => {
        forget(open.id);
      });
    }
  };
  /** Nobody waits for it: the folders are anywhere. What fails, or comes after the vault was closed, is done again at the next opening. */
  const sweep = (folders: readonly string[]): void => {
    const sweeping = sweepFolders(folders, reportUnknownOutcome, (folder) => {
      // An open export keeps its folder noted, however clean that looks, and whichever process writes it.
      if (db.open && !openExports(db).some(({ path }) => folderOf(path) === folder))
        change(null, () => {
          forgetUnfinished(db, folder);
        });
    });
    sweeps.add(sweeping);
    void sweeping.finally(() => sweeps.delete(sweeping));
  };
  return {
    begin: (begun, path) => {
      const id = randomUUID();
      const noted: OpenExport = { id, begun, path, process: process.pid, part: null };
      change(begun, () => {
        noteUnfinished(db, path);
        store(db, [...openExports(db), noted]);
      });
      running.add(id);
      return {
        written: (event, part) => {
          change(event, () => {
            store(
              db,
              openExports(db).map((open) => (open.id === id ? { ...open, part } : open)),
            );
          });
        },
        // The sweep finds its temporary name gone, and forgets it.
        ended: () => {
          running.delete(id);
          sweep([folderOf(path)]);
        },
        failed: (outcome) => {
          try {
            const isReported =
              db.open &&
              changeWhenPossible(failureOf(begun, outcome), () => {
                forget(id);
              });
            // One that waits to be told is not found to be cut off meanwhile.
            if (isReported) running.delete(id);
          } catch {
            // It stays open in the vault.
            return;
          }
        },
      };
    },
    swept: async () => {
      await Promise.all(sweeps);
    },
    sweepAll: () => {
      sweep(unfinishedFolders(db));
    },
  };
}

/** What the trail says of a begun file of which none came. */
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
 * Whether an export that was cut off left a file. One that was never whole has none; a whole one has its name where its temporary
 * name is gone, or is another name of the same file. Throws where the folder cannot be looked into now.
 */
async function fateOf({ path, part }: OpenExport): Promise<'none' | 'named' | 'unknown'> {
  if (part === null) return 'none';
  const names = await promises.readdir(folderOf(path));
  if (!names.includes(part)) return 'named';
  const { nlink, mtimeMs } = await promises.lstat(join(dirname(path), part));
  if (nlink > 1) return 'named';
  return isWriting(part, mtimeMs) ? 'unknown' : 'none';
}

/** As `store` left them: nobody else writes this setting. */
function openExports(db: VaultDatabase): readonly OpenExport[] {
  const stored = readSetting(db, SETTING);
  return stored === null ? [] : (JSON.parse(stored) as readonly OpenExport[]);
}

function store(db: VaultDatabase, open: readonly OpenExport[]): void {
  storeSetting(db, SETTING, JSON.stringify(open.slice(-MOST)));
}
