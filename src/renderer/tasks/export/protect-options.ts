import type { ExportRequest } from '../../../shared/calls/export.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { defaultRecipient, treatmentOf } from '../../../shared/protection.ts';
import type { AllowedTexts, Anchor, ProtectionAsked } from '../../../shared/protection-schemas.ts';
import type { Sort } from '../../../shared/query.ts';

/** For whom an export is protected, and how its zip is. */
export interface ProtectChoice {
  /** As it is typed. */
  readonly recipient: string;
  readonly anchor: Anchor;
  readonly encrypted: boolean;
  /** Of the zip; null until it is typed twice and long enough. */
  readonly passphrase: string | null;
  /** Texts that somebody looked at and lets leave: for this export alone, no preset has them. */
  readonly allowed: AllowedTexts;
}

export const protectedAtFirst: ProtectChoice = {
  recipient: '',
  anchor: { kind: 'first-record' },
  encrypted: true,
  passphrase: null,
  allowed: [],
};

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

/** A text as the preview has it. */
interface Text {
  readonly column: string;
  readonly text: string;
}

export function isAllowed(allowed: AllowedTexts, dataset: DatasetName, { column, text }: Text): boolean {
  return allowed.some((one) => one.dataset === dataset && one.column === column && one.texts.includes(text));
}

/** The same with these texts let leave, or not. */
export function withAllowed(allowed: AllowedTexts, dataset: DatasetName, texts: readonly Text[], leave: boolean): AllowedTexts {
  const byColumn = Map.groupBy(texts, ({ column }) => column);
  const others = allowed.filter((one) => one.dataset !== dataset || !byColumn.has(one.column));
  const changed = [...byColumn].map(([column, some]) => {
    const names = some.map(({ text }) => text);
    const before = allowed.find((one) => one.dataset === dataset && one.column === column)?.texts ?? [];
    const rest = before.filter((text) => !names.includes(text));
    return { dataset, column, texts: leave ? [...rest, ...names] : rest };
  });
  return [...others, ...changed.filter((one) => one.texts.length > 0)];
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
