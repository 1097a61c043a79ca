import { z } from 'zod';
import { isDerived, type Column, type Tells } from './datasets/declaration.ts';

/** What the days of a protected export are counted from, for each subject: its first date in the study, its baseline assessment, the first date of a visit, or the reference date that was imported. */
export const anchorSchema = z.union([
  z.strictObject({ kind: z.literal('first-record') }),
  z.strictObject({ kind: z.literal('baseline') }),
  z.strictObject({ kind: z.literal('reference') }),
  z.strictObject({ kind: z.literal('visit'), label: z.string().min(1).max(200) }),
]);
export type Anchor = z.output<typeof anchorSchema>;

/** A name on one line. */
const recipientSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u);

/** For whom records are pseudonymised: each recipient has pseudonyms of its own, the same ones every time. */
export const protectionSchema = z.strictObject({ recipient: recipientSchema, anchor: anchorSchema });

export type ProtectionAsked = z.output<typeof protectionSchema>;

/** The recipient of a protected export that names none. */
export const defaultRecipient = 'default';

/** Whether a text can be the name of a recipient. */
export function isRecipient(text: string): boolean {
  return recipientSchema.safeParse(text).success;
}

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

/** What becomes of a column in a protected export. */
export const treatments = ['kept', 'pseudonym', 'day', 'dropped'] as const;
export type Treatment = (typeof treatments)[number];

export interface ColumnTreatment {
  readonly treatment: Treatment;
  /** One sentence. */
  readonly reason: string;
}

const byWhatItTells: Readonly<Record<Tells, ColumnTreatment>> = {
  subject: { treatment: 'pseudonym', reason: 'It names the subject.' },
  record: { treatment: 'pseudonym', reason: 'It leads back to the record at the service.' },
  case: { treatment: 'pseudonym', reason: 'It leads back to the case at the service.' },
  lesion: { treatment: 'pseudonym', reason: 'It names case, assessment and lesion.' },
  date: { treatment: 'day', reason: 'A date may tell who it is. How far it is from the anchor is kept.' },
  person: { treatment: 'dropped', reason: 'It names a person at the site.' },
  free: { treatment: 'dropped', reason: 'It is free text: anything may have been typed into it.' },
  address: { treatment: 'dropped', reason: 'It is an address of the service and tells nothing of the record.' },
  study: { treatment: 'kept', reason: 'It names the study, not a subject.' },
  value: { treatment: 'kept', reason: 'It tells what was found or done, not of whom.' },
};
const undecided: ColumnTreatment = { treatment: 'dropped', reason: 'Nobody has decided yet that it may leave.' };
const checkedText = 'It tells what was found or done; withheld where somebody or a date stands in it.';

/** What becomes of a declared column in a protected export, and why. */
export function treatmentOf(column: Column): ColumnTreatment {
  if (column.personal === true) return byWhatItTells.person;
  if (column.tells === undefined) return undecided;
  return isChecked(column) ? { treatment: 'kept', reason: checkedText } : byWhatItTells[column.tells];
}

/** Whether its texts leave only where neither the subject nor a date stands in them. */
export function isChecked(column: Column): boolean {
  return column.tells === 'value' && column.kind !== 'number' && !isDerived(column);
}
