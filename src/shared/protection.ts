import { isDerived, type Column, type Tells } from './datasets/declaration.ts';
import type { Anchor } from './protection-schemas.ts';

/** The recipient of a protected export that names none. */
export const defaultRecipient = 'default';

export function anchorWords(anchor: Anchor): string {
  switch (anchor.kind) {
    case 'first-record':
      return "the subject's first date in the study";
    case 'baseline':
      return 'the baseline assessment';
    case 'reference':
      return 'the imported reference date';
    case 'visit':
      return `the first date of visit “${anchor.label}”`;
  }
}

/**
 * The verdict on a text in a column that is released text by text. `tells`: it contains a name or a date; `unseen`: nobody reviewed it;
 * `shared`: nobody reviewed it, but many subjects share it; `usual`: it is common to every study; `allowed`: a person released it. Only the
 * last two are exported.
 */
export const textVerdicts = ['tells', 'unseen', 'shared', 'usual', 'allowed'] as const;
export type TextVerdict = (typeof textVerdicts)[number];

/** What a protected export does with a column. */
export const treatments = ['kept', 'pseudonym', 'day', 'dropped'] as const;
export type Treatment = (typeof treatments)[number];

export interface ColumnTreatment {
  readonly treatment: Treatment;
  /** One sentence. */
  readonly reason: string;
}

const byWhatItTells: Readonly<Record<Tells, ColumnTreatment>> = {
  subject: { treatment: 'pseudonym', reason: 'It identifies the subject.' },
  record: { treatment: 'pseudonym', reason: 'It leads back to the record at the service.' },
  case: { treatment: 'pseudonym', reason: 'It leads back to the case at the service.' },
  lesion: { treatment: 'pseudonym', reason: 'It names case, assessment and lesion.' },
  date: { treatment: 'day', reason: 'A date may identify a person. Its distance from the anchor is kept.' },
  person: { treatment: 'dropped', reason: 'It identifies a person at the site.' },
  free: { treatment: 'dropped', reason: 'It is free text, which may contain anything.' },
  address: { treatment: 'dropped', reason: 'It is an address of the service and reveals nothing about the record.' },
  study: { treatment: 'kept', reason: 'It names the study, not a subject.' },
  value: { treatment: 'kept', reason: 'It describes what was found or done, not a person.' },
};
const undecided: ColumnTreatment = { treatment: 'dropped', reason: 'It has not been approved for export.' };
const checkedText = 'It is released text by text: texts common to every study, and texts that somebody reviewed.';

/** What a protected export does with a declared column, and why. */
export function treatmentOf(column: Column): ColumnTreatment {
  if (column.personal === true) return byWhatItTells.person;
  if (column.tells === undefined) return undecided;
  return isChecked(column) ? { treatment: 'kept', reason: checkedText } : byWhatItTells[column.tells];
}

/** Whether the column is released text by text, each only if it reveals nobody. */
export function isChecked(column: Column): boolean {
  return (column.tells === 'value' || column.tells === 'study') && column.kind !== 'number' && !isDerived(column);
}
