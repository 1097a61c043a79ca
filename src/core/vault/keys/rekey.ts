import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { markFile } from '../../store/database/file-digest.ts';
import type { KeyedFile } from '../../store/study-file/reencrypt.ts';
import { guarded, studiesFolder, writeVault, type VaultDatabase } from '../database.ts';
import { namesIn, syncFolder } from '../../platform/files.ts';
import { readSetting, storeSetting } from '../settings/settings.ts';
import { freshFile, storeMark, type StudyEntry } from '../studies/studies.ts';
import { packSeal } from '../studies/study-seal.ts';
import { tryLock } from '../studies/sync-lock.ts';
import { readNumber } from '../../store/database/read-number.ts';

/** The vault's setting that names the copy being made under a new key. */
const COPY = 'keys.copy';
/** The vault's setting that exists during a renewal of all keys: the numbers of the studies that remain. */
const LEFT = 'keys.left';

/** Returns a new file and key for a study. Recorded before the file is created, so that an interrupted copy is removed. */
export function beginCopy(db: VaultDatabase, dir: string): KeyedFile {
  const { file, key } = freshFile();
  writeVault(db, () => storeSetting(db, COPY, file));
  return { path: join(studiesFolder(dir), file), key };
}

/**
 * Makes the copy the study's file, with its seals under the new key, and records the earlier file for erasure. Call inside a `writeVault`
 * change.
 */
export function takeCopy(db: VaultDatabase, entry: StudyEntry, { path, key }: KeyedFile): void {
  if (existsSync(entry.path) && !existsSync(path))
    throw new AppError('STORE', `The copy of ${entry.study} under its new key is missing. The study is unchanged. Try again.`);
  const { current, pending } = entry.seal;
  db.prepare('INSERT OR IGNORE INTO erasure (file) SELECT file FROM study WHERE number = ?').run(entry.study);
  db.prepare('UPDATE study SET file = :file, key = :key, seal_current = :current, seal_pending = :pending WHERE number = :study').run({
    study: entry.study,
    file: basename(path),
    key,
    current: current === null ? null : packSeal(current, key),
    pending: pending === null ? null : packSeal(pending, key),
  });
  storeMark(db, entry, null);
  storeMark(db, { path }, existsSync(path) ? markFile(path) : null);
  storeSetting(db, COPY, '');
  storeSetting(db, LEFT, JSON.stringify(studiesLeft(db).filter((study) => study !== entry.study)));
}

/** The studies that an unfinished renewal of keys has not reached. */
export function studiesLeft(db: VaultDatabase): readonly string[] {
  const stored = readSetting(db, LEFT) ?? '';
  return stored === '' ? [] : (JSON.parse(stored) as readonly string[]);
}

/** Call inside a `writeVault` change. */
export function storeStudiesLeft(db: VaultDatabase, studies: readonly string[]): void {
  storeSetting(db, LEFT, JSON.stringify(studies));
}

/** Removes the copy of an interrupted renewal, unless another process may be making it. */
export function removeUnfinishedCopy(db: VaultDatabase, dir: string): void {
  if ((readSetting(db, COPY) ?? '') === '') return;
  const release = tryLock(dir);
  if (release === null) return;
  try {
    const copy = readSetting(db, COPY) ?? '';
    if (copy === '') return;
    const used = guarded(() => readNumber(db, 'SELECT count(*) FROM study WHERE file = ?', copy));
    const folder = studiesFolder(dir);
    if (used === 0) for (const name of namesIn(folder)) if (name.startsWith(copy)) rmSync(join(folder, name), { force: true });
    syncFolder(folder);
    writeVault(db, () => storeSetting(db, COPY, ''));
  } finally {
    release();
  }
}
