import type { ExportRequest } from '../../../shared/calls/export.ts';
import { columnOf, datasets, type DatasetName } from '../../../shared/datasets/datasets.ts';
import { defaultRecipient, treatmentOf } from '../../../shared/protection.ts';
import type { AllowedTexts, Anchor, ProtectionAsked } from '../../../shared/protection-schemas.ts';
import type { Sort } from '../../../shared/query.ts';

/** Protection of an export: recipient, day 1, zip and released texts. */
export interface ProtectChoice {
  /** As typed. */
  readonly recipient: string;
  readonly anchor: Anchor;
  readonly encrypted: boolean;
  /** Passphrase of the zip; null until an acceptable one is typed twice. */
  readonly passphrase: string | null;
  /** Texts that the user reviewed and released. For this export only; presets do not include them. */
  readonly allowed: AllowedTexts;
}

export const protectedAtFirst: ProtectChoice = {
  recipient: '',
  anchor: { kind: 'first-record' },
  encrypted: true,
  passphrase: null,
  allowed: [],
};

/** The initial choice for the protection of a preset. */
export function protectChoiceOf(protection: ProtectionAsked | null): ProtectChoice | null {
  return protection === null ? null : { ...protectedAtFirst, ...protection };
}

/** Uses the default recipient if none is typed. */
export function protectionAsked(choice: ProtectChoice | null): ExportRequest['protection'] {
  if (choice === null) return null;
  const recipient = choice.recipient.trim();
  return { recipient: recipient === '' ? defaultRecipient : recipient, anchor: choice.anchor };
}

/** A text in the preview. */
interface Text {
  readonly column: string;
  readonly text: string;
}

export function isAllowed(allowed: AllowedTexts, dataset: DatasetName, { column, text }: Text): boolean {
  return allowed.some((one) => one.dataset === dataset && one.column === column && one.texts.includes(text));
}

/** `allowed` with these texts released (`leave`) or withheld. */
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

/** Whether the choice is complete: an encrypted zip needs a passphrase. */
export function isProtectReady(choice: ProtectChoice | null): boolean {
  return choice === null || !choice.encrypted || choice.passphrase !== null;
}

/** Filters these columns to those that a protected export contains. */
export function leavingNames(dataset: DatasetName, names: readonly string[]): readonly string[] {
  return names.filter((name) => leaves(dataset, name));
}

/** Removes dropped columns from the sort order, because the order of rows would reveal their values. */
export function leavingSort(dataset: DatasetName, sort: readonly Sort[]): readonly Sort[] {
  return sort.filter(({ column }) => leaves(dataset, column));
}

function leaves(dataset: DatasetName, name: string): boolean {
  const column = columnOf(datasets[dataset], name);
  return column !== undefined && treatmentOf(column).treatment !== 'dropped';
}
