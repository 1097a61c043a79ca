import type { SubjectsMeant } from '../../shared/subjects-meant.ts';
import type { HistoryOutcome } from '../../shared/backup.ts';
import type { CopiedRecords } from '../../shared/calls/clipboard.ts';
import type { DatasetName } from '../../shared/datasets/datasets.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { ListingName } from '../../shared/listings.ts';
import type { Operator } from '../../shared/query.ts';
import type { Verdict } from '../../shared/calls/verify.ts';
import type { KeyStoreUse } from '../../shared/security.ts';
import type { UnitSystem } from '../../shared/terms/term-kinds.ts';
import type { SecuritySettings } from '../../shared/security-schema.ts';
import type { DatasetStatus } from '../../shared/status.ts';
import type { SealBreak } from './vault-seal.ts';

/** What can open a vault. */
export type UnlockWith = 'passphrase' | 'os';

export type PassphraseChange = 'set' | 'changed' | 'kept' | 'removed' | 'none';

/** What the trail says of one dataset of a sync: its outcome, never a record. */
export type SyncedDataset = Pick<DatasetStatus, 'dataset' | 'state' | 'records' | 'generation' | 'added' | 'changed' | 'vanished'> & {
  readonly error: ErrorCode | null;
};

/** What was asked for; the conditions without their values. */
export interface ExportAsked {
  /** UUID of the export; entries of earlier versions have none. */
  readonly id?: string;
  readonly study: string;
  /** Null: several, or none. */
  readonly dataset: DatasetName | null;
  /** Of notes, and not of records. */
  readonly notes?: true;
  /** Of what a view shows, and not of records. */
  readonly listing?: ListingName;
  /** A row a subject, visit and day, made of several records each. */
  readonly byVisit?: true;
  readonly format: string;
  /** For whom it was pseudonymised; without it or null: for nobody. */
  readonly recipient?: string | null;
  readonly where: readonly { readonly column: string; readonly op: Operator }[];
  /** Whether a quick search, a subject filter or a choice of rows narrowed it as well. */
  readonly narrowed: boolean;
  /** Of its datasets, the latest; null until that is known. */
  readonly generation: number | null;
}

export interface ExportBegun extends ExportAsked {
  readonly kind: 'export-begun';
}

/** A site pack: the study's generation in it, and the last day on which it opens. */
interface PackAsked {
  readonly study: string;
  readonly generation: number | null;
  readonly expires: string;
}

interface PackBegun extends PackAsked {
  readonly kind: 'pack-begun';
}

/** The digests are SHA-256 in hex; entries of earlier versions have those of the file alone. */
export interface ExportWritten extends ExportAsked {
  readonly kind: 'export';
  readonly rows: number;
  readonly columns: number;
  /** Whom the subject filter narrowed it to, of all; without it: it had none. */
  readonly subjects?: SubjectsMeant;
  /** The data cut-off, as a day; without it: there was none. */
  readonly cutOff?: string;
  readonly sha256: string;
  /** Of the evidence beside it; without it: there is none. */
  readonly evidenceSha256?: string;
  /** Of a workbook, by which its tables are known however it was saved: in the order of its sheets. */
  readonly rowDigests?: readonly string[];
}

interface Copied extends Omit<CopiedRecords, 'meant'> {
  readonly kind: 'copied';
  /** As of a file that was written. */
  readonly subjects?: SubjectsMeant;
}

/** Texts that wait for somebody were written to a file: how many, never which. `sha256` in hex. */
interface TextsWritten {
  readonly kind: 'texts-written';
  readonly study: string;
  readonly texts: number;
  readonly sha256: string;
}

/** Decisions or rules were written to a file, which holds no record; the study that they are of (null: of none). `sha256` in hex. */
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

/** A backup of one study, or (null) of all; `afterSync`: made by itself after a sync. */
interface BackupAsked {
  readonly study: string | null;
  readonly afterSync: boolean;
}

interface BackupBegun extends BackupAsked {
  readonly kind: 'backup-begun';
}

/** What was begun, before any of its file is written. */
export type Begun = ExportBegun | PackBegun | TrailBegun | BackupBegun;

/** Why no file came of what was begun: the code of its error, or that the process was cut off, which was found at the next opening. */
export type NoFile = ErrorCode | 'INTERRUPTED';

/**
 * Everything the audit trail can hold. Conditions are kept as column and operator only:
 * no value of a record, no subject, no secret is ever written to it.
 */
export type AuditEvent =
  | { readonly kind: 'vault-created'; readonly with: readonly UnlockWith[] }
  | { readonly kind: 'unlocked'; readonly with: UnlockWith }
  | { readonly kind: 'unlock-failed'; readonly times: number; readonly last: string }
  /** The group or others could write into the data folder; they cannot any more. */
  | { readonly kind: 'folder-mended' }
  /** A person chose to go on with a vault that is not the one of its last change; how many entries it has, and how many were written. */
  | ({ readonly kind: 'older-accepted' } & SealBreak)
  /** What opens the vault from now on, under a new key of its own; `session`: the key store opens it again, once the passphrase did. */
  | { readonly kind: 'protection-changed'; readonly passphrase: PassphraseChange; readonly keyStore: KeyStoreUse }
  | { readonly kind: 'security-changed'; readonly before: SecuritySettings; readonly after: SecuritySettings }
  | { readonly kind: 'study-key-renewed'; readonly study: string }
  | { readonly kind: 'keys-renewed'; readonly studies: number }
  /** `tokenHost`: where the secret is sent to, if to another host than the service's. */
  | {
      readonly kind: 'connected';
      readonly baseUrl: string;
      readonly partnerId: string;
      readonly clientId: string;
      readonly demo: boolean;
      readonly tokenHost?: string;
    }
  /** SHA-256 of each certificate that is trusted from now on beside the system's, as `AB:CD:…`; none: they were taken away. */
  | { readonly kind: 'certificates-changed'; readonly fingerprints: readonly string[] }
  /** SHA-256 of the certificate that is shown to a gateway from now on, as `AB:CD:…`; null: it was taken away. */
  | { readonly kind: 'client-certificate-changed'; readonly fingerprint: string | null }
  /** The user name and password of a proxy (scheme, host and port) are kept from now on, or no more. */
  | { readonly kind: 'proxy-sign-in-changed'; readonly proxy: string; readonly kept: boolean }
  | { readonly kind: 'setting-changed'; readonly name: string; readonly to: string | number | boolean | null }
  /** Pseudonyms were asked for this recipient for the first time. */
  | { readonly kind: 'recipient-added'; readonly recipient: string }
  | { readonly kind: 'study-added'; readonly study: string }
  | { readonly kind: 'study-removed'; readonly study: string }
  /** What its tests and units are taken for: the version and its SHA-256 in hex; how many decisions it has, and were other than before. */
  | {
      readonly kind: 'terms-changed';
      readonly study: string;
      readonly version: number;
      readonly system: UnitSystem;
      readonly decisions: number;
      readonly changed: number;
      readonly digest: string;
    }
  /** Its records were opened, for the first time since the unlock. */
  | { readonly kind: 'study-opened'; readonly study: string }
  | {
      readonly kind: 'sync';
      readonly study: string;
      readonly outcome: ErrorCode | 'OK';
      /** The shrink guard was told beforehand to hold nothing back. */
      readonly acceptShrink: boolean;
      readonly datasets: readonly SyncedDataset[];
    }
  /** What a person said of a copy that the shrink guard put to review: its records, how many fewer they are, and whom it would leave without any. */
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
  /** A begun export of which no file came, also where its digest was noted already. */
  | ({ readonly kind: 'export-failed'; readonly outcome: NoFile } & ExportAsked)
  /** The trail itself, up to the entry before this one. */
  | { readonly kind: 'trail-exported'; readonly format: string; readonly entries: number; readonly sha256: string }
  | { readonly kind: 'trail-failed'; readonly format: string; readonly outcome: NoFile }
  /** Records that the window put on the clipboard: how many, never which. */
  | Copied
  | TextsWritten
  | PassedOn
  /** SHA-256 of the packed file, hex: the same at both ends. */
  | ({ readonly kind: 'pack'; readonly bytes: number; readonly sha256: string } & PackAsked)
  | ({ readonly kind: 'pack-failed'; readonly outcome: NoFile } & PackAsked)
  | ({
      readonly kind: 'unpack';
      readonly madeAt: string;
      readonly sha256: string;
      readonly outcome: 'added' | 'replaced' | 'prolonged' | 'unchanged';
    } & PackAsked)
  /** A site pack was not taken in: why, and which study it holds where it opened. */
  | { readonly kind: 'unpack-refused'; readonly study: string | null; readonly outcome: ErrorCode }
  /** A sync has proven anew all that came in a site pack: its expiry ends. */
  | { readonly kind: 'pack-settled'; readonly study: string }
  /** SHA-256 of the file, hex; how many studies are in it, and how many could not be read. */
  | ({
      readonly kind: 'backup';
      readonly bytes: number;
      readonly sha256: string;
      readonly studies: number;
      readonly leftOut: number;
    } & BackupAsked)
  | ({ readonly kind: 'backup-failed'; readonly outcome: NoFile } & BackupAsked)
  | { readonly kind: 'restore-begun'; readonly sha256: string; readonly madeAt: string }
  /** The history in a backup is being put before the one of here, whose generations have other numbers then. */
  | { readonly kind: 'history-restore-begun'; readonly study: string }
  /** What a backup, by its SHA-256 in hex, brought: by study, settings, and entries of earlier trails with the last links of these (hex). */
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
      readonly trail: number;
      readonly trailEnds: readonly string[];
    }
  | { readonly kind: 'verified'; readonly findings: number }
  /** A file was looked at, to learn whether it is one of ours; SHA-256 in hex, whatever it was. */
  | { readonly kind: 'file-verified'; readonly verdict: Verdict; readonly sha256: string }
  | { readonly kind: 'set-aside'; readonly study: string; readonly file: string }
  | { readonly kind: 'renewed'; readonly study: string }
  | { readonly kind: 'wiped'; readonly study: string };

/** One entry as it is stored: number from 1, ISO time in UTC, the account that did it, and its link in the chain (hex). */
export interface AuditEntry {
  readonly number: number;
  readonly at: string;
  readonly actor: string;
  readonly event: AuditEvent;
  readonly hash: string;
}
