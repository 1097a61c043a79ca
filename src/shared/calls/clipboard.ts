import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { subjectsMeantSchema } from '../subjects-meant-schema.ts';

/**
 * What is copied from a study. `form`: rows of a table with a header, one record as the service sent it (without columns), lines selected
 * by hand in a list of records, or code with values that may name somebody (as many as `rows`, without columns). `dataset`: null if those
 * come from several.
 */
const copiedRecords = z.strictObject({
  study: z.string().min(1).max(128),
  dataset: z.enum(datasetNames).nullable(),
  form: z.enum(['rows', 'record', 'marked', 'code']),
  rows: z.int().min(1),
  columns: z.int().min(0),
  /** The subjects that the subject filter selected; null without a filter. */
  meant: subjectsMeantSchema.nullable(),
});

/** Calls that copy to the clipboard. The main process fills it and, on locking, removes what is still there. */
export const clipboardCalls = {
  /** One cell, a part of one record, or text that is no record. */
  'clipboard.write': { host: 'main', input: z.strictObject({ text: z.string().max(900_000) }), output: z.undefined() },
  /**
   * Records it in the audit trail, then copies. `ask`: nothing was copied, because the settings ask for the passphrase before an export.
   */
  'clipboard.records': {
    host: 'main',
    input: z.strictObject({ text: z.string().max(8_000_000), copied: copiedRecords, passphrase: z.string().max(1024).optional() }),
    output: z.enum(['copied', 'ask']),
  },
} as const;

export type CopiedRecords = z.output<typeof copiedRecords>;
