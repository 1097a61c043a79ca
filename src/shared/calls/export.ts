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

const nothing = z.undefined();

/** What is exported of one dataset: the same selection, sort and columns as the grid's. No columns named: all but those of persons at the site. */
const exportPart = z.strictObject({
  selection: selectionSchema,
  sort: z.array(sortSchema).max(8),
  columns: z.array(z.string().max(64)).max(200),
  /** Instead of its rows, one a subject, visit and day with the last result of each of these tests; its columns are those of `pivotColumns`. */
  pivot: z.strictObject({ tests: z.array(z.string().max(4096)).min(1).max(mostPivotTests) }).optional(),
});

const exportRequestSchema = z.strictObject({
  study: z.string().min(1).max(128),
  /** Several: sheets of one workbook, or files of one zip. */
  parts: z.array(exportPart).max(datasetNames.length),
  /** Instead of parts: these notes, the most recently written first; `subjects`: the subject filter that they were listed under. */
  noted: z
    .strictObject({ ids: z.array(z.uuid()).min(1).max(100_000), subjects: z.array(z.string().max(256)).max(200_000).nullable() })
    .optional(),
  /** Instead of parts: what a view shows, as a table. */
  listing: listingRequestSchema.optional(),
  vocabulary: z.enum(['plain', 'sdtm', 'source']),
  format: z.enum(exportFormats),
  delimiter: z.enum([',', ';', '\t']),
  /** The file is a zip of what is exported; encrypted where it has a passphrase. */
  zip: z.strictObject({ passphrase: z.string().min(1).max(1024).nullable() }).nullable(),
  /** Who the pseudonyms are for, and what days are counted from; null: as it is mirrored. */
  protection: protectionSchema.nullable(),
  /** Of a protected export; without it: none. */
  allowed: allowedTextsSchema.optional(),
  /** The version of CTCAE by which results are graded in this file; without it: the study's. */
  ctcae: z.enum(ctcaeVersions).optional(),
  /** The data cut-off of this file (ISO day; null: all records); without it: the study's. */
  cutOff: z.iso.date().nullable().optional(),
  /** A zip of datasets for SAS or CDISC tools has a define.xml too. */
  define: z.boolean().optional(),
  /** Instead of parts and a file: a folder of Parquet, of which only what it has not yet is written. Always of the whole study. */
  lake: z.literal(true).optional(),
});

const count = z.int().min(0);

/** What could not stand in a file as it is mirrored: how many cells of each kind. */
const exportNotesSchema = z.strictObject({
  /** Texts and headings with an apostrophe in front, so that a spreadsheet takes none for a formula. */
  guarded: count,
  /** Texts that were cut where the format ends. */
  cut: count,
  /** Characters left out that the format cannot hold. */
  stripped: count,
  /** Numbers whose digits a spreadsheet would change: they stand as text. */
  numbersAsText: count,
  /** Numbers that the format cannot hold: they are missing. */
  numbersMissing: count,
  replaced: count,
  nul: count,
  /** Texts left out of a protected export because somebody of the study, a record or a date stands in them. */
  withheld: count,
  /** Dates of a protected export without a day: they are partial, or their subject has no anchor. */
  undated: count,
});

const exportProgress = z.strictObject({ rows: z.int(), of: z.int() });

const exported = exportNotesSchema.extend({
  /** Name of the file without its folder; null when the save dialog was cancelled. */
  file: z.string().nullable(),
  rows: z.int(),
  /** Of the widest dataset. */
  columns: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** UUID, as the evidence and the audit trail have it. */
  id: z.string(),
  /** Whom the subject filter narrowed it to, of all that the study names; null: it had none. */
  subjects: subjectsMeantSchema.nullable(),
  /** Of the datasets in it, the latest; null where nothing was mirrored. */
  generation: z.int().nullable(),
  /** The data cut-off: records after this day are not in it. Without it: it has all. */
  cutOff: z.iso.date().optional(),
  /** Name of the file with the evidence; null where the file carries it itself. */
  evidence: z.string().nullable(),
  evidenceSha256: z.string().nullable(),
  /** Of a workbook: SHA-256 of each dataset's table, as its About sheet has them. */
  rowDigests: z.array(z.string()),
  /** The service that its folder seems to be copied to by itself. */
  cloud: z.string().nullable(),
  /** Of a lake: how many of its files were written; 0 where nothing was new. `sha256` is then that of its manifest, or empty. */
  files: count.optional(),
});

const preview = z.strictObject({
  /** The columns asked for: what becomes of each, and why. */
  columns: z.array(z.strictObject({ name: z.string(), heading: z.string(), treatment: z.enum(treatments), reason: z.string() })),
  rows: z.int(),
  /** The first of them as they would leave: the texts of the columns that do. */
  sample: z.array(z.array(z.string())),
  /** Whose rows they are: how many subjects, and for how many of them there is nothing to count days from. */
  subjects: z.int(),
  undated: z.int(),
  /** The different texts that leave or stay one by one, without those that every study has; those that wait for somebody first, 2,000 at most. */
  texts: z.array(
    z.strictObject({ column: z.string(), heading: z.string(), text: z.string(), records: z.int(), verdict: z.enum(textVerdicts) }),
  ),
  /** Of all different texts: how many leave, how many nobody let leave, and how many may name somebody or a date. */
  textCounts: z.strictObject({ leave: z.int(), unseen: z.int(), tells: z.int() }),
});

/** The calls about exports. The path comes from a dialog of the main process. */
export const exportCalls = {
  /** Asks where to save, then writes; resolves when the file is there. `passphrase`: where the settings ask for it again. */
  'export.start': {
    host: 'main',
    input: z.strictObject({
      request: exportRequestSchema,
      suggestedName: z.string().max(200),
      passphrase: z.string().max(1024).optional(),
    }),
    output: exported,
  },
  /** What would leave in a protected export: with pseudonyms that are made up for this once. */
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
  /** For whom pseudonyms were made already. */
  'export.recipients': { host: 'main', input: nothing, output: z.array(z.string()) },
  /** What is being written now, so that a reloaded window can show it. */
  'export.running': { host: 'main', input: nothing, output: exportProgress.nullable() },
  'export.cancel': { host: 'main', input: nothing, output: nothing },
  'export.show': { host: 'main', input: nothing, output: nothing },
} as const;

export const exportEvents = {
  'export.progress': exportProgress,
  /** How the running export ended: for a window that was reloaded meanwhile and so has no answer to wait for. */
  'export.done': z.strictObject({ exported: exported.nullable(), error: errorReportSchema.nullable() }),
} as const;

export type ExportRequest = z.output<typeof exportRequestSchema>;
export type ExportPreview = z.output<typeof preview>;
export type Exported = z.output<typeof exported>;
export type ExportNotes = z.output<typeof exportNotesSchema>;
