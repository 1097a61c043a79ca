import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';
import { errorCodes, type ErrorCode } from './errors.ts';
import { inconsistencies, type Inconsistency } from './inconsistencies.ts';

const codes = Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]];

export const errorReportSchema = z.strictObject({ code: z.enum(codes), message: z.string() });

const inconsistencyNames = Object.keys(inconsistencies) as [Inconsistency, ...Inconsistency[]];

/** A field or extension that the interface does not describe: the number of places where it occurs, and the source path of one of them. */
const driftSchema = z.strictObject({ kind: z.enum(['field', 'extension']), name: z.string(), count: z.int(), path: z.string() });
export type Drift = z.infer<typeof driftSchema>;

/**
 * The subjects named by a dataset compared with the members of the study's Group, in both directions. For the subjects dataset itself:
 * those named by any other dataset.
 */
const subjectsSeenSchema = z.strictObject({
  seen: z.int(),
  members: z.int(),
  /** Named by the dataset, but not a member. */
  outsideGroup: z.int(),
  /** Members that the dataset does not name. */
  withoutData: z.int(),
});
export type SubjectsSeen = z.infer<typeof subjectsSeenSchema>;

/**
 * What was checked before a pass counted as complete ("complete as of"). Times are ISO in UTC; counts are of pages, entries and distinct
 * record keys.
 */
const proofSchema = z.strictObject({
  startedAt: z.string(),
  endedAt: z.string(),
  passes: z.int(),
  /** Why each earlier pass was abandoned. */
  repeated: z.array(z.array(z.enum(inconsistencyNames))),
  /** Pages already read by an interrupted run, which were not requested again. */
  resumedPages: z.int(),
  pages: z.int(),
  entries: z.int(),
  distinct: z.int(),
  /** `total` on the first and the last page read; null if the service sent none ("not confirmed"). */
  totalAtStart: z.int().nullable(),
  totalAtEnd: z.int().nullable(),
  /** The first and last page were read again and were unchanged. */
  secondLook: z.boolean(),
  /**
   * Every page was found unchanged by a request sent after the last answer with something new, so the pages were one state of the service.
   */
  confirmed: z.boolean(),
  /** How often the pages were read: all of them, or those still to be confirmed. */
  rounds: z.int(),
  /** The moment at which the service had that state, by its clock; null if not confirmed. */
  confirmedAt: z.string().nullable(),
  /** All datasets of the run were in that state at the same moment. */
  wholeStudy: z.boolean(),
  /** Seconds by which the service's clock was ahead of this computer's; null if it sent no time. */
  clockOffsetSeconds: z.number().nullable(),
  /** SHA-256 over the digests of all pages in order, hex. */
  digest: z.string(),
  /** Pages whose links name another host or scheme: only their page numbers were read, and that host was never contacted. */
  foreignLinks: z.int(),
  /** Most frequent first, at most 50. */
  drift: z.array(driftSchema),
});
export type Proof = z.infer<typeof proofSchema>;

const datasetStates = ['updated', 'unchanged', 'kept', 'pending', 'none'] as const;

/**
 * A proven copy that waits for a person's decision because it is much smaller: its records, how many fewer they are (negative: more), its
 * as-of time, and how many of the subjects now shown have nothing in it. Copies pending from earlier versions lack `subjects`.
 */
const pendingReviewSchema = z.strictObject({
  records: z.int(),
  lost: z.int(),
  asOf: z.string(),
  subjects: z.strictObject({ before: z.int(), lost: z.int() }).optional(),
});
export type PendingReview = z.infer<typeof pendingReviewSchema>;

/** One dataset of a study, as the window shows it; `--json` prints it by `status-json.ts`. */
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
  /** Records of an earlier copy that the shown, unconfirmed copy lacks. A confirmed pass will tell whether they vanished. */
  absent: z.int(),
  error: errorReportSchema.nullable(),
  proof: proofSchema.nullable(),
  /** Null if the Group or the dataset was never mirrored. */
  subjects: subjectsSeenSchema.nullable(),
  pending: pendingReviewSchema.nullable(),
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
  /** Pages that were read again, out of those to be confirmed; absent while pages are read for the first time. */
  confirmed: z.int().optional(),
  toConfirm: z.int().optional(),
});
export type SyncProgress = z.infer<typeof syncProgressSchema>;

/** Why a running sync is paused, and for how many seconds at most. */
export const syncPauseSchema = z.strictObject({ reason: z.enum(codes), seconds: z.number() });
export type SyncPause = z.infer<typeof syncPauseSchema>;

/** The outcome of a run over several studies. `exitCode` is that of the command line. */
export const syncResultSchema = z.strictObject({
  exitCode: z.int(),
  code: z.enum(['OK', ...codes]),
  studies: z.array(studyStatusSchema),
});
export type SyncResult = z.infer<typeof syncResultSchema>;
