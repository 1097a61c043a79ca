import type { SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { HistoryOutcome } from '../../../shared/backup.ts';
import type { CopiedRecords } from '../../../shared/calls/clipboard.ts';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { ListingName } from '../../../shared/listings.ts';
import type { Operator } from '../../../shared/query.ts';
import type { Verdict } from '../../../shared/calls/verify.ts';
import type { KeyStoreUse } from '../../../shared/security.ts';
import type { UnitSystem } from '../../../shared/terms/term-kinds.ts';
import type { SecuritySettings } from '../../../shared/security-schema.ts';
import type { DatasetStatus } from '../../../shared/status.ts';
import type { SealBreak } from '../vault-seal.ts';

/** What can open a vault. */
export type UnlockWith = 'passphrase' | 'os';

export type PassphraseChange = 'set' | 'changed' | 'kept' | 'removed' | 'none';

/** One dataset's outcome of a sync as recorded in the trail, never a record. */
export type SyncedDataset = Pick<DatasetStatus, 'dataset' | 'state' | 'records' | 'generation' | 'added' | 'changed' | 'vanished'> & {
  readonly error: ErrorCode | null;
};

/** An export request as recorded: conditions without their values. */
export interface ExportAsked {
  /** UUID of the export; missing in entries of earlier versions. */
  readonly id?: string;
  readonly study: string;
  /** Null: several datasets, or none. */
  readonly dataset: DatasetName | null;
  /** An export of notes instead of records. */
  readonly notes?: true;
  /** An export of what a view shows instead of records. */
  readonly listing?: ListingName;
  /** One row per subject, visit and day, combined from several records. */
  readonly byVisit?: true;
  readonly format: string;
  /** The recipient for whom it was pseudonymised; missing or null: not pseudonymised. */
  readonly recipient?: string | null;
  readonly where: readonly { readonly column: string; readonly op: Operator }[];
  /** Whether a quick search, a subject filter or a row selection narrowed it too. */
  readonly narrowed: boolean;
  /** The latest generation of its datasets; null until known. */
  readonly generation: number | null;
}

export interface ExportBegun extends ExportAsked {
  readonly kind: 'export-begun';
}

/** A site pack: generation of the study in it, and the last day on which it opens. */
interface PackAsked {
  readonly study: string;
  readonly generation: number | null;
  readonly expires: string;
}

interface PackBegun extends PackAsked {
  readonly kind: 'pack-begun';
}

/** Digests are SHA-256 in hex; entries of earlier versions have only that of the file. */
export interface ExportWritten extends ExportAsked {
  readonly kind: 'export';
  readonly rows: number;
  readonly columns: number;
  /** How many of all subjects the subject filter left; missing if there was no filter. */
  readonly subjects?: SubjectsMeant;
  /** The data cut-off, as a day; missing if there was none. */
  readonly cutOff?: string;
  readonly sha256: string;
  /** Digest of the evidence file next to it; missing if there is none. */
  readonly evidenceSha256?: string;
  /** Digests of a workbook's tables in the order of its sheets, which identify them even after it is saved again. */
  readonly rowDigests?: readonly string[];
}

interface Copied extends Omit<CopiedRecords, 'meant'> {
  readonly kind: 'copied';
  /** As in `ExportWritten`. */
  readonly subjects?: SubjectsMeant;
}

/** Texts pending review were written to a file: their number, never their content. `sha256` in hex. */
interface TextsWritten {
  readonly kind: 'texts-written';
  readonly study: string;
  readonly texts: number;
  readonly sha256: string;
}

/** Decisions or rules, but no record, were written to a file. `study`: the study they belong to, or null. `sha256` in hex. */
export interface PassedOn {
  readonly kind: 'passed-on';
  readonly what: 'tests-and-units' | 'checks' | 'export-preset';
  readonly study: string | null;
  readonly sha256: string;
}

interface TrailBegun {
  readonly kind: 'trail-begun';
  readonly format: string;
}

/** A backup of one study or (null) of all. `afterSync`: made automatically after a sync. */
interface BackupAsked {
  readonly study: string | null;
  readonly afterSync: boolean;
}

interface BackupBegun extends BackupAsked {
  readonly kind: 'backup-begun';
}

/** Events recorded at the start of an export, before any of its file is written. */
export type Begun = ExportBegun | PackBegun | TrailBegun | BackupBegun;

/** Why no file was produced: the code of the error, or that the process was interrupted, which is found at the next opening. */
export type NoFile = ErrorCode | 'INTERRUPTED';

/**
 * Everything the audit trail can record. Conditions are recorded as column and operator only: no value of a record, no subject and no
 * secret is ever written to it.
 */
export type AuditEvent =
  | { readonly kind: 'vault-created'; readonly with: readonly UnlockWith[] }
  | { readonly kind: 'unlocked'; readonly with: UnlockWith }
  | { readonly kind: 'unlock-failed'; readonly times: number; readonly last: string }
  /** Write access to the data folder was removed for the group or others. */
  | { readonly kind: 'folder-mended' }
  /**
   * A person chose to continue with a vault that is not in the state of its last change, with the number of entries it has and of those
   * written.
   */
  | ({ readonly kind: 'older-accepted' } & SealBreak)
  /** What opens the vault from now on, under a new vault key. `session`: the key store opens it again after the passphrase did once. */
  | { readonly kind: 'protection-changed'; readonly passphrase: PassphraseChange; readonly keyStore: KeyStoreUse }
  | { readonly kind: 'security-changed'; readonly before: SecuritySettings; readonly after: SecuritySettings }
  | { readonly kind: 'study-key-renewed'; readonly study: string }
  | { readonly kind: 'keys-renewed'; readonly studies: number }
  /** `tokenHost`: the host that receives the secret, if it is not the service's. `pins`: the number of pinned public keys, if there are any. */
  | {
      readonly kind: 'connected';
      readonly baseUrl: string;
      readonly partnerId: string;
      readonly clientId: string;
      readonly demo: boolean;
      readonly tokenHost?: string;
      readonly pins?: number;
    }
  /** SHA-256 of each certificate now trusted in addition to the system's, as `AB:CD:…`; empty if they were removed. */
  | { readonly kind: 'certificates-changed'; readonly fingerprints: readonly string[] }
  /** SHA-256 of the certificate now shown to a gateway, as `AB:CD:…`; null if it was removed. */
  | { readonly kind: 'client-certificate-changed'; readonly fingerprint: string | null }
  /** The user name and password of a proxy (scheme, host and port) were stored or deleted. */
  | { readonly kind: 'proxy-sign-in-changed'; readonly proxy: string; readonly kept: boolean }
  | { readonly kind: 'setting-changed'; readonly name: string; readonly to: string | number | boolean | null }
  /** Pseudonyms were requested for this recipient for the first time. */
  | { readonly kind: 'recipient-added'; readonly recipient: string }
  | { readonly kind: 'study-added'; readonly study: string }
  | { readonly kind: 'study-removed'; readonly study: string }
  /** The study's decisions on tests and units: version, SHA-256 in hex, the number of decisions, and how many of them changed. */
  | {
      readonly kind: 'terms-changed';
      readonly study: string;
      readonly version: number;
      readonly system: UnitSystem;
      readonly decisions: number;
      readonly changed: number;
      readonly digest: string;
    }
  /** Its records were opened for the first time since the unlock. */
  | { readonly kind: 'study-opened'; readonly study: string }
  | {
      readonly kind: 'sync';
      readonly study: string;
      readonly outcome: ErrorCode | 'OK';
      /** The shrink guard was turned off for this sync. */
      readonly acceptShrink: boolean;
      readonly datasets: readonly SyncedDataset[];
    }
  /**
   * A person's decision on a copy held by the shrink guard: its records, how many fewer they are, and how many subjects would be left
   * without any.
   */
  | {
      readonly kind: 'shrink-decided';
      readonly study: string;
      readonly dataset: DatasetName;
      readonly choice: 'accept' | 'discard';
      readonly records: number;
      readonly lost: number;
      /** Absent in entries of earlier versions. */
      readonly subjectsLost?: number;
    }
  | Begun
  | ExportWritten
  /** A started export that produced no file, even if its digest was recorded already. */
  | ({ readonly kind: 'export-failed'; readonly outcome: NoFile } & ExportAsked)
  /** The trail itself, up to the previous entry. */
  | { readonly kind: 'trail-exported'; readonly format: string; readonly entries: number; readonly sha256: string }
  | { readonly kind: 'trail-failed'; readonly format: string; readonly outcome: NoFile }
  /** Records copied to the clipboard by the window: their number, never which. */
  | Copied
  | TextsWritten
  | PassedOn
  /**
   * SHA-256 of the packed file, hex; the same when packing and unpacking. `overLost`: the file of the study was missing, and what people
   * had added to it was lost with it.
   */
  | ({ readonly kind: 'pack'; readonly bytes: number; readonly sha256: string } & PackAsked)
  | ({ readonly kind: 'pack-failed'; readonly outcome: NoFile } & PackAsked)
  | ({
      readonly kind: 'unpack';
      readonly madeAt: string;
      readonly sha256: string;
      readonly outcome: 'added' | 'replaced' | 'prolonged' | 'unchanged';
      readonly overLost?: true;
    } & PackAsked)
  /** A site pack was refused, with the reason, and the study in it if it could be opened. */
  | { readonly kind: 'unpack-refused'; readonly study: string | null; readonly outcome: ErrorCode }
  /** A sync has proven everything that came in a site pack: it no longer expires. */
  | { readonly kind: 'pack-settled'; readonly study: string }
  /** SHA-256 of the file, hex; number of studies in it, and of those that could not be read. `withoutTrail`: the trail was not whole. */
  | ({
      readonly kind: 'backup';
      readonly bytes: number;
      readonly sha256: string;
      readonly studies: number;
      readonly leftOut: number;
      readonly withoutTrail?: true;
    } & BackupAsked)
  | ({ readonly kind: 'backup-failed'; readonly outcome: NoFile } & BackupAsked)
  | { readonly kind: 'restore-begun'; readonly sha256: string; readonly madeAt: string }
  /** The history in a backup is being put before the local one, which renumbers the local generations. */
  | { readonly kind: 'history-restore-begun'; readonly study: string }
  /**
   * What was restored from a backup, identified by its SHA-256 in hex: per study, settings, and entries of earlier trails with their last
   * links (hex). `recipients`: those whose pseudonyms the backup brought, with their salts. `withoutTrail`: the backup had no whole trail.
   */
  | {
      readonly kind: 'restored';
      readonly sha256: string;
      readonly madeAt: string;
      readonly studies: readonly {
        readonly study: string;
        readonly history: HistoryOutcome;
        readonly added: number;
        readonly updated: number;
      }[];
      readonly settings: number;
      readonly recipients?: readonly string[];
      readonly trail: number;
      readonly trailEnds: readonly string[];
      readonly withoutTrail?: true;
    }
  | { readonly kind: 'verified'; readonly findings: number }
  /** A file was checked for being one of Carrel's; SHA-256 in hex, whatever it was. */
  | { readonly kind: 'file-verified'; readonly verdict: Verdict; readonly sha256: string }
  | { readonly kind: 'set-aside'; readonly study: string; readonly file: string }
  | { readonly kind: 'renewed'; readonly study: string }
  | { readonly kind: 'wiped'; readonly study: string };

/** How the events of a backup and of a restore record why the trail was left out; null if it was not. */
export function trailMark(leftOut: string | null): { readonly withoutTrail?: true } {
  return leftOut === null ? {} : { withoutTrail: true };
}

/** One entry as stored: number from 1, ISO time in UTC, the account that acted, and its link in the chain (hex). */
export interface AuditEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly event: AuditEvent;
  readonly hash: string;
}
