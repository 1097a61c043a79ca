import { z } from 'zod';
import { mostLookedAt } from '../annotations.ts';
import { checkNames } from '../data-checks.ts';
import { datasetNames } from '../datasets/datasets.ts';

const study = z.string().min(1).max(128);
const check = z.enum(checkNames);
const dataset = z.enum(datasetNames);
/** The subject filter; null: all subjects. What is of no subject is left out under a filter. */
const subjects = z.array(z.string().max(256)).max(200_000).nullable();

const line = z.strictObject({
  check,
  dataset,
  records: z.int(),
  /** Of those that nobody marked as looked at, or that changed since. */
  open: z.int(),
  subjects: z.int(),
});
export type CheckLine = z.output<typeof line>;

const found = z.strictObject({
  key: z.string(),
  subject: z.string().nullable(),
  /** When it was looked at, ISO time in UTC, and the annotation that says so; null: it is open. */
  looked: z.strictObject({ at: z.string(), mark: z.uuid() }).nullable(),
});
export type FoundInCheck = z.output<typeof found>;

export const checkCalls = {
  /** What the checks of the values find; the first time after a sync they take some seconds over a million results. */
  'checks.summary': {
    host: 'reader',
    input: z.strictObject({ study, subjects }),
    output: z.strictObject({ generation: z.int(), checks: z.array(line) }),
  },
  /** The records behind one line of the summary, `of` in all; the open ones first, `limit` at most. */
  'checks.records': {
    host: 'reader',
    input: z.strictObject({ study, check, dataset, subjects, limit: z.int().min(1).max(mostLookedAt) }),
    output: z.strictObject({ generation: z.int(), of: z.int(), records: z.array(found) }),
  },
} as const;
