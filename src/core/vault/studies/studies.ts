import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { sweepCacheFiles } from '../../store/database/cache-files.ts';
import type { FileMark } from '../../store/database/file-digest.ts';
import type { Seal, SealPair } from '../../store/database/seal.ts';
import { guarded, studiesFolder, writeVault, type VaultDatabase } from '../database.ts';
import { errnoOf } from '../../platform/errno.ts';
import { namesIn, syncFolder } from '../../platform/files.ts';
import { storeSetting } from '../settings/settings.ts';
import { forgetView } from '../settings/stored-views.ts';
import { forgetSitePack, isOver, readSitePack, sitePackName, type StoredPack } from '../settings/site-packs.ts';
import { openSeal, packSeal } from './study-seal.ts';

/** What the vault knows about one study: where its file is, its key, and the state its last sync left. */
export interface StudyEntry {
  readonly study: string;
  readonly path: string;
  /** 32 bytes; zeroed when the vault closes. */
  readonly key: Buffer;
  readonly demo: boolean;
  /** Added by a sync that has not mirrored anything yet. */
  readonly provisional: boolean;
  readonly addedAt: string;
  readonly lastOpened: string | null;
  /** `pending`: a flip that had begun; on opening, either of the two is accepted. Both null: never mirrored. */
  readonly seal: SealPair;
  /** The mark of the file when its last writer closed it; null while one is writing, or if it was interrupted. */
  readonly mark: FileMark | null;
  /** Name of the damaged file that was set aside, until a fresh mirror replaces it. */
  readonly setAside: string | null;
  /** Set if the study came from a site pack. `expired`: by the latest known time. */
  readonly sitePack: (StoredPack & { readonly expired: boolean }) | null;
}

interface StudyRow {
  readonly number: string;
  readonly file: string;
  readonly key: Buffer;
  readonly demo: number;
  readonly provisional: number;
  readonly added_at: string;
  readonly last_opened: string | null;
  readonly seal_current: string | null;
  readonly seal_pending: string | null;
  readonly set_aside: string | null;
  readonly site_pack: string | null;
  readonly mark: string | null;
}

const COLUMNS = `number, file, key, demo, provisional, added_at, last_opened, seal_current, seal_pending, set_aside,
  (SELECT value FROM setting WHERE name = '${sitePackName('')}' || number) AS site_pack,
  (SELECT value FROM setting WHERE name = 'mark.' || file) AS mark`;

/** The numbers of all studies, in order. Throws errors of the database. */
export function listNumbers(db: VaultDatabase): readonly string[] {
  return guarded(() => db.prepare<[], string>('SELECT number FROM study ORDER BY number').pluck().all());
}

/** The latest known time in ms, only called if a study came in a site pack. */
export type LatestTime = () => number;

export function listStudies(db: VaultDatabase, dir: string, latest: LatestTime): readonly StudyEntry[] {
  return guarded(() => db.prepare<[], StudyRow>(`SELECT ${COLUMNS} FROM study ORDER BY number`).all()).map((row) =>
    entryOf(row, dir, latest),
  );
}

export function findStudy(db: VaultDatabase, dir: string, study: string, latest: LatestTime): StudyEntry | null {
  const row = guarded(() => db.prepare<[string], StudyRow>(`SELECT ${COLUMNS} FROM study WHERE number = ?`).get(study));
  return row === undefined ? null : entryOf(row, dir, latest);
}

/** Adds a study with a random file name and its own random key. An existing one only loses its provisional state, if requested. */
export function insertStudy(
  db: VaultDatabase,
  study: string,
  options: { readonly demo: boolean; readonly provisional: boolean },
  at: Date,
): void {
  db.prepare(
    `
    INSERT INTO study (number, file, key, demo, provisional, added_at) VALUES (:study, :file, :key, :demo, :provisional, :at)
    ON CONFLICT (number) DO UPDATE SET provisional = min(provisional, excluded.provisional)
  `,
  ).run({ study, ...freshFile(), demo: Number(options.demo), provisional: Number(options.provisional), at: at.toISOString() });
}

/** Gives a study a new file and key, as if it had never been mirrored. The earlier file stays in place, and its key is kept. */
export function renewStudy(db: VaultDatabase, study: string): void {
  db.prepare('INSERT INTO earlier_file (file, study, key) SELECT file, number, key FROM study WHERE number = ?').run(study);
  db.prepare(
    'UPDATE study SET file = :file, key = :key, seal_current = NULL, seal_pending = NULL, set_aside = NULL WHERE number = :study',
  ).run({ study, ...freshFile() });
  forgetSitePack(db, study);
}

export function recordSetAside(db: VaultDatabase, study: string, name: string): void {
  db.prepare('UPDATE study SET set_aside = ? WHERE number = ?').run(name, study);
}

export function recordOpened(db: VaultDatabase, study: string, at: Date): void {
  db.prepare('UPDATE study SET last_opened = ? WHERE number = ?').run(at.toISOString(), study);
}

export function makeLasting(db: VaultDatabase, study: string): void {
  db.prepare('UPDATE study SET provisional = 0 WHERE number = ?').run(study);
}

/** `pending` before a flip, `complete` after it. */
export function storeSeal(db: VaultDatabase, entry: Pick<StudyEntry, 'study' | 'key'>, seal: Seal, stage: 'pending' | 'complete'): void {
  const packed = packSeal(seal, entry.key);
  const set = stage === 'pending' ? 'seal_pending = ?' : 'seal_pending = NULL, seal_current = ?';
  const { changes } = db.prepare(`UPDATE study SET ${set} WHERE number = ?`).run(packed, entry.study);
  if (changes === 0) throw new AppError('USAGE', `Study ${entry.study} is no longer in this data folder.`);
}

export function storeMark(db: VaultDatabase, { path }: Pick<StudyEntry, 'path'>, mark: FileMark | null): void {
  const name = `mark.${basename(path)}`;
  if (mark === null) db.prepare('DELETE FROM setting WHERE name = ?').run(name);
  else storeSetting(db, name, JSON.stringify(mark));
}

/**
 * Removes a study's key from the vault and records its file for erasure, so that nothing remains after an interruption. Call
 * `finishErasures` afterwards.
 */
export function forgetStudy(db: VaultDatabase, entry: StudyEntry): void {
  db.prepare(
    'INSERT OR IGNORE INTO erasure (file) SELECT file FROM study WHERE number = :study UNION SELECT file FROM earlier_file WHERE study = :study',
  ).run({ study: entry.study });
  db.prepare("DELETE FROM setting WHERE name IN (SELECT 'mark.' || file FROM erasure)").run();
  db.prepare('DELETE FROM earlier_file WHERE study = ?').run(entry.study);
  db.prepare('DELETE FROM study WHERE number = ?').run(entry.study);
  forgetSitePack(db, entry.study);
  forgetView(db, entry.study);
}

/**
 * Deletes the files of forgotten studies, including those set aside. Their keys are already gone. Throws STORE if not all of them can be
 * deleted now; the others are left to the next opening.
 */
export function finishErasures(db: VaultDatabase, dir: string): void {
  const files = guarded(() => db.prepare<[], string>('SELECT file FROM erasure').pluck().all());
  if (files.length === 0) return;
  const folder = studiesFolder(dir);
  const names = namesIn(folder);
  const failures: unknown[] = [];
  const erased = files.filter((file) => {
    try {
      for (const name of names) if (name.startsWith(file)) rmSync(join(folder, name), { force: true });
      syncFolder(folder);
      return true;
    } catch (error: unknown) {
      failures.push(error);
      return false;
    }
  });
  // Another process may have forgotten another study meanwhile.
  if (erased.length > 0)
    writeVault(db, () => {
      for (const file of erased) db.prepare('DELETE FROM erasure WHERE file = ?').run(file);
    });
  const [failure] = failures;
  if (failure !== undefined) throw notErased(failure);
}

function notErased(cause: unknown): AppError {
  return new AppError(
    'STORE',
    `Files of wiped studies could not all be deleted (${errnoOf(cause)}). Their keys were destroyed, so nothing opens them. Carrel deletes the rest at the next unlock.`,
    cause,
  );
}

/** Deletes caches of studies that are no longer here or have another file now. */
export function sweepOldCacheFiles(db: VaultDatabase, dir: string): void {
  const folder = studiesFolder(dir);
  sweepCacheFiles(folder, namesIn(folder), new Set(guarded(() => db.prepare<[], string>('SELECT file FROM study').pluck().all())));
}

/** A random file name and a random key. */
export function freshFile(): { readonly file: string; readonly key: Buffer } {
  return { file: `${randomBytes(12).toString('hex')}.db`, key: randomBytes(32) };
}

function entryOf(row: StudyRow, dir: string, latest: LatestTime): StudyEntry {
  const pack = readSitePack(row.site_pack);
  return {
    study: row.number,
    path: join(studiesFolder(dir), row.file),
    key: row.key,
    demo: row.demo === 1,
    provisional: row.provisional === 1,
    addedAt: row.added_at,
    lastOpened: row.last_opened,
    seal: { current: openSeal(row.seal_current, row.key), pending: openSeal(row.seal_pending, row.key) },
    mark: row.mark === null ? null : (JSON.parse(row.mark) as FileMark),
    setAside: row.set_aside,
    sitePack: pack === null ? null : { ...pack, expired: isOver(pack, latest()) },
  };
}
