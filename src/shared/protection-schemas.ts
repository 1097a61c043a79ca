import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';

/**
 * The day that a protected export counts each subject's days from: the first date in the study, the baseline assessment, the first date of
 * a visit, or the imported reference date.
 */
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

/** The recipient of pseudonymized records: each recipient has its own pseudonyms, the same every time. */
export const protectionSchema = z.strictObject({ recipient: recipientSchema, anchor: anchorSchema });

/** Per column. */
export const mostAllowedTexts = 20_000;
/** In characters. */
export const longestAllowedText = 4096;

/**
 * Texts that a person reviewed and released, by dataset and column. A text is still withheld if it contains a date or the name of a person
 * in the study.
 */
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
