import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';

const nothing = z.undefined();
const study = z.string().min(1).max(128);
const generation = z.int().min(0).nullable();

/** Of a dataset in an export: the generation that went into the file; null: it was never mirrored by then. */
const exportedDataset = z.strictObject({ dataset: z.enum(datasetNames), generation });

/** What of a workbook may alone be other than it was exported: the sheet that tells of the columns, or headings. */
const changedParts = ['codebook', 'headings'] as const;
export type ChangedPart = (typeof changedParts)[number];

/** What an entry of the audit trail says of a file: when it was noted (ISO), by which account of the computer. */
const noted = { at: z.string(), by: z.string() };

const knownExport = z.strictObject({
  what: z.literal('export'),
  ...noted,
  /** UUID; entries of earlier versions have none. */
  id: z.string().nullable(),
  study: z.string(),
  /** Null: several, or none. */
  dataset: z.enum(datasetNames).nullable(),
  /** Of notes, and not of records. */
  notes: z.literal(true).optional(),
  /** A row a subject, visit and day. */
  byVisit: z.literal(true).optional(),
  format: z.string(),
  rows: z.int(),
  columns: z.int(),
  /** For whom it was pseudonymised; null: for nobody. */
  recipient: z.string().nullable(),
  /** Of its datasets, the latest. */
  generation,
  /** The trail says later on that no file came of it. */
  nameless: z.boolean(),
  /** The study's generations begin anew since then: it was wiped, mirrored anew, or taken in from a site pack. */
  anew: z.boolean(),
});

const knownPack = z.strictObject({
  what: z.literal('site-pack'),
  ...noted,
  study: z.string(),
  expires: z.string(),
  /** It was taken in here; otherwise it was made here. */
  taken: z.boolean(),
});

const knownTrail = z.strictObject({ what: z.literal('audit-trail'), ...noted, format: z.string(), entries: z.int() });

const knownFile = z.discriminatedUnion('what', [knownExport, knownPack, knownTrail]);

const verdicts = ['unchanged', 'changed', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

/** How a verdict came about. */
const verdictReasons = [
  /** Unchanged: the trail has this very SHA-256. */
  'digest',
  /** Changed: the trail knows the export whose id it carries, under another SHA-256. */
  'id',
  /** Changed: the trail knows the export that the evidence beside it is of, under another SHA-256. */
  'beside',
  /** Changed: the evidence beside it is of other bytes; the trail knows neither. */
  'evidence-differs',
  /** Unknown: the evidence beside it agrees, but the trail does not know it. */
  'evidence-only',
  /** Unknown: the evidence in it names an export that the trail does not know. */
  'claims',
  /** Unknown: it begins as a site pack. */
  'site-pack',
  /** Unknown: nothing about it tells what it is. */
  'nothing',
] as const;

const verifiedFile = z.strictObject({
  /** Without its folder. */
  name: z.string(),
  bytes: z.int(),
  /** Hex. */
  sha256: z.string(),
  verdict: z.enum(verdicts),
  reason: z.enum(verdictReasons),
  /** What the trail says of it, or of what it was; null where it does not know it. */
  known: knownFile.nullable(),
  /** How many entries have this SHA-256: the same rows exported twice are the same bytes. */
  times: z.int(),
  /** Other exports with this SHA-256 that are of another study or dataset (null: several): which of them it is cannot be told. */
  others: z.array(z.strictObject({ study: z.string(), dataset: z.enum(datasetNames).nullable() })),
  /** The evidence beside it, which differs also where it cannot be read; null: there is none. */
  evidence: z.enum(['agrees', 'differs']).nullable(),
  /** What the evidence says of an export that the trail does not know: nobody vouches for it. */
  claim: z.strictObject({ study: z.string(), at: z.string() }).nullable(),
  /** Of a known export; empty where it is not known which are in it. */
  datasets: z.array(exportedDataset),
  /**
   * Of a workbook that was changed: whether its tables have the digests that the trail has, or else its own About sheet, and how many
   * sheets it has that the export had not; null: not compared.
   */
  rows: z.strictObject({ same: z.boolean(), by: z.enum(['trail', 'file']), added: z.int() }).nullable(),
  /** Of such a workbook: what alone is other than it was exported, where that can be told; null: the rows, nothing, or it cannot. */
  differs: z.enum(changedParts).nullable(),
});
export type VerifiedFile = z.output<typeof verifiedFile>;
export type KnownFile = z.output<typeof knownFile>;
export type ExportedDataset = z.output<typeof exportedDataset>;

const datasetSince = exportedDataset.extend({
  /** Generation and as-of time in the cache; null: it is not mirrored now. */
  now: generation,
  asOf: z.string().nullable(),
  /** Passes that changed it since. */
  passes: z.int(),
  counts: z.strictObject({ new: z.int(), changed: z.int(), vanished: z.int() }),
});
export type DatasetSince = z.output<typeof datasetSince>;

/** Name of the file without its folder; bytes read, of how many. */
const verifyProgress = z.strictObject({ name: z.string(), bytes: z.int(), of: z.int() });

/**
 * The calls about a file that may be an export. It is chosen in a dialog of the main process, or was dropped on the window by a person;
 * the page never names it (see `Bridge.offerFile`).
 */
export const verifyCalls = {
  /** Asks for a file; its name, or null where the dialog was cancelled. */
  'verify.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Looks at the file that was chosen or dropped last. `trail`: what is wrong with the audit trail; null where its chain is whole. */
  'verify.start': { host: 'main', input: nothing, output: verifiedFile.extend({ trail: z.string().nullable() }) },
  'verify.cancel': { host: 'main', input: nothing, output: nothing },
  /** What changed in the cache since an export. */
  'verify.since': {
    host: 'reader',
    input: z.strictObject({ study, datasets: z.array(exportedDataset).max(datasetNames.length) }),
    /** In the order asked for; null: nothing of the study is mirrored. */
    output: z.array(datasetSince).nullable(),
  },
} as const;

export const verifyEvents = {
  'verify.progress': verifyProgress,
} as const;
