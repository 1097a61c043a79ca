import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';

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

/** Of one column. */
export const mostAllowedTexts = 20_000;
/** Characters of one of them. */
export const longestAllowedText = 4096;

/** Texts that a person saw and lets leave, by dataset and column; none of them leaves all the same where it names somebody of the study or a date. */
export const allowedTextsSchema = z
  .array(
    z.strictObject({
      dataset: z.enum(datasetNames),
      column: z.string().max(64),
      texts: z.array(z.string().max(longestAllowedText)).max(mostAllowedTexts),
    }),
  )
  .max(100);
export type AllowedTexts = z.output<typeof allowedTextsSchema>;

export type ProtectionAsked = z.output<typeof protectionSchema>;

/** Whether a text can be the name of a recipient. */
export function isRecipient(text: string): boolean {
  return recipientSchema.safeParse(text).success;
}
