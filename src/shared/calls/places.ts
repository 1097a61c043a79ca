import { z } from 'zod';
import { storedLengths, mostStoredSubjects } from '../stored-view-limits.ts';
import { conditionSchema, sortSchema } from '../query.ts';
import { namedSubjectSchema, subjectSchema } from '../subject-schema.ts';

/** A place in a study: study number, section of the window by name, and the subject if it is a subject's page. No record. */
export const storedPlaceSchema = z.strictObject({
  study: z.string().min(1).max(128),
  section: z.string().max(32),
  subject: namedSubjectSchema.optional(),
});
export type StoredPlace = z.output<typeof storedPlaceSchema>;

const sort = z.array(sortSchema).max(8);

/** The settings of one grid, and the index of its top row. Selected rows are not stored. */
const storedGridSchema = z.strictObject({
  where: z.array(conditionSchema).max(100),
  search: z.string().max(200),
  sort,
  byVisit: z.strictObject({ shown: z.boolean(), tests: z.array(z.string().max(4096)).max(40).nullable(), sort }),
  topRow: z.int().min(0),
});
export type StoredGrid = z.output<typeof storedGridSchema>;

/** A person's settings of a study's views: its grids and chart choices by name, and its subject filter; and notes being typed, by place. */
export const storedViewSchema = z.strictObject({
  grids: z.record(z.string().max(400), storedGridSchema),
  charts: z.record(z.string().max(storedLengths.chartName), z.string().max(storedLengths.chartChoice)),
  subjectFilter: z
    .strictObject({ subjects: z.array(subjectSchema).max(mostStoredSubjects), says: z.string().max(storedLengths.says) })
    .nullable(),
  /** Number of subjects in a filter that was too large to store; 0 if there was none. */
  droppedSubjects: z.int().min(0),
  noteDrafts: z.record(z.string().max(storedLengths.draftName), z.string().max(storedLengths.draft)).default({}),
});
export type StoredView = z.output<typeof storedViewSchema>;

const study = z.string().min(1).max(128);

/**
 * The last place of the window and the settings of its views, restored after locking and restarting. They name studies and contain values
 * of records, so they are stored in the vault.
 */
export const placeCalls = {
  /** Null: not in a study, or unknown. */
  'places.last': { host: 'main', input: z.undefined(), output: storedPlaceSchema.nullable() },
  'places.keep': { host: 'main', input: storedPlaceSchema.nullable(), output: z.undefined() },
  /** The view settings of each study; null if they can no longer be read. */
  'views.kept': { host: 'main', input: z.undefined(), output: z.array(z.strictObject({ study, view: storedViewSchema.nullable() })) },
  /** Null: no settings. A study that no longer exists is ignored. */
  'views.keep': { host: 'main', input: z.strictObject({ study, view: storedViewSchema.nullable() }), output: z.undefined() },
} as const;
