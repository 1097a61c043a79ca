import { datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { AuditGroup } from '../../../shared/calls/audit.ts';
import { listings } from '../../../shared/listings.ts';
import type { Operator } from '../../../shared/query.ts';
import type { KeyStoreUse } from '../../../shared/security.ts';
import type { SecuritySettings } from '../../../shared/security-schema.ts';
import { saySubjects, type SubjectsMeant } from '../../../shared/subjects-meant.ts';
import type { AuditEvent, ExportAsked, NoFile, PassphraseChange, SyncedDataset } from './audit-event.ts';
import { formatCount, formatCountOf } from '../../../shared/format-count.ts';

type Kind = AuditEvent['kind'];
type EventOf<K extends Kind> = Extract<AuditEvent, { readonly kind: K }>;

/** The filter group of each kind. */
export const groupOfKind: Readonly<Record<Kind, AuditGroup>> = {
  'vault-created': 'keys',
  unlocked: 'unlock',
  'unlock-failed': 'unlock',
  'folder-mended': 'check',
  'older-accepted': 'check',
  'protection-changed': 'keys',
  'study-key-renewed': 'keys',
  'keys-renewed': 'keys',
  'security-changed': 'settings',
  connected: 'settings',
  'certificates-changed': 'settings',
  'client-certificate-changed': 'settings',
  'proxy-sign-in-changed': 'settings',
  'setting-changed': 'settings',
  'study-added': 'study',
  'study-removed': 'study',
  'terms-changed': 'study',
  'study-opened': 'study',
  sync: 'sync',
  'shrink-decided': 'sync',
  'recipient-added': 'export',
  'export-begun': 'export',
  export: 'export',
  'export-failed': 'export',
  'trail-begun': 'export',
  'trail-exported': 'export',
  'trail-failed': 'export',
  copied: 'export',
  'texts-written': 'export',
  'passed-on': 'export',
  'pack-begun': 'export',
  pack: 'export',
  'pack-failed': 'export',
  unpack: 'study',
  'unpack-refused': 'study',
  'pack-settled': 'study',
  'backup-begun': 'export',
  backup: 'export',
  'backup-failed': 'export',
  'restore-begun': 'study',
  'history-restore-begun': 'study',
  restored: 'study',
  verified: 'check',
  'file-verified': 'check',
  'set-aside': 'check',
  renewed: 'study',
  wiped: 'wipe',
};

/** Describes an event in plain words. */
export function sayEvent(event: AuditEvent): string {
  switch (event.kind) {
    case 'vault-created':
      return `Created the vault, opened with ${event.with.map(lockWord).join(' and ')}`;
    case 'unlocked':
      return `Unlocked with ${lockWord(event.with)}`;
    case 'unlock-failed':
      return `${event.times === 1 ? 'A wrong passphrase was' : `${event.times} wrong passphrases were`} entered, last at ${event.last}`;
    case 'folder-mended':
      return 'Removed write access to the data folder for its group and for others';
    case 'older-accepted':
      return `Continued with a vault that was not the newest: ${event.entries} entries${event.written === null ? '' : ` of ${event.written}`}`;
    case 'protection-changed':
      return `Changed how the vault is opened: ${passphraseWords[event.passphrase]}, ${storeWords[event.keyStore]}`;
    case 'study-key-renewed':
      return `Encrypted ${event.study} with a new key`;
    case 'keys-renewed':
      return `Renewed all keys: ${event.studies} studies`;
    case 'security-changed':
      return `Changed when Carrel locks and asks for the passphrase: ${sayLocking(event.after)}`;
    case 'connected':
      return `Connected to ${event.demo ? 'the demo service' : event.baseUrl} as ${event.clientId}${event.tokenHost === undefined ? '' : `, with tokens from ${event.tokenHost}`}${event.pins === undefined ? '' : `, pinned keys: ${event.pins}`}`;
    case 'certificates-changed':
      return event.fingerprints.length === 0 ? 'Removed all extra certificates' : `Extra certificates: ${event.fingerprints.length}`;
    case 'client-certificate-changed':
      return event.fingerprint === null
        ? 'Removed the client certificate'
        : `Client certificate: SHA-256 ${event.fingerprint.slice(0, 17)}…`;
    case 'proxy-sign-in-changed':
      return event.kept
        ? `Stored a user name and password for the proxy ${event.proxy}`
        : `Deleted the password of the proxy ${event.proxy}`;
    case 'setting-changed':
      return `Setting ${event.name}: ${event.to === null ? 'off' : String(event.to)}`;
    case 'study-added':
      return `Added ${event.study}`;
    case 'study-removed':
      return `Removed ${event.study}, which had not been mirrored`;
    case 'study-opened':
      return `Opened ${event.study}`;
    case 'sync':
      return `Synced ${event.study}: ${event.outcome}${sayDatasets(event.datasets)}`;
    case 'shrink-decided':
      return `${event.choice === 'accept' ? 'Accepted' : 'Refused'} a copy of ${titleOf(event.dataset)} of ${event.study} with ${sayLoss(event)}`;
    case 'recipient-added':
      return `New recipient of pseudonyms: ${event.recipient}`;
    case 'terms-changed':
      return `Changed the tests and units of ${event.study}: version ${event.version}, ${event.decisions} decisions, ${event.changed} of them changed, ${event.system} units, SHA-256 ${event.digest.slice(0, 12)}…`;
    case 'export-begun':
      return `Started to export ${sayExport(event)}`;
    case 'export':
      return `Exported ${sayExport(event)}${sayWhom(event)}${sayCutOff(event)}: ${event.rows} rows, ${event.columns} columns, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'export-failed':
      return `No file was written by the export of ${sayExport(event)}: ${sayNoFile(event.outcome)}`;
    case 'trail-begun':
      return `Started to export the audit trail as ${event.format}`;
    case 'trail-exported':
      return `Exported the audit trail: ${event.entries} entries, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'trail-failed':
      return `No file was written by the export of the audit trail as ${event.format}: ${sayNoFile(event.outcome)}`;
    case 'copied':
      return `Copied ${sayCopied(event)} to the clipboard`;
    case 'texts-written':
      return `Wrote ${event.texts} texts of ${event.study} to a file for review before export: SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'passed-on':
      return `Wrote ${passedOn[event.what]}${event.study === null ? '' : ` of ${event.study}`} to a file: SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'pack-begun':
    case 'pack':
    case 'pack-failed':
    case 'unpack':
    case 'unpack-refused':
    case 'pack-settled':
      return sayPack(event);
    case 'backup-begun':
    case 'backup':
    case 'backup-failed':
    case 'restore-begun':
    case 'history-restore-begun':
    case 'restored':
      return sayBackup(event);
    case 'verified':
      return event.findings === 0
        ? 'Checked everything: no problems found'
        : `Checked everything: ${event.findings} ${event.findings === 1 ? 'problem' : 'problems'} found`;
    case 'file-verified':
      return `Verified a file: ${event.verdict}, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'set-aside':
      return `Set the damaged file of ${event.study} aside`;
    case 'renewed':
      return `Started a fresh mirror of ${event.study}`;
    case 'wiped':
      return `Wiped ${event.study}`;
  }
}

function sayPack(event: EventOf<'pack-begun' | 'pack' | 'pack-failed' | 'unpack' | 'unpack-refused' | 'pack-settled'>): string {
  switch (event.kind) {
    case 'pack-begun':
      return `Started to pack ${event.study}, last day ${event.expires}`;
    case 'pack':
      return `Packed ${event.study}, last day ${event.expires}: SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'pack-failed':
      return `No file was written by the packing of ${event.study}, last day ${event.expires}: ${sayNoFile(event.outcome)}`;
    case 'unpack':
      return `Unpacked ${event.study}, ${taken[event.outcome]}: last day ${event.expires}, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'unpack-refused':
      return `Refused to unpack ${event.study ?? 'a site pack that could not be opened'}: ${event.outcome}`;
    case 'pack-settled':
      return `A sync proved all of ${event.study}, which came from a site pack: its last day no longer applies`;
  }
}

function sayBackup(
  event: EventOf<'backup-begun' | 'backup' | 'backup-failed' | 'restore-begun' | 'history-restore-begun' | 'restored'>,
): string {
  switch (event.kind) {
    case 'backup-begun':
      return `Started a backup ${sayBackedUp(event)}`;
    case 'backup':
      return `Made a backup ${sayBackedUp(event)}: ${sayContents(event)}, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'backup-failed':
      return `No file was written by the backup ${sayBackedUp(event)}: ${sayNoFile(event.outcome)}`;
    case 'restore-begun':
      return `Started to restore a backup of ${event.madeAt}, SHA-256 ${event.sha256.slice(0, 12)}…`;
    case 'history-restore-begun':
      return `Started to restore the change history of ${event.study} from a backup`;
    case 'restored':
      return `Restored a backup of ${event.madeAt}, SHA-256 ${event.sha256.slice(0, 12)}…: ${sayRestored(event)}`;
  }
}

function sayBackedUp({ study, afterSync }: { readonly study: string | null; readonly afterSync: boolean }): string {
  return `of ${study ?? 'all studies'}${afterSync ? ' after a sync' : ''}`;
}

function sayContents({ studies, leftOut, withoutTrail }: EventOf<'backup'>): string {
  const left = leftOut === 0 ? [] : [`${leftOut} left out`];
  return [`${studies} studies`, ...left, ...(withoutTrail === undefined ? [] : ['without the audit trail'])].join(', ');
}

function sayRestored({ studies, settings, recipients, trail, withoutTrail }: EventOf<'restored'>): string {
  const added = studies.map(({ study, added: count, updated }) => `${study} +${count}${updated === 0 ? '' : ` ~${updated}`}`);
  const entries = withoutTrail === undefined ? `${trail} earlier audit entries` : 'not its audit trail, which was not whole';
  const brought = recipients === undefined ? '' : ` with the recipients ${recipients.join(', ')}`;
  return [...added, `${settings} settings${brought}`, entries].join(', ');
}

const passedOn = {
  'tests-and-units': 'the decisions on tests and units',
  checks: 'the checks',
  'export-preset': 'an export preset',
} as const;
const taken = {
  added: 'new here',
  replaced: 'in place of an earlier copy',
  prolonged: 'the same copy for longer',
  unchanged: 'the same copy again',
} as const;
const passphraseWords: Readonly<Record<PassphraseChange, string>> = {
  set: 'passphrase set',
  changed: 'passphrase changed',
  kept: 'same passphrase',
  removed: 'passphrase removed',
  none: 'no passphrase',
};
const storeWords: Readonly<Record<KeyStoreUse, string>> = {
  off: "without the system's key store",
  session: "the system's key store after the passphrase",
  always: "the system's key store",
};

function sayLocking({ lockAfterMinutes, lockWithComputer, askBeforeExport, hideFromCapture }: SecuritySettings): string {
  const computer = lockWithComputer ? 'with the computer' : 'not with the computer';
  const hidden = hideFromCapture ? ', hidden from screen captures' : '';
  return `after ${lockAfterMinutes} minutes, ${computer}, ${askBeforeExport ? 'passphrase required' : 'no passphrase required'} before an export${hidden}`;
}

/** The trail names nobody, so this gives how many of all subjects the subject filter left. */
function sayWhom({ subjects }: { readonly subjects?: SubjectsMeant }): string {
  return subjects === undefined ? '' : `, of ${saySubjects(subjects)}`;
}

function sayCopied({ study, dataset, form, rows, columns, ...whom }: EventOf<'copied'>): string {
  const from = sayFrom(study, dataset);
  if (form === 'record') return `a record of ${from} as the service sent it`;
  if (form === 'code') return `code of ${from} with ${formatCountOf(rows, 'value')} that may name somebody`;
  const lines = form === 'marked' ? formatCountOf(rows, 'selected line') : formatCountOf(rows, 'row');
  return `${lines} of ${from}${sayWhom(whom)}, ${formatCountOf(columns, 'column')},`;
}

function sayNoFile(outcome: NoFile): string {
  return outcome === 'INTERRUPTED' ? 'interrupted' : outcome;
}

function lockWord(lock: 'passphrase' | 'os'): string {
  return lock === 'os' ? "the system's key store" : 'the passphrase';
}

function titleOf(dataset: DatasetName): string {
  return datasets[dataset].title;
}

function sayFrom(study: string, dataset: DatasetName | null): string {
  return dataset === null ? `several datasets of ${study}` : `${titleOf(dataset)} of ${study}`;
}

function sayCutOff({ cutOff }: { readonly cutOff?: string }): string {
  return cutOff === undefined ? '' : `, with records up to the data cut-off ${cutOff}`;
}

function sayExport({ study, dataset, notes, listing, byVisit, format, recipient = null, where, narrowed }: ExportAsked): string {
  const conditions = where.map(({ column, op }) => `${columnWord(dataset, column)} ${operatorWords[op]}`);
  const pseudonyms = recipient === null ? '' : `, with the pseudonyms for ${recipient}`;
  const records = sayFrom(study, dataset) + (byVisit === true ? ' by visit' : '');
  const table = listing === undefined ? records : `the listing “${listings[listing].title}” of ${study}`;
  const what = notes === true ? `the notes of ${study}` : table;
  return `${what} as ${format}${pseudonyms}${conditions.length === 0 ? '' : `, where ${conditions.join(' and ')}`}${narrowed ? ', selected rows only' : ''}`;
}

/** The trail records no values, because they may identify a person: the compared value is shown as "…". */
const operatorWords: Readonly<Record<Operator, string>> = {
  '=': 'is …',
  '!=': 'is not …',
  '<': 'is below …',
  '<=': 'is at most …',
  '>': 'is above …',
  '>=': 'is at least …',
  contains: 'contains …',
  in: 'is one of …',
  'not-in': 'is none of …',
  missing: 'is missing',
  present: 'is present',
};

/** The plain heading of a column; its name if several datasets were exported or no present column has that name. */
function columnWord(dataset: DatasetName | null, name: string): string {
  const columns: readonly Column[] = dataset === null ? [] : datasets[dataset].columns;
  return columns.find((column) => column.name === name)?.plain ?? name;
}

/** "; new: Labs 28,471, Vitals 3; changed: Labs 2"; empty if nothing changed. */
function sayDatasets(synced: readonly SyncedDataset[]): string {
  const moved = (['added', 'changed', 'vanished'] as const).flatMap((kind) => {
    const counts = synced.filter((one) => one[kind] > 0).map((one) => `${titleOf(one.dataset)} ${formatCount(one[kind])}`);
    return counts.length === 0 ? [] : [`; ${kind === 'added' ? 'new' : kind}: ${counts.join(', ')}`];
  });
  return moved.join('');
}

function sayLoss({ lost, subjectsLost = 0 }: { readonly lost: number; readonly subjectsLost?: number }): string {
  const records = lost >= 0 ? `${lost} fewer records` : `${-lost} more records`;
  return subjectsLost === 0 ? records : `${records} and no records of ${subjectsLost} subjects shown before`;
}
