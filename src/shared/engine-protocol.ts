import type { RestoredStudy } from './backup.ts';
import type { ExportRequest, Exported } from './calls/export.ts';
import type { KnownFile } from './calls/verify.ts';
import type { DatasetName } from './datasets/datasets.ts';
import type { ErrorReport } from './errors.ts';
import type { Ended, Reply } from './rpc.ts';
import type { SitePack } from './site-pack-schema.ts';

/**
 * What an engine does: mirror studies, answer questions, prepare the answers of a study, write one export, make or open one site pack or
 * backup, or do one piece of work on a whole file.
 */
export type EngineRole = 'reader' | 'writer' | 'preparer' | 'exporter' | 'packer' | 'backup' | 'file-task';

/** What the vault records about a study's last good state, outside the study's file. `digest` is hex. */
export interface Seal {
  readonly generation: number;
  readonly counts: Readonly<Partial<Record<DatasetName, number>>>;
  readonly digest: string;
}

/** The seal of the visible state and, during a flip, of the next one. */
export interface Seals {
  readonly current: Seal | null;
  readonly pending: Seal | null;
}

/** Everything needed to open one study: its path, its raw 32-byte key, its seals. */
export interface StudyAccess {
  readonly study: string;
  readonly path: string;
  readonly key: Uint8Array;
  readonly demo: boolean;
  readonly lastOpened: string | null;
  readonly seals: Seals;
  /** Set for a study from a site pack; an expired one is not opened. */
  readonly sitePack: SitePack | null;
  /** Why the study's file must not be read: it is not the one that its last writer closed. */
  readonly problem: ErrorReport | null;
}

/** Who makes an export and when: a UUID, ISO 8601 in UTC, the version of Carrel. */
export interface Made {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly demo: boolean;
}

/** What to pack, where, and under which passphrase. `expires`: YYYY-MM-DD. */
export interface PackJob {
  readonly study: string;
  readonly path: string;
  readonly passphrase: string;
  readonly expires: string;
  readonly madeBy: string;
}

/** What a packer found in a site pack, for the vault. Times are ISO in UTC. */
export interface FoundPack {
  readonly study: string;
  readonly demo: boolean;
  /** All datasets were confirmed, not only counted. */
  readonly confirmed: boolean;
  readonly seal: Seal;
  readonly pack: {
    readonly expires: string;
    readonly madeAt: string;
    readonly asOf: string;
    readonly digest: string;
    readonly due: readonly DatasetName[];
  };
}

/** The result of a packer. `generation` and `bytes` are those of a pack that was made. */
export interface PackDone {
  readonly sha256: string;
  readonly generation: number;
  readonly bytes: number;
}

/** The parts of the vault that go into a backup and come back from it: settings by name, and audit trail entries (links in hex). */
export interface BackedUpVault {
  readonly settings: readonly { readonly name: string; readonly value: string }[];
  readonly trail: readonly {
    readonly number: number;
    readonly at: string;
    readonly actor: string;
    readonly event: string;
    readonly hash: string;
    readonly previous: string;
  }[];
  /** Why the trail is left out; null if it is not. */
  readonly trailLeftOut: string | null;
}

/**
 * What is backed up and where, apart from the studies. `under`: a passphrase, or a salt and the key derived from one (32 bytes each).
 * `folder`: for the temporary copy.
 */
export interface BackupJob {
  readonly path: string;
  readonly under: string | { readonly salt: Uint8Array; readonly key: Uint8Array };
  readonly madeBy: string;
  readonly vault: BackedUpVault;
  readonly folder: string;
}

/** A backup that was made: the number of studies in it, those that could not be read, and why the audit trail is left out. */
export interface BackupDone {
  readonly madeAt: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly studies: number;
  readonly leftOut: readonly (ErrorReport & { readonly study: string })[];
  readonly trailLeftOut: string | null;
}

/** What was restored of the studies, and what goes into the vault. */
export interface RestoreDone {
  readonly madeAt: string;
  readonly sha256: string;
  readonly studies: readonly RestoredStudy[];
  readonly vault: BackedUpVault;
}

/** The questions that an engine may ask the main process, the only one that writes the vault. */
export const hostAsks = ['studies', 'studyFile', 'credentials', 'saveSeal', 'saveMark', 'audit', 'proxyAsks'] as const;
export type HostAsk = (typeof hostAsks)[number];

/** A study's file and its 32-byte key. */
export interface FileAndKey {
  readonly path: string;
  readonly key: Uint8Array;
}

/**
 * Work on a whole file, done in a process of its own. `copy`: copies a study's file under another key; `check`: checks whether it is sound;
 * `verify`: checks whether a file is one that the audit trail knows.
 */
export type FileTask =
  | { readonly kind: 'copy'; readonly from: FileAndKey; readonly to: FileAndKey }
  | { readonly kind: 'check'; readonly study: StudyAccess }
  | { readonly kind: 'verify'; readonly path: string; readonly trail: readonly TrailFile[] };

/** A file whose SHA-256 (hex) is in the audit trail, with the digests of its evidence and of its tables if they are there too. */
export interface TrailFile {
  readonly sha256: string;
  readonly known: KnownFile;
  readonly evidenceSha256?: string;
  readonly rowDigests?: readonly string[];
}

/** What a stopped sync had not done yet. */
export interface Interrupted {
  readonly studies: readonly string[];
  readonly only: readonly DatasetName[] | null;
}

export type ToEngine =
  | { readonly type: 'studies'; readonly studies: readonly StudyAccess[] }
  /** Carries the window's port to serve. */
  | { readonly type: 'port' }
  | { readonly type: 'answer'; readonly id: number; readonly reply: Reply }
  /**
   * `salt`: 32 bytes, for the recipient of a protected export. `path`: of the file, or of a lake's folder. `manifests`: SHA-256 in hex of
   * the lakes' manifests of this study that the trail recorded.
   */
  | {
      readonly type: 'export';
      readonly request: ExportRequest;
      readonly salt: Uint8Array | null;
      readonly path: string;
      readonly made: Made;
      readonly manifests: readonly string[];
    }
  | { readonly type: 'pack'; readonly job: PackJob }
  /** `whole`: reads all of it first, so that nothing is created for a pack that is damaged further on. It cannot be unpacked then. */
  | { readonly type: 'open-pack'; readonly path: string; readonly passphrase: string; readonly whole: boolean }
  /** Where to unpack what was found, and the key to encrypt it with. `earlier`: the file that it replaces. */
  | {
      readonly type: 'unpack';
      readonly path: string;
      readonly key: Uint8Array;
      readonly earlier: { readonly path: string; readonly key: Uint8Array } | null;
    }
  | { readonly type: 'back-up'; readonly job: BackupJob }
  /** `folder`: where the content of the backup is kept meanwhile, encrypted. */
  | { readonly type: 'restore'; readonly path: string; readonly passphrase: string; readonly folder: string }
  | { readonly type: 'commit' }
  /** The trail records that the `new` part of a lake is about to be written. */
  | { readonly type: 'begin' }
  /** The trail has the file that was `written`; it may get its final name. */
  | { readonly type: 'show' }
  | { readonly type: 'task'; readonly task: FileTask }
  /** Computes and stores what the first screens of this study need; answered by `prepared`. */
  | { readonly type: 'prepare'; readonly study: string }
  /** Reads the columns of a dataset that is being confirmed for the first time; answered by `prepared`. */
  | { readonly type: 'read-ahead'; readonly study: string; readonly dataset: DatasetName }
  /** Ends a running sync; answered by `stopped`. */
  | { readonly type: 'stop' }
  | { readonly type: 'cancel' };

export type FromEngine =
  | { readonly type: 'ask'; readonly id: number; readonly name: HostAsk; readonly args: readonly unknown[] }
  | { readonly type: 'stopped'; readonly interrupted: Interrupted | null }
  /** A sync began or, if null, ended. */
  | { readonly type: 'syncing'; readonly run: Interrupted | null }
  /** The sync of one study of a run has ended; others may follow. */
  | { readonly type: 'synced'; readonly study: string }
  /** All records of a large dataset of which nothing is shown yet were collected; they are about to be confirmed. */
  | { readonly type: 'collected'; readonly study: string; readonly dataset: DatasetName }
  /** `value`: for `check`, whether the file is sound; for `verify`, a VerifiedFile. */
  | { readonly type: 'task-done'; readonly reply: Reply }
  | { readonly type: 'prepared' }
  | { readonly type: 'progress'; readonly rows: number; readonly of: number }
  /** A lake lacks part of what is mirrored, and gets these files (relative to its folder); `begin` or `cancel` follows. */
  | { readonly type: 'new'; readonly files: readonly string[] }
  /** The file is complete and durable under a temporary name (`part`); `show` or `cancel` follows. */
  | { readonly type: 'written'; readonly written: Omit<Exported, 'file'>; readonly part: string }
  | {
      readonly type: 'exported';
      readonly outcome: Ended<Exported>;
    }
  | { readonly type: 'pack-found'; readonly found: FoundPack }
  /** A pack is complete and durable under a temporary name (`part`); `commit` gives it its final name. */
  | { readonly type: 'pack-written'; readonly done: PackDone; readonly part: string }
  /** A backup is complete and durable under a temporary name (`part`); `commit` gives it its final name. */
  | { readonly type: 'backup-written'; readonly done: BackupDone; readonly part: string }
  | { readonly type: 'backup-ended'; readonly outcome: Ended<BackupDone> }
  | { readonly type: 'restore-ended'; readonly outcome: Ended<RestoreDone> }
  | { readonly type: 'pack-ended'; readonly outcome: Ended<PackDone> };
