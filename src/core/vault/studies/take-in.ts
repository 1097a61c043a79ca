import { AppError } from '../../../shared/errors.ts';
import { endOf, packExpired } from '../../../shared/site-pack.ts';
import { markFile } from '../../store/database/file-digest.ts';
import type { Seal } from '../../store/database/seal.ts';
import type { VaultDatabase } from '../database.ts';
import { forgetSitePack, isOver, storeSitePack, type StoredPack } from '../settings/site-packs.ts';
import { looksOf } from './looks-of.ts';
import { fileState, type FileState } from './study-file-state.ts';
import { insertStudy, storeMark, storeSeal, type StudyEntry } from './studies.ts';

/** What the vault stores of a site pack's study. Times are ISO in UTC. */
export interface PackedStudy {
  readonly study: string;
  readonly demo: boolean;
  readonly seal: Seal;
  readonly pack: StoredPack;
}

/** Throws FORBIDDEN if the pack has expired. `latest`: the latest known time in ms. */
export function assertOpens({ study, pack }: Pick<PackedStudy, 'study' | 'pack'>, latest: number): void {
  if (isOver(pack, latest)) throw packExpired(study, pack.expires);
}

/** Throws USAGE if the data folder is connected to a service of the other kind: demo data and a service's data are never mixed. */
export function assertSameKind({ study, demo }: Pick<PackedStudy, 'study' | 'demo'>, connectedDemo: boolean | null): void {
  if (connectedDemo === null || connectedDemo === demo) return;
  const [packed, here] = demo ? ['demo data', 'a real service'] : ['data of a real service', 'the demo'];
  throw new AppError(
    'USAGE',
    `The pack of ${study} holds ${packed}, but this data folder is connected to ${here}. Nothing was imported. Use another data folder.`,
  );
}

/** The same rule for a connection made after a pack was imported. Throws USAGE. */
export function assertSameKindAsPacks(studies: readonly Pick<StudyEntry, 'study' | 'demo' | 'sitePack'>[], demo: boolean): void {
  const other = studies.find(({ sitePack, demo: packed }) => sitePack !== null && packed !== demo);
  if (other === undefined) return;
  const [here, service] = demo ? ['data of a real service', 'the demo'] : ['demo data', 'a real service'];
  throw new AppError(
    'USAGE',
    `${other.study} came from a site pack with ${here}, so this data folder cannot be connected to ${service}. Nothing was changed. Wipe that study first, or use another data folder.`,
  );
}

/** `unchanged`: the same copy exists here; `prolonged`: it does, and now opens for longer. */
export type TakenIn = 'added' | 'replaced' | 'prolonged' | 'unchanged';

/** What the decision depends on of the existing copy. */
export interface CopyHere {
  readonly state: FileState;
  readonly seal: Seal | null;
  readonly pack: Pick<StoredPack, 'expires' | 'asOf' | 'digest'> | null;
}

/** Milliseconds by which this computer's clock may lag behind the service's. */
const lag = 24 * 60 * 60 * 1000;

/**
 * Decides what to do with a packed study. Data that only this computer has is never replaced: a copy that a sync made or changed here
 * stays. A pack of a time that has not come is not newer than others: it would refuse each later one. `latest`: the latest known time in ms.
 * Throws EXPORT if the pack is refused; nothing is changed then.
 */
export function planTakeIn(
  here: CopyHere | null,
  { study, seal, pack }: Pick<PackedStudy, 'study' | 'seal' | 'pack'>,
  latest: number,
): TakenIn {
  if (here === null || here.state === 'none') return 'added';
  if (here.state !== 'there') return 'replaced';
  if (here.seal?.digest === seal.digest)
    return here.pack !== null && endOf(pack.expires) > endOf(here.pack.expires) ? 'prolonged' : 'unchanged';
  if (here.pack === null || here.pack.digest !== here.seal?.digest) throw refused(study, 'is mirrored on this computer already', 'Sync it');
  const isAhead = ({ asOf }: Pick<StoredPack, 'asOf'>): boolean => Date.parse(asOf) > latest + lag;
  if (pack.asOf <= here.pack.asOf && (isAhead(pack) || !isAhead(here.pack)))
    throw refused(study, `is already here, with a copy as of ${here.pack.asOf} that is not older`, 'Go on with it');
  return 'replaced';
}

/** Throws EXPORT if another study of the vault would look the same in a list. */
export function assertLooksLikeNone(study: string, others: readonly string[]): void {
  const other = others.find((one) => one !== study && looksOf(one) === looksOf(study));
  if (other !== undefined) throw refused(study, `looks like the study ${other} that is here`, 'Ask whoever packed it');
}

function refused(study: string, why: string, step: string): AppError {
  return new AppError(
    'EXPORT',
    `${study} ${why}, so the pack was not imported and nothing was changed. ${step}; to use the pack's copy instead, wipe the study first or use another data folder.`,
  );
}

export function copyHere(entry: StudyEntry | null): CopyHere | null {
  return entry === null ? null : { state: fileState(entry), seal: entry.seal.pending ?? entry.seal.current, pack: entry.sitePack };
}

/** A file that is or was unpacked: its name in the studies' folder, its full path, and its key. */
export interface UnpackedFile {
  readonly file: string;
  readonly path: string;
  readonly key: Buffer;
}

/** Carries out a plan. Call inside a `writeVault` change. An earlier file stays in place, and its key is kept. */
export function takeIn(
  db: VaultDatabase,
  plan: TakenIn,
  { study, demo, seal, pack }: PackedStudy,
  { file, path, key }: UnpackedFile,
  at: Date,
): void {
  if (plan === 'unchanged') return;
  if (plan === 'prolonged') {
    storeSitePack(db, study, pack);
    return;
  }
  insertStudy(db, study, { demo, provisional: false }, at);
  if (plan === 'replaced')
    db.prepare('INSERT INTO earlier_file (file, study, key) SELECT file, number, key FROM study WHERE number = ?').run(study);
  db.prepare('UPDATE study SET file = :file, key = :key, demo = :demo, seal_pending = NULL, set_aside = NULL WHERE number = :study').run({
    study,
    file,
    key,
    demo: Number(demo),
  });
  storeSeal(db, { study, key }, seal, 'complete');
  storeMark(db, { path }, markFile(path));
  forgetSitePack(db, study);
  storeSitePack(db, study, pack);
}
