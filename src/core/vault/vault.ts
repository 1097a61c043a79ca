import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Connection } from '../../shared/connection.ts';
import type { Seal } from '../store/seal.ts';
import { appendAudit, findAuditBreak, readAudit } from './audit.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';
import { readConnection, storeConnection, type Credentials } from './connection.ts';
import { guarded, studiesFolder, vaultFiles, writeVault, type VaultDatabase } from './database.ts';
import { syncFolder } from './files.ts';
import { keyFilePath } from './key-file.ts';
import { readSetting, storeSetting } from './settings.ts';
import * as studies from './studies.ts';
import type { StudyEntry } from './studies.ts';
import { lockPath } from './sync-lock.ts';
import { triesPath } from './tries.ts';

/** An open vault: the only place that knows the studies' keys. Every change is durable when its call returns. */
export interface Vault {
  readonly dir: string;
  connection(): Credentials | null;
  saveConnection(connection: Connection, secret: string): void;
  setting(name: string): string | null;
  saveSetting(name: string, value: string): void;
  studies(): readonly StudyEntry[];
  /** The studies' numbers alone, which can be told even where a seal is not genuine. */
  studyNumbers(): readonly string[];
  /** One study, or null where this data folder has none of that number. */
  study(study: string): StudyEntry | null;
  /** `provisional`: until something was mirrored, see `settleStudy`. */
  addStudy(study: string, options: { readonly demo: boolean; readonly provisional: boolean }): StudyEntry;
  /** Ends a provisional state: kept where something was mirrored, else removed with its empty file. */
  settleStudy(study: string, mirrored: boolean): void;
  /** A new file and key for a study whose file was set aside. */
  renewStudy(study: string): StudyEntry;
  rememberSetAside(study: string, file: string): void;
  /** Destroys a study's key and files; the trail keeps that it was there. */
  wipeStudy(study: string): void;
  /** Destroys everything in the data folder that is Carrel's, the trail included, and closes the vault. */
  wipeAll(): void;
  saveSeal(study: string, seal: Seal, stage: 'pending' | 'complete'): void;
  markOpened(study: string): void;
  readonly audit: {
    append(event: AuditEvent): void;
    entries(): readonly AuditEntry[];
    /** Null where the trail is whole, else what is wrong with it. */
    findBreak(): string | null;
  };
  /** Damage that SQLite finds in the vault file itself; empty where it is sound. */
  findDamage(): readonly string[];
  /** Zeroes the keys. */
  close(): void;
}

/** Wraps an open vault database and its key. `now` is handed in so that tests can set the clock. */
export function vaultOver(db: VaultDatabase, dir: string, key: Buffer, now: () => Date): Vault {
  const given: Buffer[] = [];
  const hand = (entry: StudyEntry): StudyEntry => (given.push(entry.key), entry);
  const entryOf = (study: string): StudyEntry => {
    const entry = studies.findStudy(db, dir, study);
    if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
    return hand(entry);
  };
  const change = (event: AuditEvent | null, work: () => void): void => {
    writeVault(db, () => {
      work();
      if (event !== null) appendAudit(db, event, now());
    });
  };
  const erase = (kind: 'wiped' | 'study-removed', study: string): void => {
    const entry = entryOf(study);
    change({ kind, study }, () => studies.forgetStudy(db, entry));
    entry.key.fill(0);
    studies.finishErasures(db, dir);
  };
  const close = (): void => {
    for (const buffer of [key, ...given]) buffer.fill(0);
    db.close();
  };
  return {
    dir,
    connection: () => readConnection(db),
    saveConnection: (connection, secret) => {
      const { baseUrl, partnerId, clientId, demo } = connection;
      change({ kind: 'connected', baseUrl, partnerId, clientId, demo }, () => storeConnection(db, connection, secret));
    },
    setting: (name) => readSetting(db, name),
    saveSetting: (name, value) => change(null, () => storeSetting(db, name, value)),
    studies: () => studies.listStudies(db, dir).map(hand),
    studyNumbers: () => guarded(() => db.prepare<[], string>('SELECT number FROM study ORDER BY number').pluck().all()),
    study: (study) => {
      const entry = studies.findStudy(db, dir, study);
      return entry === null ? null : hand(entry);
    },
    addStudy: (study, options) => {
      const known = studies.findStudy(db, dir, study) !== null;
      change(known ? null : { kind: 'study-added', study }, () => studies.insertStudy(db, study, options, now()));
      return entryOf(study);
    },
    settleStudy: (study, mirrored) => {
      if (mirrored) change(null, () => studies.makeLasting(db, study));
      else erase('study-removed', study);
    },
    renewStudy: (study) => {
      change({ kind: 'renewed', study }, () => studies.renewStudy(db, study));
      return entryOf(study);
    },
    rememberSetAside: (study, file) => change({ kind: 'set-aside', study, file }, () => studies.rememberSetAside(db, study, file)),
    wipeStudy: (study) => erase('wiped', study),
    wipeAll: () => {
      close();
      eraseEverything(dir);
    },
    saveSeal: (study, seal, stage) => {
      const entry = entryOf(study);
      change(null, () => studies.storeSeal(db, entry, seal, stage));
    },
    markOpened: (study) => change(null, () => studies.rememberOpened(db, study, now())),
    audit: {
      append: (event) => change(event, () => undefined),
      entries: () => readAudit(db),
      findBreak: () => findAuditBreak(db),
    },
    findDamage: () => guarded(() => db.prepare<[], string>('PRAGMA integrity_check').pluck().all()).filter((line) => line !== 'ok'),
    close,
  };
}

/** The keys go first: whatever a kill leaves behind can no longer be opened. Folders and files of others are left alone. */
export function eraseEverything(dir: string): void {
  rmSync(keyFilePath(dir), { force: true });
  syncFolder(dir);
  for (const name of vaultFiles(dir)) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(join(dir, name + suffix), { force: true });
  }
  rmSync(studiesFolder(dir), { recursive: true, force: true });
  rmSync(triesPath(dir), { force: true });
  rmSync(lockPath(dir), { force: true });
  syncFolder(dir);
}

