import { z } from 'zod';
import { datasetNames, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { isExpired } from '../../../shared/site-pack.ts';
import type { SyncedDataset } from '../audit/audit-event.ts';
import { guarded, type VaultDatabase } from '../database.ts';
import { readSetting, storeSetting } from './settings.ts';

/** What the vault stores of a study's site pack, until a sync has proven all of it. */
const storedSchema = z.strictObject({
  expires: z.iso.date(),
  madeAt: z.string(),
  /** When the oldest of its datasets was read from the service. */
  asOf: z.string(),
  due: z.array(z.enum(datasetNames)).readonly(),
  /** Digest of the seal as packed. A different one in the vault means that a sync has changed the study since. */
  digest: z.string(),
});
export type StoredPack = z.infer<typeof storedSchema>;

/** The setting of one study; all have the same prefix. */
export function sitePackName(study: string): string {
  return `site-pack ${study}`;
}

export function readSitePack(stored: string | null): StoredPack | null {
  return stored === null ? null : storedSchema.parse(JSON.parse(stored));
}

/** Call inside a `writeVault` change. */
export function storeSitePack(db: VaultDatabase, study: string, pack: StoredPack): void {
  storeSetting(db, sitePackName(study), JSON.stringify(pack));
}

/** Call inside a `writeVault` change. */
export function forgetSitePack(db: VaultDatabase, study: string): void {
  db.prepare('DELETE FROM setting WHERE name = ?').run(sitePackName(study));
}

/** Whether a pack has expired. `latest`: the latest known time in ms, so that setting the clock back does not extend it. */
export function isOver({ expires, madeAt }: Pick<StoredPack, 'expires' | 'madeAt'>, latest: number): boolean {
  return isExpired(expires, Math.max(latest, Date.parse(madeAt)));
}

/** Datasets that still have to be proven after a sync; null if that did not change. */
export function dueAfter(due: readonly DatasetName[], synced: readonly SyncedDataset[]): readonly DatasetName[] | null {
  const proven = synced.filter(({ state, error }) => error === null && (state === 'updated' || state === 'unchanged'));
  const left = due.filter((dataset) => proven.every((one) => one.dataset !== dataset));
  return left.length === due.length ? null : left;
}

/** Time of the newest entry in the trail in ms, which setting the clock back does not change; 0 for an empty trail. */
export function latestTime(db: VaultDatabase): number {
  const at = guarded(() => db.prepare<[], string | null>('SELECT max(at) FROM audit').pluck().get());
  return typeof at === 'string' ? Date.parse(at) : 0;
}

const unpackingSetting = 'unpacking';
const unpackingSchema = z.array(z.strictObject({ file: z.string(), process: z.int() }));
type Unpacking = z.infer<typeof unpackingSchema>;

/** Files being unpacked, with their processes. */
export function readUnpacking(db: VaultDatabase): Unpacking {
  const stored = readSetting(db, unpackingSetting);
  return stored === null ? [] : unpackingSchema.parse(JSON.parse(stored));
}

/** Call inside a `writeVault` change. */
export function storeUnpacking(db: VaultDatabase, files: Unpacking): void {
  storeSetting(db, unpackingSetting, JSON.stringify(files));
}
