import { z } from 'zod';
import { checkIdSchema, checkRuleSchema, ruleDigestSchema } from './checks/check-rule.ts';
import { datasetNames } from './datasets/datasets.ts';
import { layoutSchema } from './layout.ts';
import { conditionSchema, sortSchema } from './query.ts';

const words = z.string().trim().min(1).max(4000);
const title = z.string().trim().min(1).max(80);
const subject = z.string().min(1).max(256);

/** Records that one mark "looked at" is of, at most. */
export const mostLookedAt = 100_000;

/** What an annotation stands beside: a record, or a subject as a whole. It may be of records that have vanished since. */
const placeSchema = z.union([
  z.strictObject({ of: z.literal('record'), dataset: z.enum(datasetNames), key: z.string().min(1).max(512), subject: subject.nullable() }),
  z.strictObject({ of: z.literal('subject'), subject }),
]);
export type AnnotatedPlace = z.output<typeof placeSchema>;

/**
 * What people add to a study, by kind: ours, never mirrored data. It is kept in the study's file, outside of what is proven, and goes into no
 * site pack.
 */
const annotationSchemas = {
  /** What somebody wrote down; `followUp`: to be looked at again, and done or not. */
  note: z.strictObject({ place: placeSchema, text: words, followUp: z.enum(['none', 'open', 'done']) }),
  /** A set of subjects under a name; `says`: how it came about, in words. */
  'subject-filter': z.strictObject({ title, says: z.string().max(400), subjects: z.array(subject).max(200_000) }),
  /** How the table of a dataset was set, under a name. `tests`: the columns of the table by visit; null: a row a record. */
  'grid-view': z.strictObject({
    title,
    dataset: z.enum(datasetNames),
    where: z.array(conditionSchema).max(100),
    search: z.string().max(200),
    sort: z.array(sortSchema).max(8),
    columns: layoutSchema.shape.columns,
    tests: z.array(z.string().max(4096)).max(40).nullable(),
  }),
  /** The order of visits that somebody decided on; one a study, the newest counts. */
  'visit-order': z.strictObject({ visits: z.array(z.string().max(4096)).max(2000) }),
  /**
   * What a check of the values found, and somebody looked at: these records as they were at `generation`. One that changed since is open
   * again. `at`: ISO time in UTC.
   */
  'looked-at': z.strictObject({
    check: checkIdSchema,
    dataset: z.enum(datasetNames),
    /** What a check of somebody's own asked then, as a digest: one that asks another thing was not looked at. Without it: a built-in check. */
    rule: ruleDigestSchema.optional(),
    generation: z.int().min(0),
    at: z.iso.datetime(),
    keys: z.array(z.string().min(1).max(512)).min(1).max(mostLookedAt),
  }),
  /** The last day whose records are shown, counted and exported; null: all are. One a study, the newest counts. */
  'data-cut-off': z.strictObject({ date: z.iso.date().nullable() }),
  /** A check that somebody wrote for the study. */
  'check-rule': checkRuleSchema,
  /** Who sees to what a check finds in a dataset; one for each of both, the newest counts. */
  'check-owner': z.strictObject({ check: checkIdSchema, dataset: z.enum(datasetNames), owner: z.string().trim().min(1).max(80) }),
  /** The day that each subject's days are counted from, as somebody brought it in (RFSTDTC, which the interface does not send); one a study. */
  'reference-dates': z.strictObject({ dates: z.array(z.strictObject({ subject, date: z.iso.date() })).max(200_000) }),
  /** How the pages of subjects are set; one a study, the newest counts. Tests: null for those that are drawn until somebody chooses. */
  'subject-view': z.strictObject({
    axis: z.enum(['days', 'dates', 'visits']),
    anchor: z.union([
      z.strictObject({ kind: z.enum(['baseline', 'first-record', 'reference']) }),
      z.strictObject({ kind: z.literal('visit'), visit: z.string().max(4096) }),
    ]),
    labs: z.array(z.string().max(4096)).max(200).nullable(),
    vitals: z.array(z.string().max(4096)).max(200).nullable(),
  }),
} as const;

export type AnnotationKind = keyof typeof annotationSchemas;
export type AnnotationOf<K extends AnnotationKind> = z.output<(typeof annotationSchemas)[K]>;

export const annotationKinds = Object.keys(annotationSchemas) as [AnnotationKind, ...AnnotationKind[]];

/** One annotation as it is written down and given back: its kind with what that kind holds. */
export const annotationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('note'), value: annotationSchemas.note }),
  z.strictObject({ kind: z.literal('visit-order'), value: annotationSchemas['visit-order'] }),
  z.strictObject({ kind: z.literal('subject-view'), value: annotationSchemas['subject-view'] }),
  z.strictObject({ kind: z.literal('reference-dates'), value: annotationSchemas['reference-dates'] }),
  z.strictObject({ kind: z.literal('subject-filter'), value: annotationSchemas['subject-filter'] }),
  z.strictObject({ kind: z.literal('looked-at'), value: annotationSchemas['looked-at'] }),
  z.strictObject({ kind: z.literal('data-cut-off'), value: annotationSchemas['data-cut-off'] }),
  z.strictObject({ kind: z.literal('check-rule'), value: annotationSchemas['check-rule'] }),
  z.strictObject({ kind: z.literal('check-owner'), value: annotationSchemas['check-owner'] }),
  z.strictObject({ kind: z.literal('grid-view'), value: annotationSchemas['grid-view'] }),
]);
export type Annotation = z.output<typeof annotationSchema>;
