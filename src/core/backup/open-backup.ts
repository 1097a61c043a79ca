import { z } from 'zod';
import { openSealed, unsealInto } from '../sealed/open-sealed.ts';
import type { SealedControl } from '../sealed/write-sealed.ts';
import type { Db } from '../store/database/database.ts';
import { storeError } from '../store/database/store-error.ts';
import { isLinked } from '../vault/audit/earlier-trail.ts';
import type { VaultPart } from '../vault/vault-backups.ts';
import { backupPlace, openBackupDatabase } from './backup-database.ts';
import { backupHeaderSchema } from './backup-header.ts';
import { backupKind } from './backup-kind.ts';

/** A fully authenticated backup, open for reading. */
export interface OpenedBackup {
  readonly madeAt: string;
  /** SHA-256 of the whole file, hex. */
  readonly sha256: string;
  readonly db: Db;
  readonly studies: readonly { readonly study: string; readonly demo: boolean }[];
  readonly vault: VaultPart;
  /** Deletes the unsealed database. */
  close(): void;
}

const hex = z.string().regex(/^[0-9a-f]{64}$/);
/** An event stays in the trail permanently, and is read as JSON with a kind. */
const eventText = z.string().refine((text) => z.looseObject({ kind: z.string() }).safeParse(parsed(text)).success);
const vaultSchema = z.strictObject({
  settings: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  trail: z.unknown(),
});
const brokenTrail = 'The audit trail in the backup is not one chain from its first entry, so none of it was restored.';
const withoutTrail = 'The backup was made without the audit trail, which was not whole at that time.';
const trailSchema = z
  .array(z.strictObject({ number: z.int().min(1), at: z.iso.datetime(), actor: z.string(), event: eventText, hash: hex, previous: hex }))
  .refine(isLinked);

/**
 * Opens a backup: all of it is read and authenticated before anything is restored. `folder`: where its encrypted database is stored
 * meanwhile. Throws USAGE if it is not an ordinary file or cannot be read, CORRUPT, VERSION, LOCKED, STORE, CANCELLED; nothing of it
 * remains then.
 */
export async function openBackup(path: string, passphrase: string, folder: string, control: SealedControl = {}): Promise<OpenedBackup> {
  const sealed = await openSealed(backupKind, backupHeaderSchema, path, passphrase, 'refuse');
  const place = backupPlace(folder, Buffer.from(sealed.header.key, 'base64'));
  try {
    await unsealInto(sealed, place.path, 'The restore was cancelled. Nothing was restored or changed.', control);
    const db = openBackupDatabase(place);
    try {
      return { madeAt: sealed.header.madeAt, sha256: sealed.sha256(), db, ...partsOf(db), close: () => closeAll(db, place) };
    } catch (error: unknown) {
      db.close();
      throw error;
    }
  } catch (error: unknown) {
    place.remove();
    throw storeError(error, 'What was in the backup');
  } finally {
    sealed.close();
  }
}

function partsOf(db: Db): Pick<OpenedBackup, 'studies' | 'vault'> {
  const studies = db
    .prepare<[], { readonly number: string; readonly demo: number }>('SELECT number, demo FROM study ORDER BY number')
    .all();
  const part = db.prepare<[], string>('SELECT part FROM vault').pluck().get() ?? '';
  const vault = vaultSchema.safeParse(parsed(part));
  if (!vault.success) throw backupKind.damaged(vault.error);
  const { settings, trail } = vault.data;
  return { studies: studies.map(({ number, demo }) => ({ study: number, demo: demo === 1 })), vault: { settings, ...restorable(trail) } };
}

/** None of a trail that is not whole: its entries would break the vault's trail for ever. What people wrote is still restored. */
function restorable(stored: unknown): Omit<VaultPart, 'settings'> {
  const trail = trailSchema.safeParse(stored);
  if (!trail.success) return { trail: [], trailLeftOut: brokenTrail };
  // The trail of a vault is never empty: it begins with the vault itself.
  const trailLeftOut = trail.data.length > 0 ? null : withoutTrail;
  return { trail: trail.data, trailLeftOut };
}

/** Null if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function closeAll(db: Db, place: ReturnType<typeof backupPlace>): void {
  db.close();
  place.remove();
}
