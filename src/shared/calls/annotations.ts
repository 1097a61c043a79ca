import { z } from 'zod';
import { annotationKinds, annotationSchema } from '../annotations.ts';

const study = z.string().min(1).max(128);
/** UUID; made when an annotation is first written down. */
const id = z.uuid();

export const annotationCalls = {
  /** Those of a kind, the newest first. */
  'annotations.list': {
    host: 'reader',
    input: z.strictObject({ study, kind: z.enum(annotationKinds) }),
    /** `at`: ISO time in UTC at which it was last written. */
    output: z.array(z.strictObject({ id, at: z.string(), annotation: annotationSchema })),
  },
  /** Writes one down, or writes over the one that has this id; the id it has. Errors: USAGE before the first mirror, BUSY. */
  'annotations.write': {
    host: 'writer',
    input: z.strictObject({ study, id: id.nullable(), annotation: annotationSchema }),
    output: z.strictObject({ id }),
  },
  /** Takes one away; one that is gone already is no error. */
  'annotations.remove': { host: 'writer', input: z.strictObject({ study, kind: z.enum(annotationKinds), id }), output: z.undefined() },
} as const;
