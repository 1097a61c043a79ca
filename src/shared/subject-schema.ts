import { z } from 'zod';

/** A subject's identifier; empty for records that name nobody. */
export const subjectSchema = z.string().max(256);

/** The identifier of a subject that exists. */
export const namedSubjectSchema = subjectSchema.min(1);

/** The subject filter; null for all subjects. A filter leaves out records without a subject. */
export const subjectFilterSchema = z.array(subjectSchema).max(200_000).nullable();
