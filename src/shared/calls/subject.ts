import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { namedSubjectSchema } from '../subject-schema.ts';

const study = z.string().min(1).max(128);
const subject = namedSubjectSchema;
const count = z.int().min(0);
const text = z.string().nullable();
const cell = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);

/** One medication record. Dates as sent; sorted by start. */
const medicationRecord = z.strictObject({
  key: z.string(),
  medication: text,
  /** With the digits as sent. */
  dose: text,
  doseUnit: text,
  route: text,
  started: text,
  /** Null: no end was recorded, which does not mean that it is still taken. */
  ended: text,
});
export type MedicationRecord = z.output<typeof medicationRecord>;

/** One entry of the ledger, as in `changes.list`. */
const subjectChange = z.strictObject({
  dataset: z.enum(datasetNames),
  key: z.string(),
  subject: text,
  kind: z.enum(['new', 'changed', 'vanished']),
  generation: z.int(),
  at: z.string(),
  fields: z.array(z.strictObject({ column: z.string(), before: cell, after: cell })),
});

/** Calls for the page of one subject, besides those that take any subjects. */
export const subjectCalls = {
  'subject.medications': {
    host: 'reader',
    input: z.strictObject({ study, subject }),
    output: z.strictObject({ generation: count, medications: z.array(medicationRecord) }),
  },
  /**
   * Changes to a subject's records by passes, newest first, at most `limit`; `of`: total number. Records from the first pass of their
   * dataset are not included.
   */
  'subject.changes': {
    host: 'reader',
    input: z.strictObject({ study, subject, limit: z.int().min(1).max(1000) }),
    output: z.strictObject({ generation: count, of: count, changes: z.array(subjectChange) }),
  },
} as const;
