import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import type { Connection } from '../../shared/connection.ts';
import type { Seal } from '../store/seal.ts';
import { appendAudit, findAuditBreak, readAudit } from './audit.ts';
import type { AuditEntry, AuditEvent } from './audit-event.ts';
import { readConnection, storeConnection, type Credentials } from './connection.ts';
import { emptyJournal, guarded, studiesFolder, vaultFiles, writeVault, type VaultDatabase } from './database.ts';
import { syncFolder } from './files.ts';
import { keyFilePath } from './key-file.ts';
import { giveUpReserve, reservePath } from './reserve.ts';
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
    /** As `append`, but where there is no room (a full disk) they wait for the next change, so that reading goes on; false then. */
    appendWhenPossible(events: readonly AuditEvent[]): boolean;
    entries(): readonly AuditEntry[];
    /** Null where the trail is whole, else what is wrong with it. */
    findBreak(): string | null;
  };
  /** Damage that SQLite finds in the vault file itself; empty where it is sound. */
  findDamage(): readonly string[];
  /** Zeroes the keys. */
  close(): void;
}

/** What the parts of an open vault share. `now` is handed in so that tests can set the clock. */
interface Opened {
  readonly db: VaultDatabase;
  readonly dir: string;
  readonly now: () => Date;
  /** Every study key that was given out, by the path of its file: one buffer each, so that all there is of it can be zeroed. */
  readonly keys: Map<string, Buffer>;
  /** Entries of the trail that found no room yet, with their times. */
  readonly waiting: { readonly event: AuditEvent; readonly at: Date }[];
}

/** Wraps an open vault database and its key. */
export function vaultOver(db: VaultDatabase, dir: string, key: Buffer, now: () => Date): Vault {
  const opened: Opened = { db, dir, now, keys: new Map(), waiting: [] };
  const close = (): void => {
    for (const buffer of [key, ...opened.keys.values()]) buffer.fill(0);
    db.close();
  };
  return {
    dir,
    connection: () => readConnection(db),
    saveConnection: (connection, secret) => {
      const { baseUrl, partnerId, clientId, demo } = connection;
      change(opened, { kind: 'connected', baseUrl, partnerId, clientId, demo }, () => storeConnection(db, connection, secret));
    },
    setting: (name) => readSetting(db, name),
    saveSetting: (name, value) => change(opened, null, () => storeSetting(db, name, value)),
    ...studyCalls(opened),
    wipeAll: () => {
      close();
      eraseEverything(dir);
    },
    audit: {
      append: (event) => change(opened, event, () => undefined),
      appendWhenPossible: (events) => appendWhenPossible(opened, events),
      entries: () => readAudit(db),
      findBreak: () => findAuditBreak(db),
    },
    findDamage: () => guarded(() => db.prepare<[], string>('PRAGMA integrity_check').pluck().all()).filter((line) => line !== 'ok'),
    close,
  };
}

type StudyCalls = Pick<
  Vault,
  | 'studies'
  | 'studyNumbers'
  | 'study'
  | 'addStudy'
  | 'settleStudy'
  | 'renewStudy'
  | 'rememberSetAside'
  | 'wipeStudy'
  | 'saveSeal'
  | 'markOpened'
>;

function studyCalls(opened: Opened): StudyCalls {
  const { db, dir, now } = opened;
  return {
    studies: () => studies.listStudies(db, dir).map((entry) => handOut(opened, entry)),
    studyNumbers: () => guarded(() => db.prepare<[], string>('SELECT number FROM study ORDER BY number').pluck().all()),
    study: (study) => {
      const entry = studies.findStudy(db, dir, study);
      return entry === null ? null : handOut(opened, entry);
    },
    addStudy: (study, options) => {
      const known = studies.findStudy(db, dir, study) !== null;
      change(opened, known ? null : { kind: 'study-added', study }, () => studies.insertStudy(db, study, options, now()));
      return requireEntry(opened, study);
    },
    settleStudy: (study, mirrored) => {
      if (mirrored) change(opened, null, () => studies.makeLasting(db, study));
      else erase(opened, 'study-removed', study);
    },
    renewStudy: (study) => {
      change(opened, { kind: 'renewed', study }, () => studies.renewStudy(db, study));
      return requireEntry(opened, study);
    },
    rememberSetAside: (study, file) => change(opened, { kind: 'set-aside', study, file }, () => studies.rememberSetAside(db, study, file)),
    wipeStudy: (study) => erase(opened, 'wiped', study),
    saveSeal: (study, seal, stage) => {
      const entry = requireEntry(opened, study);
      change(opened, null, () => studies.storeSeal(db, entry, seal, stage));
    },
    markOpened: (study) => change(opened, null, () => studies.rememberOpened(db, study, now())),
  };
}

/** A change and its entry in the trail are durable together, or neither is. On a full disk the room that was kept for it is used. */
function change({ db, dir, now, waiting }: Opened, event: AuditEvent | null, work: () => void): void {
  const write = (): void =>
    writeVault(db, () => {
      for (const entry of waiting) appendAudit(db, entry.event, entry.at);
      work();
      if (event !== null) appendAudit(db, event, now());
    });
  try {
    write();
  } catch (error: unknown) {
    if (!isStoreFailure(error) || !giveUpReserve(dir)) throw error;
    write();
  }
  waiting.length = 0;
}

function isStoreFailure(error: unknown): boolean {
  return error instanceof AppError && error.code === 'STORE';
}

function appendWhenPossible(opened: Opened, events: readonly AuditEvent[]): boolean {
  opened.waiting.push(...events.map((event) => ({ event, at: opened.now() })));
  try {
    change(opened, null, () => undefined);
    return true;
  } catch (error: unknown) {
    if (isStoreFailure(error)) return false;
    throw error;
  }
}

function erase(opened: Opened, kind: 'wiped' | 'study-removed', study: string): void {
  const entry = requireEntry(opened, study);
  change(opened, { kind, study }, () => studies.forgetStudy(opened.db, entry));
  // A key counts as destroyed only once it is out of the file as well.
  emptyJournal(opened.db);
  entry.key.fill(0);
  opened.keys.delete(entry.path);
  studies.finishErasures(opened.db, opened.dir);
}

function requireEntry(opened: Opened, study: string): StudyEntry {
  const entry = studies.findStudy(opened.db, opened.dir, study);
  if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
  return handOut(opened, entry);
}

function handOut({ keys }: Opened, entry: StudyEntry): StudyEntry {
  const known = keys.get(entry.path);
  if (known === undefined) keys.set(entry.path, entry.key);
  else entry.key.fill(0);
  return { ...entry, key: known ?? entry.key };
}

/** The keys go first: whatever a kill leaves behind can no longer be opened. Folders and files of others are left alone. */
function eraseEverything(dir: string): void {
  rmSync(keyFilePath(dir), { force: true });
  syncFolder(dir);
  for (const name of vaultFiles(dir)) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(join(dir, name + suffix), { force: true });
  }
  rmSync(studiesFolder(dir), { recursive: true, force: true });
  rmSync(triesPath(dir), { force: true });
  rmSync(reservePath(dir), { force: true });
  rmSync(lockPath(dir), { force: true });
  syncFolder(dir);
}
