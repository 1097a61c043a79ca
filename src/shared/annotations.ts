import { z } from 'zod';
import { checkIdSchema, checkRuleSchema, ruleDigestSchema } from './checks/check-rule.ts';
import { datasetNames } from './datasets/datasets.ts';
import { longestKey } from './datasets/declaration.ts';
import { layoutSchema } from './layout.ts';
import { conditionSchema, sortSchema } from './query.ts';
import { namedSubjectSchema } from './subject-schema.ts';

const words = z.string().trim().min(1).max(4000);
const title = z.string().trim().min(1).max(80);
const subject = namedSubjectSchema;

/** Maximum number of records in one "looked at" mark. */
export const mostLookedAt = 100_000;

/** What an annotation is attached to: a record or a subject as a whole. The record may have vanished since. */
const placeSchema = z.union([
  z.strictObject({
    of: z.literal('record'),
    dataset: z.enum(datasetNames),
    key: z.string().min(1).max(longestKey),
    subject: subject.nullable(),
  }),
  z.strictObject({ of: z.literal('subject'), subject }),
]);
export type AnnotatedPlace = z.output<typeof placeSchema>;

/**
 * What people add to a study, by kind. It is not mirrored data: it is stored in the study's file but is not part of the proven copy, and no
 * site pack contains it.
 */
const annotationSchemas = {
  /** Text that a person wrote. `followUp` says whether it needs another look, and whether that is done. */
  note: z.strictObject({ place: placeSchema, text: words, followUp: z.enum(['none', 'open', 'done']) }),
  /** A named set of subjects. `says` describes in words how it was selected. */
  'subject-filter': z.strictObject({ title, says: z.string().max(400), subjects: z.array(subject).max(200_000) }),
  /** Named settings of a dataset's table. `tests`: the columns of the table by visit; null for one row per record. */
  'grid-view': z.strictObject({
    title,
    dataset: z.enum(datasetNames),
    where: z.array(conditionSchema).max(100),
    search: z.string().max(200),
    sort: z.array(sortSchema).max(8),
    columns: layoutSchema.shape.columns,
    tests: z.array(z.string().max(4096)).max(40).nullable(),
  }),
  /** The order of visits that a person decided on. One per study; the newest counts. */
  'visit-order': z.strictObject({ visits: z.array(z.string().max(4096)).max(2000) }),
  /**
   * Findings of a check that a person looked at: these records as they were at `generation`. A record that changed since is open again.
   * `at`: ISO time in UTC.
   */
  'looked-at': z.strictObject({
    check: checkIdSchema,
    dataset: z.enum(datasetNames),
    /**
     * Digest of what a person's own check tested then; if the check has changed since, its findings are open again. Absent for built-in
     * checks.
     */
    rule: ruleDigestSchema.optional(),
    generation: z.int().min(0),
    at: z.iso.datetime(),
    keys: z.array(z.string().min(1).max(longestKey)).min(1).max(mostLookedAt),
  }),
  /** The last day whose records are shown, counted and exported; null for no limit. One per study; the newest counts. */
  'data-cut-off': z.strictObject({ date: z.iso.date().nullable() }),
  /** A check that a person wrote for the study. */
  'check-rule': checkRuleSchema,
  /** Who follows up the findings of a check in a dataset. One per check and dataset; the newest counts. */
  'check-owner': z.strictObject({ check: checkIdSchema, dataset: z.enum(datasetNames), owner: z.string().trim().min(1).max(80) }),
  /** Each subject's reference date for study days, as imported (RFSTDTC, which the interface does not send). One per study. */
  'reference-dates': z.strictObject({ dates: z.array(z.strictObject({ subject, date: z.iso.date() })).max(200_000) }),
  /** Settings of the subject pages. One per study; the newest counts. Tests: null for the default charts, until a person chooses. */
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

/** One annotation as stored and returned: its kind and the content of that kind. */
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
