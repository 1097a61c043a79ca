import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { exportFormats } from '../export-formats.ts';
import { listingRequestSchema } from '../listing-schema.ts';
import { textVerdicts, treatments } from '../protection.ts';
import { allowedTextsSchema, anchorSchema, protectionSchema } from '../protection-schemas.ts';
import { mostPivotTests } from '../pivot.ts';
import { selectionSchema, sortSchema } from '../query.ts';
import { errorReportSchema } from '../status.ts';
import { ctcaeVersions } from '../terms/term-kinds.ts';
import { subjectsMeantSchema } from '../subjects-meant-schema.ts';
import { subjectFilterSchema } from '../subject-schema.ts';

const nothing = z.undefined();

/**
 * What is exported of one dataset: the same selection, sort and columns as the grid's. No columns named: all except those that identify
 * persons at the site.
 */
const exportPart = z.strictObject({
  selection: selectionSchema,
  sort: z.array(sortSchema).max(8),
  columns: z.array(z.string().max(64)).max(200),
  /**
   * Replaces the rows by one per subject, visit and day with the last result of each of these tests; the columns are those of
   * `pivotColumns`.
   */
  pivot: z.strictObject({ tests: z.array(z.string().max(4096)).min(1).max(mostPivotTests) }).optional(),
});

const exportRequestSchema = z.strictObject({
  study: z.string().min(1).max(128),
  /** Several parts become sheets of one workbook, or files of one zip. */
  parts: z.array(exportPart).max(datasetNames.length),
  /** Instead of parts: these notes, most recently written first. `subjects`: the subject filter of the list they come from. */
  noted: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100_000), subjects: subjectFilterSchema }).optional(),
  /** Instead of parts: what a view shows, as a table. */
  listing: listingRequestSchema.optional(),
  vocabulary: z.enum(['plain', 'sdtm', 'source']),
  format: z.enum(exportFormats),
  delimiter: z.enum([',', ';', '\t']),
  /** Writes a zip of what is exported, encrypted if it has a passphrase. */
  zip: z.strictObject({ passphrase: z.string().min(1).max(1024).nullable() }).nullable(),
  /** The recipient of the pseudonyms and the anchor of the days; null: as mirrored. */
  protection: protectionSchema.nullable(),
  /** Released texts of a protected export; absent: none. */
  allowed: allowedTextsSchema.optional(),
  /** The CTCAE version for grading in this file; absent: the study's. */
  ctcae: z.enum(ctcaeVersions).optional(),
  /** The data cut-off of this file (ISO day; null: all records); absent: the study's. */
  cutOff: z.iso.date().nullable().optional(),
  /** Adds a define.xml to a zip of datasets for SAS or CDISC tools. */
  define: z.boolean().optional(),
  /** Instead of parts and a file: a folder of Parquet files, in which only what is missing is written. Always of the whole study. */
  lake: z.literal(true).optional(),
});

const count = z.int().min(0);

/** What a file could not hold as mirrored: the number of cells of each kind. */
const exportNotesSchema = z.strictObject({
  /** Texts and headings with an apostrophe in front, so that no spreadsheet treats them as a formula. */
  guarded: count,
  /** Texts that were cut at the format's limit. */
  cut: count,
  /** Characters left out because the format cannot hold them. */
  stripped: count,
  /** Numbers written as text because a spreadsheet would change their digits. */
  numbersAsText: count,
  /** Numbers that are missing because the format cannot hold them. */
  numbersMissing: count,
  replaced: count,
  nul: count,
  /** Texts left out of a protected export because they contain a person of the study, a record or a date. */
  withheld: count,
  /** Dates of a protected export without a day: they are partial, or their subject has no anchor. */
  undated: count,
});

const exportProgress = z.strictObject({ rows: z.int(), of: z.int() });

const exported = exportNotesSchema.extend({
  /** Name of the file without its folder; null if the save dialog was cancelled. */
  file: z.string().nullable(),
  rows: z.int(),
  /** Of the widest dataset. */
  columns: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** UUID, as in the evidence and the audit trail. */
  id: z.string(),
  /** The subjects that the subject filter selected, out of all that the study names; null without a filter. */
  subjects: subjectsMeantSchema.nullable(),
  /** The latest among its datasets; null if nothing was mirrored. */
  generation: z.int().nullable(),
  /** The data cut-off: records after this day are not included. Absent: all are. */
  cutOff: z.iso.date().optional(),
  /** Name of the evidence file; null if the file contains the evidence itself. */
  evidence: z.string().nullable(),
  evidenceSha256: z.string().nullable(),
  /** For a workbook: SHA-256 of each dataset's table, as in its About sheet. */
  rowDigests: z.array(z.string()),
  /** The service that its folder seems to be synced by. */
  cloud: z.string().nullable(),
  /** For a lake: number of files written; 0 if nothing was new. `sha256` is then that of its manifest, or empty. */
  files: count.optional(),
});

const preview = z.strictObject({
  /** The requested columns: what happens to each, and why. */
  columns: z.array(z.strictObject({ name: z.string(), heading: z.string(), treatment: z.enum(treatments), reason: z.string() })),
  rows: z.int(),
  /** The first rows as they would be exported: texts of the exported columns. */
  sample: z.array(z.array(z.string())),
  /** Number of subjects in the rows, and how many of them have no anchor to count days from. */
  subjects: z.int(),
  undated: z.int(),
  /**
   * The distinct texts that are released one by one, without those common to every study; those that wait for review first, at most 2,000.
   */
  texts: z.array(
    z.strictObject({ column: z.string(), heading: z.string(), text: z.string(), records: z.int(), verdict: z.enum(textVerdicts) }),
  ),
  /** Of all distinct texts: how many are exported, how many nobody released, and how many may contain a name or a date. */
  textCounts: z.strictObject({ leave: z.int(), unseen: z.int(), tells: z.int() }),
});

/** Calls about exports. The path comes from a dialog of the main process. */
export const exportCalls = {
  /** Asks where to save, then writes; resolves when the file is written. `passphrase`: if the settings ask for it again. */
  'export.start': {
    host: 'main',
    input: z.strictObject({
      request: exportRequestSchema,
      suggestedName: z.string().max(200),
      passphrase: z.string().max(1024).optional(),
    }),
    output: exported,
  },
  /** What a protected export would contain, with pseudonyms made up for the preview. */
  'export.preview': {
    host: 'reader',
    input: z.strictObject({
      study: z.string().min(1).max(128),
      part: exportPart,
      anchor: anchorSchema,
      vocabulary: z.enum(['plain', 'sdtm', 'source']),
    }),
    output: preview,
  },
  /** Recipients who already have pseudonyms. */
  'export.recipients': { host: 'main', input: nothing, output: z.array(z.string()) },
  /** What is being written now, so that a reloaded window can show it. */
  'export.running': { host: 'main', input: nothing, output: exportProgress.nullable() },
  'export.cancel': { host: 'main', input: nothing, output: nothing },
  'export.show': { host: 'main', input: nothing, output: nothing },
} as const;

export const exportEvents = {
  'export.progress': exportProgress,
  /** How the running export ended, for a window that was reloaded and so is not waiting for the call's answer. */
  'export.done': z.strictObject({ exported: exported.nullable(), error: errorReportSchema.nullable() }),
} as const;

export type ExportRequest = z.output<typeof exportRequestSchema>;
export type ExportPreview = z.output<typeof preview>;
export type Exported = z.output<typeof exported>;
export type ExportNotes = z.output<typeof exportNotesSchema>;
