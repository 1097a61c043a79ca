import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { subjectsMeantSchema } from '../subjects-meant-schema.ts';

/**
 * What of a study is copied. `form`: rows of a table with a header, one record as the service sent it (it has no columns), or lines that
 * were marked by hand in a list of records; `dataset`: null where those are of several.
 */
const copiedRecords = z.strictObject({
  study: z.string().min(1).max(128),
  dataset: z.enum(datasetNames).nullable(),
  form: z.enum(['rows', 'record', 'marked']),
  rows: z.int().min(1),
  columns: z.int().min(0),
  /** Whom the subject filter narrowed it to; null: there was none. */
  meant: subjectsMeantSchema.nullable(),
});

/** Ways to the clipboard, which the main process fills: it takes back at a lock what is still there of it. */
export const clipboardCalls = {
  /** One cell, a part of one record, or no record at all. */
  'clipboard.write': { host: 'main', input: z.strictObject({ text: z.string().max(900_000) }), output: z.undefined() },
  /** Notes it in the audit trail, then copies. `ask`: nothing was copied, as the settings ask for the passphrase before an export. */
  'clipboard.records': {
    host: 'main',
    input: z.strictObject({ text: z.string().max(8_000_000), copied: copiedRecords, passphrase: z.string().max(1024).optional() }),
    output: z.enum(['copied', 'ask']),
  },
} as const;

export type CopiedRecords = z.output<typeof copiedRecords>;
