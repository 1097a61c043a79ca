import type { ExportRequest } from '../../shared/calls/export.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { columnOf, datasets } from '../../shared/datasets/datasets.ts';
import { defaultRecipient, treatmentOf } from '../../shared/protection.ts';
import type { Anchor, ProtectionAsked } from '../../shared/protection-schemas.ts';
import type { Sort } from '../../shared/query.ts';

/** For whom an export is protected, and how its zip is. */
export interface ProtectChoice {
  /** As it is typed. */
  readonly recipient: string;
  readonly anchor: Anchor;
  readonly encrypted: boolean;
  /** Of the zip; null until it is typed twice and long enough. */
  readonly passphrase: string | null;
}

export const protectedAtFirst: ProtectChoice = { recipient: '', anchor: { kind: 'first-record' }, encrypted: true, passphrase: null };

/** As a preset has it. */
export function protectChoiceOf(protection: ProtectionAsked | null): ProtectChoice | null {
  return protection === null ? null : { ...protectedAtFirst, ...protection };
}

/** A recipient that is not named is the usual one. */
export function protectionAsked(choice: ProtectChoice | null): ExportRequest['protection'] {
  if (choice === null) return null;
  const recipient = choice.recipient.trim();
  return { recipient: recipient === '' ? defaultRecipient : recipient, anchor: choice.anchor };
}

/** Whether all is said that the protection needs. */
export function isProtectReady(choice: ProtectChoice | null): boolean {
  return choice === null || !choice.encrypted || choice.passphrase !== null;
}

/** Of these columns those that leave in a protected export. */
export function leavingNames(dataset: DatasetName, names: readonly string[]): readonly string[] {
  return names.filter((name) => leaves(dataset, name));
}

/** An order without the columns that do not leave: it would tell them. */
export function leavingSort(dataset: DatasetName, sort: readonly Sort[]): readonly Sort[] {
  return sort.filter(({ column }) => leaves(dataset, column));
}

function leaves(dataset: DatasetName, name: string): boolean {
  const column = columnOf(datasets[dataset], name);
  return column !== undefined && treatmentOf(column).treatment !== 'dropped';
}
