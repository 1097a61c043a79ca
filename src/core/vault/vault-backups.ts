import type { Restored, RestoredVault } from '../../shared/backup.ts';
import { AppError } from '../../shared/errors.ts';
import { trailMark, type AuditEvent } from './audit/audit-event.ts';
import { findAuditBreak } from './audit/audit.ts';
import type { VaultDatabase } from './database.ts';
import { endsOf, findEarlierBreak, storeEarlierTrail, unknownEntries, wholeTrail, type TrailEntry } from './audit/earlier-trail.ts';
import { storeSetting } from './settings/settings.ts';
import { addedRecipients, mergeSettings, travellingSettings, type VaultSetting } from './settings/travelling-settings.ts';

/** What a backup contains of the vault itself. */
export interface VaultPart {
  readonly settings: readonly VaultSetting[];
  /** Every entry, or none if the trail is not whole. */
  readonly trail: readonly TrailEntry[];
  /** Why the trail is left out; null if it is not. */
  readonly trailLeftOut: string | null;
}

type RestoredEvent = Extract<AuditEvent, { readonly kind: 'restored' }>;
/** What the trail records of a restore, without what only the vault knows. */
export type RestoreNoted = Omit<RestoredEvent, 'kind' | 'settings' | 'recipients' | 'trail' | 'trailEnds' | 'withoutTrail'>;

/** Returns what the trail records of a restore: counts, no names. */
export function restoreNote({ madeAt, sha256, studies }: Pick<Restored, 'madeAt' | 'sha256' | 'studies'>): RestoreNoted {
  return {
    madeAt,
    sha256,
    studies: studies.map(({ study, history, added, updated }) => ({
      study,
      history,
      added: Object.values(added).reduce((sum, one) => sum + one, 0),
      updated,
    })),
  };
}

export interface VaultBackups {
  /** Returns what goes into a backup now. */
  contents(): VaultPart;
  /** Restores the vault's part of a backup together with its entry in the trail, atomically. Existing settings are kept. */
  takeIn(part: VaultPart, noted: RestoreNoted): RestoredVault;
}

interface Context {
  readonly db: VaultDatabase;
  readonly change: (event: AuditEvent, work: () => void) => void;
}

export function vaultBackups({ db, change }: Context): VaultBackups {
  return {
    contents: () => ({ settings: travellingSettings(db), ...trailOf(db) }),
    takeIn: (part, noted) => {
      const settings = mergeSettings(db, part.settings);
      const trail = unknownEntries(db, part.trail);
      const counts = { settings: settings.length, trail: trail.length };
      const recipients = addedRecipients(db, settings);
      const marks = { ...(recipients.length === 0 ? {} : { recipients }), ...trailMark(part.trailLeftOut) };
      change({ kind: 'restored', ...noted, ...counts, trailEnds: endsOf(trail), ...marks }, () => {
        for (const { name, value } of settings) storeSetting(db, name, value);
        storeEarlierTrail(db, trail);
      });
      return { ...counts, trailLeftOut: part.trailLeftOut };
    },
  };
}

/** A broken trail stays in the vault: nobody could tell its entries from forged ones after a restore. */
function trailOf(db: VaultDatabase): Omit<VaultPart, 'settings'> {
  try {
    const broken = findAuditBreak(db) ?? findEarlierBreak(db);
    return broken === null ? { trail: wholeTrail(db), trailLeftOut: null } : { trail: [], trailLeftOut: broken };
  } catch (error: unknown) {
    if (!(error instanceof AppError)) throw error;
    return { trail: [], trailLeftOut: error.message };
  }
}
