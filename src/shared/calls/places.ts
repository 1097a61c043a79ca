import { z } from 'zod';
import { storedLengths, mostStoredSubjects } from '../stored-view-limits.ts';
import { conditionSchema, sortSchema } from '../query.ts';

/** A place in a study: its number, the section of the window by name, and whose page it is where it is one of a subject. No record. */
export const storedPlaceSchema = z.strictObject({
  study: z.string().min(1).max(128),
  section: z.string().max(32),
  subject: z.string().min(1).max(256).optional(),
});
export type StoredPlace = z.output<typeof storedPlaceSchema>;

const sort = z.array(sortSchema).max(8);

/** How one grid was set, and the number of its row at the top; ticks are not kept. */
const storedGridSchema = z.strictObject({
  where: z.array(conditionSchema).max(100),
  search: z.string().max(200),
  sort,
  byVisit: z.strictObject({ shown: z.boolean(), tests: z.array(z.string().max(4096)).max(40).nullable(), sort }),
  topRow: z.int().min(0),
});
export type StoredGrid = z.output<typeof storedGridSchema>;

/** What somebody set in the views of a study: its grids and the choices of its charts by name, and its subject filter. */
export const storedViewSchema = z.strictObject({
  grids: z.record(z.string().max(400), storedGridSchema),
  charts: z.record(z.string().max(storedLengths.chartName), z.string().max(storedLengths.chartChoice)),
  subjectFilter: z
    .strictObject({ subjects: z.array(z.string().max(256)).max(mostStoredSubjects), says: z.string().max(storedLengths.says) })
    .nullable(),
  /** How many subjects a filter named that was too large to be kept; 0: there was none. */
  droppedSubjects: z.int().min(0),
});
export type StoredView = z.output<typeof storedViewSchema>;

const study = z.string().min(1).max(128);

/**
 * Where the window was last and how its views were set, so that it comes back as it was after a lock and a start. It names studies and
 * holds values of records, so the vault keeps it.
 */
export const placeCalls = {
  /** Null: not in a study, or nobody knows. */
  'places.last': { host: 'main', input: z.undefined(), output: storedPlaceSchema.nullable() },
  'places.keep': { host: 'main', input: storedPlaceSchema.nullable(), output: z.undefined() },
  /** Of each study: how its views were set; null where that cannot be read any more. */
  'views.kept': { host: 'main', input: z.undefined(), output: z.array(z.strictObject({ study, view: storedViewSchema.nullable() })) },
  /** Null: nothing is set. A study that is gone is passed over. */
  'views.keep': { host: 'main', input: z.strictObject({ study, view: storedViewSchema.nullable() }), output: z.undefined() },
} as const;
