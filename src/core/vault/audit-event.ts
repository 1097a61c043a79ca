import type { DatasetName } from '../../shared/datasets/declaration.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Operator } from '../../shared/query.ts';
import type { DatasetStatus } from '../../shared/status.ts';

/** What can open a vault. */
export type UnlockWith = 'passphrase' | 'os';

/** What the trail says of one dataset of a sync: its outcome, never a record. */
export type SyncedDataset = Pick<DatasetStatus, 'dataset' | 'state' | 'records' | 'generation' | 'added' | 'changed' | 'vanished'> & {
  readonly error: ErrorCode | null;
};

/** What was asked for; the conditions without their values. */
export interface ExportAsked {
  readonly study: string;
  readonly dataset: DatasetName;
  readonly format: string;
  readonly where: readonly { readonly column: string; readonly op: Operator }[];
  /** Whether a quick search, a subject filter or a choice of rows narrowed it as well. */
  readonly narrowed: boolean;
  readonly generation: number | null;
}

/**
 * Everything the audit trail can hold. Conditions are kept as column and operator only:
 * no value of a record, no subject, no secret is ever written to it.
 */
export type AuditEvent =
  | { readonly kind: 'vault-created'; readonly with: readonly UnlockWith[] }
  | { readonly kind: 'unlocked'; readonly with: UnlockWith }
  | { readonly kind: 'unlock-failed'; readonly times: number; readonly last: string }
  | { readonly kind: 'connected'; readonly baseUrl: string; readonly partnerId: string; readonly clientId: string; readonly demo: boolean }
  | { readonly kind: 'study-added'; readonly study: string }
  | { readonly kind: 'study-removed'; readonly study: string }
  | { readonly kind: 'sync'; readonly study: string; readonly outcome: ErrorCode | 'OK'; readonly datasets: readonly SyncedDataset[] }
  | ({ readonly kind: 'export-begun' } & ExportAsked)
  | ({ readonly kind: 'export'; readonly rows: number; readonly columns: number; readonly sha256: string } & ExportAsked)
  | { readonly kind: 'verified'; readonly findings: number }
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
