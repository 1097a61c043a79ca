import { statSync } from 'node:fs';
import { createAtomicFile } from '../platform/atomic-file.ts';
import { writeSealed, type SealedControl, type SealedUnder } from '../sealed/write-sealed.ts';
import { guarded } from '../store/database/store-error.ts';
import type { VaultPart } from '../vault/vault-backups.ts';
import { backupPlace, fillBackup } from './backup-database.ts';
import { backupHeaderSchema, type BackupHeader } from './backup-header.ts';
import { backupKind } from './backup-kind.ts';
import { collectStudy, type BackedUpStudy } from './collect-study.ts';

/** What to back up: the vault's own part, and studies open for reading. */
export interface BackupSource {
  readonly vault: VaultPart;
  readonly studies: readonly BackedUpStudy[];
  /** Folder for the temporary copy: the studies' folder. */
  readonly folder: string;
}

export interface BackupRequest {
  readonly path: string;
  readonly replace: boolean;
  readonly under: SealedUnder;
  readonly madeBy: string;
  readonly now: Date;
}

export interface BackupControl extends SealedControl {
  /**
   * Called when the file is complete and durable under a temporary name (`part`). It gets its final name when the promise resolves, and is
   * deleted if it rejects.
   */
  readonly onWritten?: (made: MadeBackup, part: string) => Promise<void> | void;
}

export interface MadeBackup {
  readonly madeAt: string;
  readonly studies: readonly string[];
  /** Why the audit trail is left out; null if it is not. */
  readonly trailLeftOut: string | null;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Seals people's work and the ledgers in one file under its own passphrase. Throws EXPORT if the file cannot be written, STORE if there is
 * no space for the copy, CORRUPT, CANCELLED; an earlier file of that name is then unchanged and nothing else remains.
 */
export async function makeBackup(source: BackupSource, request: BackupRequest, control: BackupControl = {}): Promise<MadeBackup> {
  const file = createAtomicFile(request.path, request.replace);
  const place = backupPlace(source.folder);
  try {
    control.onProgress?.(0, 0);
    guarded('The copy for a backup', () => {
      fillBackup(place, (db) => {
        const { settings, trail } = source.vault;
        db.prepare('INSERT INTO vault (id, part) VALUES (1, ?)').run(JSON.stringify({ settings, trail }));
        for (const study of source.studies) collectStudy(db, study);
      });
    });
    const header: BackupHeader = {
      madeAt: request.now.toISOString(),
      madeBy: request.madeBy,
      key: place.key.toString('base64'),
      size: statSync(place.path).size,
    };
    const cancelled = 'The backup was cancelled. No file was left; an earlier file of that name is unchanged.';
    await writeSealed(file, backupKind, request.under, { schema: backupHeaderSchema, header, path: place.path, cancelled }, control);
    const { trailLeftOut } = source.vault;
    const made = { madeAt: header.madeAt, studies: source.studies.map(({ opened }) => opened.study), trailLeftOut, ...file.finish() };
    await control.onWritten?.(made, file.part);
    file.commit();
    return made;
  } finally {
    place.remove();
    file.discard();
  }
}
