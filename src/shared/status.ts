import { z } from 'zod';
import { datasetNames } from './datasets/declaration.ts';
import { errorCodes, type ErrorCode } from './errors.ts';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

export const errorReportSchema = z.strictObject({ category: z.enum(codes), message: z.string() });

/**
 * What was checked before a pass counted as complete ("complete as of"), times in ISO UTC.
 * Counts are of pages, entries and distinct record keys.
 */
const proofSchema = z.strictObject({
  startedAt: z.string(),
  endedAt: z.string(),
  passes: z.int(),
  pages: z.int(),
  entries: z.int(),
  distinct: z.int(),
  /** `total` on the first and the last page read; null where the service sent none ("not confirmed"). */
  totalAtStart: z.int().nullable(),
  totalAtEnd: z.int().nullable(),
  /** The first and last page were read again and were unchanged. */
  secondLook: z.boolean(),
  /** SHA-256 over the digests of all pages in order, hex. */
  digest: z.string(),
});
export type Proof = z.infer<typeof proofSchema>;

const datasetStates = ['updated', 'unchanged', 'kept', 'pending', 'none'] as const;

/** One dataset of a study as the command line prints it (cli.md, JSON) and the window shows it. */
export const datasetStatusSchema = z.strictObject({
  dataset: z.enum(datasetNames),
  state: z.enum(datasetStates),
  records: z.int(),
  pages: z.int(),
  asOf: z.string().nullable(),
  generation: z.int().nullable(),
  added: z.int(),
  changed: z.int(),
  vanished: z.int(),
  issues: z.int(),
  quarantined: z.int(),
  error: errorReportSchema.nullable(),
  proof: proofSchema.nullable(),
});
export type DatasetStatus = z.infer<typeof datasetStatusSchema>;

export const studyStatusSchema = z.strictObject({ study: z.string(), datasets: z.array(datasetStatusSchema) });
export type StudyStatus = z.infer<typeof studyStatusSchema>;

export const syncProgressSchema = z.strictObject({
  study: z.string(),
  dataset: z.enum(datasetNames),
  page: z.int(),
  pages: z.int().nullable(),
  records: z.int(),
  total: z.int().nullable(),
});
export type SyncProgress = z.infer<typeof syncProgressSchema>;

/** The outcome of a run over several studies: the last line of `sync --json` without `event`. */
export const syncResultSchema = z.strictObject({
  code: z.int(),
  category: z.enum(['OK', ...codes]),
  studies: z.array(studyStatusSchema),
});
export type SyncResult = z.infer<typeof syncResultSchema>;
