import { z } from 'zod';
import { annotationKinds, annotationSchema } from '../annotations.ts';

const study = z.string().min(1).max(128);
/** UUID, assigned when an annotation is first written. */
const id = z.uuid();

export const annotationCalls = {
  /** Annotations of one kind, newest first. */
  'annotations.list': {
    host: 'reader',
    input: z.strictObject({ study, kind: z.enum(annotationKinds) }),
    /** `at`: ISO time in UTC of the last write. */
    output: z.array(z.strictObject({ id, at: z.string(), annotation: annotationSchema })),
  },
  /** Creates an annotation or replaces the one with this id; returns its id. Throws USAGE before the first sync, and BUSY. */
  'annotations.write': {
    host: 'writer',
    input: z.strictObject({ study, id: id.nullable(), annotation: annotationSchema }),
    output: z.strictObject({ id }),
  },
  /** Removes an annotation; one that is already gone is no error. */
  'annotations.remove': { host: 'writer', input: z.strictObject({ study, kind: z.enum(annotationKinds), id }), output: z.undefined() },
} as const;
