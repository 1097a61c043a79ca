import { z } from 'zod';
import { datasetNames, type DatasetName } from '../../shared/datasets/datasets.ts';
import { isExpired } from '../../shared/site-pack.ts';
import type { SyncedDataset } from './audit-event.ts';
import { guarded, type VaultDatabase } from './database.ts';
import { readSetting, storeSetting } from './settings.ts';

/** What the vault keeps of a pack that a study came out of, until a sync has proven all of it anew. */
const storedSchema = z.strictObject({
  expires: z.iso.date(),
  madeAt: z.string(),
  /** When the oldest of its datasets was read from the service. */
  asOf: z.string(),
  due: z.array(z.enum(datasetNames)).readonly(),
  /** Of the seal as it was packed: another one in the vault means that a sync changed the study since. */
  digest: z.string(),
});
export type StoredPack = z.infer<typeof storedSchema>;

/** The setting of one study; all begin alike. */
export function sitePackName(study: string): string {
  return `site-pack ${study}`;
}

export function readSitePack(stored: string | null): StoredPack | null {
  return stored === null ? null : storedSchema.parse(JSON.parse(stored));
}

/** To be called inside a `writeVault` change. */
export function storeSitePack(db: VaultDatabase, study: string, pack: StoredPack): void {
  storeSetting(db, sitePackName(study), JSON.stringify(pack));
}

/** To be called inside a `writeVault` change. */
export function forgetSitePack(db: VaultDatabase, study: string): void {
  db.prepare('DELETE FROM setting WHERE name = ?').run(sitePackName(study));
}

/** Whether a pack is over. `latest`: the latest time that is known to have been, in ms: a clock that was set back gives no more days. */
export function isOver({ expires, madeAt }: Pick<StoredPack, 'expires' | 'madeAt'>, latest: number): boolean {
  return isExpired(expires, Math.max(latest, Date.parse(madeAt)));
}

/** What is left to prove anew after a sync; null where nothing changed. */
export function dueAfter(due: readonly DatasetName[], synced: readonly SyncedDataset[]): readonly DatasetName[] | null {
  const proven = synced.filter(({ state, error }) => error === null && (state === 'updated' || state === 'unchanged'));
  const left = due.filter((dataset) => proven.every((one) => one.dataset !== dataset));
  return left.length === due.length ? null : left;
}

/** The time of the newest thing in the trail, in ms; whoever sets the clock back does not set that back. 0 for an empty trail. */
export function latestTime(db: VaultDatabase): number {
  const at = guarded(() => db.prepare<[], string | null>('SELECT max(at) FROM audit').pluck().get());
  return typeof at === 'string' ? Date.parse(at) : 0;
}

const unpackingSetting = 'unpacking';
const unpackingSchema = z.array(z.strictObject({ file: z.string(), process: z.int() }));
type Unpacking = z.infer<typeof unpackingSchema>;

/** Files that are being unpacked, by which process. */
export function readUnpacking(db: VaultDatabase): Unpacking {
  const stored = readSetting(db, unpackingSetting);
  return stored === null ? [] : unpackingSchema.parse(JSON.parse(stored));
}

/** To be called inside a `writeVault` change. */
export function storeUnpacking(db: VaultDatabase, files: Unpacking): void {
  storeSetting(db, unpackingSetting, JSON.stringify(files));
}
