import { timingSafeEqual } from 'node:crypto';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/errors.ts';
import type { AuditFilter } from '../../shared/calls/audit.ts';
import type { Connection } from '../../shared/connection.ts';
import { otherTokenHost } from '../client/token-address.ts';
import type { FileMark } from '../store/database/file-digest.ts';
import type { KeyedFile } from '../store/study-file/reencrypt.ts';
import type { Seal } from '../store/database/seal.ts';
import { vaultBackups, type VaultBackups } from './vault-backups.ts';
import {
  appendAudit,
  findAuditBreak,
  readAudit,
  readAuditHead,
  readEntry,
  storedAudit,
  type AuditHead,
  type StoredEntry,
} from './audit/audit.ts';
import type { AuditEntry, AuditEvent } from './audit/audit-event.ts';
import { listAudit, type AuditPart } from './audit/audit-list.ts';
import { readConnection, storeConnection, type Credentials } from './settings/connection.ts';
import { emptyJournal, guarded, writeVault, type VaultDatabase } from './database.ts';
import { cleanUpIfPossible } from '../platform/files.ts';
import { earlierEntries, findEarlierBreak, type EarlierEntry } from './audit/earlier-trail.ts';
import type { WrappedKeys } from './keys/key-file.ts';
import { sealInKeyStore, type KeyStore, type KeyStoreSeal } from './keys/key-wrap.ts';
import * as rekey from './keys/rekey.ts';
import { finishMove } from './keys/move-vault.ts';
import { exportCalls, type ExportCalls } from './settings/noted-exports.ts';
import { recipientCalls, type RecipientCalls } from './settings/recipients.ts';
import { giveUpReserve } from './reserve.ts';
import { vaultPacks, sweepUnpacked, type VaultPacks } from './vault-packs.ts';
import { readSetting, storeSetting } from './settings/settings.ts';
import { latestTime } from './settings/site-packs.ts';
import * as studies from './studies/studies.ts';
import type { StudyEntry } from './studies/studies.ts';
import { findSealBreak, type SealBreak } from './vault-seal.ts';

/** An open vault: the only place that knows the studies' keys. Every change is durable when its call returns. */
export interface Vault {
  readonly dir: string;
  /** The folder was read-only when opened: changes throw STORE, and the vault shows its state at that time. */
  readonly readOnly: boolean;
  connection(): Credentials | null;
  saveConnection(connection: Connection, secret: string): void;
  setting(name: string): string | null;
  /** `event`: recorded in the trail, if the change is worth it. */
  saveSetting(name: string, value: string, event?: AuditEvent): void;
  studies(): readonly StudyEntry[];
  /** The studies' numbers only, available even if a seal is not genuine. */
  studyNumbers(): readonly string[];
  /** One study, or null if it is not in this data folder. */
  study(study: string): StudyEntry | null;
  /** `provisional`: until something is mirrored, see `settleStudy`. */
  addStudy(study: string, options: { readonly demo: boolean; readonly provisional: boolean }): StudyEntry;
  /** Ends a provisional state: keeps the study if something was mirrored, otherwise removes it with its empty file. */
  settleStudy(study: string, mirrored: boolean): void;
  /** Gives a study whose file was set aside a new file and key. */
  renewStudy(study: string): StudyEntry;
  recordSetAside(study: string, file: string): void;
  /** Destroys a study's key and files; the trail still records that it existed. */
  wipeStudy(study: string): void;
  saveSeal(study: string, seal: Seal, stage: 'pending' | 'complete'): void;
  /** Stores the mark of a study's file when its last writer closed it; null while one is writing. Ignored if the study no longer exists. */
  saveMark(study: string, mark: FileMark | null): void;
  /** Stores the time if the folder is writable. The trail records it once each time the vault is opened. */
  markOpened(study: string): void;
  /** Erases what an interrupted wipe left, and starts looking for leftovers of killed exports. Call once after opening. */
  finishWork(openedBy: WrappedKeys): void;
  readonly exports: ExportCalls;
  /** Recipients of pseudonyms. */
  readonly recipients: RecipientCalls;
  /** Studies from site packs. */
  readonly packs: VaultPacks;
  /** The vault's own part of backups. */
  readonly backups: VaultBackups;
  readonly keys: {
    /** Whether a key is the one that opened the vault; false after `close`. */
    isOwn(other: Buffer): boolean;
    /** The vault's own key sealed by a key store, to be kept in memory. Throws LOCKED. */
    sealIn(store: KeyStore): Promise<KeyStoreSeal>;
    /** Studies that an unfinished renewal of all keys has not reached. */
    left(): readonly string[];
    /** Returns the file and key for a study's copy. `take` replaces the study's file with the copy and erases the earlier one. */
    beginCopy(): KeyedFile;
    take(study: string, copy: KeyedFile): void;
    /** Records that every study was reached. */
    endRenewal(studies: number): void;
  };
  readonly audit: {
    append(event: AuditEvent): void;
    /**
     * Like `append`, but if there is no space (a full disk), the events wait for the next change, so that reading can continue; returns
     * false then, and if the folder is read-only.
     */
    appendWhenPossible(events: readonly AuditEvent[]): boolean;
    entries(): readonly AuditEntry[];
    /** Entries of trails restored from a backup, ordered by time. */
    earlier(): readonly AuditEntry[];
    /** Entries in the form that the chain is computed from, for an export of the trail. */
    stored(): readonly StoredEntry[];
    storedEarlier(): readonly EarlierEntry[];
    list(filter: AuditFilter, offset: number, limit: number): AuditPart;
    head(): AuditHead;
    /** Null if the trail is intact, otherwise what is wrong with it. */
    findBreak(): string | null;
  };
  /** Damage that SQLite finds in the vault file; empty if it is sound. */
  findDamage(): readonly string[];
  /** Null if the vault file is in the state of its last change, otherwise how it differs. */
  findSealBreak(): SealBreak | null;
  /** Zeroes the keys. */
  close(): void;
}

/** Shared by the parts of an open vault. `now` is injected so that tests can set the clock. */
interface Opened {
  readonly db: VaultDatabase;
  readonly dir: string;
  readonly now: () => Date;
  /** Every study key handed out, by file path: one buffer each, so that it can be zeroed. */
  readonly keys: Map<string, Buffer>;
  /** Entries of the trail waiting for space, with their times. */
  readonly waiting: Waiting[];
  /** Studies whose opening the trail has recorded since the vault was opened. */
  readonly shown: Set<string>;
  /** The latest known time in ms; never decreases, whatever the clock says. */
  readonly latest: () => number;
}

/** An entry with its time, and the change that it describes. */
interface Waiting {
  readonly event: AuditEvent;
  readonly at: Date;
  readonly work: () => void;
}

/** Wraps an open vault database and its key. */
export function vaultOver(db: VaultDatabase, dir: string, key: Buffer, now: () => Date): Vault {
  const latest = neverBack(db, now);
  const opened: Opened = { db, dir, now, keys: new Map(), waiting: [], shown: new Set(), latest };
  const exports = exportCalls({
    db,
    numbers: () => studies.listNumbers(db),
    change: (event, work) => {
      change(opened, event, work);
    },
    changeWhenPossible: (event, work) => changeWhenPossible(opened, [event], work),
  });
  const close = (): void => {
    for (const buffer of [key, ...opened.keys.values()]) buffer.fill(0);
    db.close();
  };
  return {
    dir,
    readOnly: db.readonly,
    connection: () => readConnection(db),
    saveConnection: (connection, secret) => {
      const { baseUrl, partnerId, clientId, demo } = connection;
      const tokenHost = otherTokenHost(connection);
      const pins = connection.pins?.length ?? 0;
      const more = { ...(tokenHost === null ? {} : { tokenHost }), ...(pins === 0 ? {} : { pins }) };
      const event: AuditEvent = { kind: 'connected', baseUrl, partnerId, clientId, demo, ...more };
      change(opened, event, () => storeConnection(db, connection, secret));
    },
    setting: (name) => readSetting(db, name),
    saveSetting: (name, value, event) => change(opened, event ?? null, () => storeSetting(db, name, value)),
    ...studyCalls(opened),
    finishWork: (openedBy) => {
      finishWork(opened, openedBy);
      exports.sweepAll();
    },
    exports,
    recipients: recipientCalls({ db, now, change: (event, work) => change(opened, event, work) }),
    packs: vaultPacks({
      db,
      dir,
      now,
      latest,
      find: (study) => findEntry(opened, study),
      numbers: () => studies.listNumbers(db),
      change: (event, work) => change(opened, event, work),
      noteWhenPossible: (event) => {
        changeWhenPossible(opened, [event]);
      },
    }),
    backups: vaultBackups({ db, change: (event, work) => change(opened, event, work) }),
    keys: {
      isOwn: (other) => db.open && other.length === key.length && timingSafeEqual(other, key),
      sealIn: (store) => sealInKeyStore(key, store),
      left: () => rekey.studiesLeft(db),
      beginCopy: () => rekey.beginCopy(db, dir),
      take: (study, copy) => takeCopy(opened, study, copy),
      endRenewal: (count) => change(opened, { kind: 'keys-renewed', studies: count }, () => rekey.storeStudiesLeft(db, [])),
    },
    audit: {
      append: (event) => change(opened, event, () => undefined),
      appendWhenPossible: (events) => changeWhenPossible(opened, events),
      entries: () => readAudit(db),
      earlier: () => earlierEntries(db).map(readEntry),
      stored: () => storedAudit(db),
      storedEarlier: () => earlierEntries(db),
      list: (filter, offset, limit) => listAudit(db, filter, offset, limit),
      head: () => readAuditHead(db),
      findBreak: () => findAuditBreak(db) ?? findEarlierBreak(db),
    },
    findDamage: () => guarded(() => db.prepare<[], string>('PRAGMA integrity_check').pluck().all()).filter((line) => line !== 'ok'),
    findSealBreak: () => guarded(() => findSealBreak(db, join(dir, basename(db.name)))),
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
  | 'recordSetAside'
  | 'wipeStudy'
  | 'saveSeal'
  | 'saveMark'
  | 'markOpened'
>;

function studyCalls(opened: Opened): StudyCalls {
  const { db, dir, now, latest } = opened;
  return {
    studies: () => studies.listStudies(db, dir, latest).map((entry) => handOut(opened, entry)),
    studyNumbers: () => studies.listNumbers(db),
    study: (study) => findEntry(opened, study),
    addStudy: (study, options) => {
      const known = studies.findStudy(db, dir, study, latest) !== null;
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
    recordSetAside: (study, file) => change(opened, { kind: 'set-aside', study, file }, () => studies.recordSetAside(db, study, file)),
    wipeStudy: (study) => erase(opened, 'wiped', study),
    saveSeal: (study, seal, stage) => {
      const entry = requireEntry(opened, study);
      change(opened, null, () => studies.storeSeal(db, entry, seal, stage));
    },
    saveMark: (study, mark) => {
      const found = studies.findStudy(db, dir, study, latest);
      if (found === null) return;
      const entry = handOut(opened, found);
      if (!isDeepStrictEqual(entry.mark, mark)) change(opened, null, () => studies.storeMark(db, entry, mark));
    },
    markOpened: (study) => {
      if (db.readonly) return;
      const isFirst = !opened.shown.has(study);
      change(opened, isFirst ? { kind: 'study-opened', study } : null, () => studies.recordOpened(db, study, now()));
      opened.shown.add(study);
    },
  };
}

/** A change and its entry in the trail are committed together or not at all. On a full disk, the reserved space is used. */
function change({ db, dir, now, waiting }: Opened, event: AuditEvent | null, work: () => void): void {
  const write = (): void =>
    writeVault(db, () => {
      for (const entry of waiting) {
        entry.work();
        appendAudit(db, entry.event, entry.at);
      }
      work();
      if (event !== null) appendAudit(db, event, now());
    });
  try {
    write();
  } catch (error: unknown) {
    if (db.readonly || !isStoreFailure(error) || !giveUpReserve(dir)) throw error;
    write();
  }
  waiting.length = 0;
}

function isStoreFailure(error: unknown): boolean {
  return error instanceof AppError && error.code === 'STORE';
}

function changeWhenPossible(opened: Opened, events: readonly AuditEvent[], work = (): void => undefined): boolean {
  if (opened.db.readonly) return false;
  opened.waiting.push(...events.map((event) => ({ event, at: opened.now(), work })));
  try {
    change(opened, null, () => undefined);
    return true;
  } catch (error: unknown) {
    if (isStoreFailure(error)) return false;
    throw error;
  }
}

function neverBack(db: VaultDatabase, now: () => Date): () => number {
  let latest: number | null = null;
  return () => {
    latest = Math.max(latest ?? latestTime(db), now().getTime());
    return latest;
  };
}

/** The earlier key counts as destroyed only once it is gone from the file. */
function takeCopy(opened: Opened, study: string, copy: KeyedFile): void {
  const entry = requireEntry(opened, study);
  change(opened, { kind: 'study-key-renewed', study }, () => rekey.takeCopy(opened.db, entry, copy));
  emptyJournal(opened.db);
  entry.key.fill(0);
  opened.keys.delete(entry.path);
  // Nothing opens the earlier file any more; the next opening deletes it.
  cleanUpIfPossible(() => {
    studies.finishErasures(opened.db, opened.dir);
  });
}

/** A leftover that cannot be deleted now must not prevent opening the vault. */
function finishWork(opened: Opened, openedBy: WrappedKeys): void {
  const { db, dir } = opened;
  const steps = [
    () => finishMove(db, dir, openedBy),
    () => rekey.removeUnfinishedCopy(db, dir),
    () => studies.finishErasures(db, dir),
    () => studies.sweepOldCacheFiles(db, dir),
    () => sweepUnpacked(db, dir, (work) => change(opened, null, work)),
  ];
  for (const step of steps) cleanUpIfPossible(step);
}

function erase(opened: Opened, kind: 'wiped' | 'study-removed', study: string): void {
  const entry = requireEntry(opened, study);
  change(opened, { kind, study }, () => studies.forgetStudy(opened.db, entry));
  // A key counts as destroyed only once it is gone from the file.
  emptyJournal(opened.db);
  entry.key.fill(0);
  opened.keys.delete(entry.path);
  studies.finishErasures(opened.db, opened.dir);
}

function requireEntry(opened: Opened, study: string): StudyEntry {
  const entry = findEntry(opened, study);
  if (entry === null) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
  return entry;
}

function findEntry(opened: Opened, study: string): StudyEntry | null {
  const entry = studies.findStudy(opened.db, opened.dir, study, opened.latest);
  return entry === null ? null : handOut(opened, entry);
}

function handOut({ keys }: Opened, entry: StudyEntry): StudyEntry {
  const known = keys.get(entry.path);
  if (known === undefined) keys.set(entry.path, entry.key);
  else entry.key.fill(0);
  return { ...entry, key: known ?? entry.key };
}
