import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';

const nothing = z.undefined();
const study = z.string().min(1).max(128);
const generation = z.int().min(0).nullable();

/** A dataset of an export: the generation in the file; null if it had never been mirrored by then. */
const exportedDataset = z.strictObject({ dataset: z.enum(datasetNames), generation });

/** The only part of a workbook that may differ from what was exported: the Codebook sheet, or headings. */
const changedParts = ['codebook', 'headings'] as const;
export type ChangedPart = (typeof changedParts)[number];

/** When the audit trail recorded the file (ISO), and under which account of the computer. */
const noted = {
  at: z.string(),
  by: z.string(),
  /** The entry is from a trail that a restored backup brought: whoever knew the backup's passphrase could have written it. */
  restored: z.literal(true).optional(),
};

const knownExport = z.strictObject({
  what: z.literal('export'),
  ...noted,
  /** UUID; entries of earlier versions have none. */
  id: z.string().nullable(),
  study: z.string(),
  /** Null: several, or none. */
  dataset: z.enum(datasetNames).nullable(),
  /** An export of notes, not of records. */
  notes: z.literal(true).optional(),
  /** One row per subject, visit and day. */
  byVisit: z.literal(true).optional(),
  format: z.string(),
  rows: z.int(),
  columns: z.int(),
  /** The recipient it was pseudonymized for; null if it was not. */
  recipient: z.string().nullable(),
  /** The latest among its datasets. */
  generation,
  /** A later entry of the trail says that the export produced no file. */
  nameless: z.boolean(),
  /** The study's generations have been restarted since: it was wiped, mirrored again, or imported from a site pack. */
  anew: z.boolean(),
});

const knownPack = z.strictObject({
  what: z.literal('site-pack'),
  ...noted,
  study: z.string(),
  expires: z.string(),
  /** It was imported here; otherwise it was made here. */
  taken: z.boolean(),
});

const knownTrail = z.strictObject({ what: z.literal('audit-trail'), ...noted, format: z.string(), entries: z.int() });

const knownFile = z.discriminatedUnion('what', [knownExport, knownPack, knownTrail]);

const verdicts = ['unchanged', 'changed', 'unknown'] as const;
export type Verdict = (typeof verdicts)[number];

/** The reason for a verdict. */
const verdictReasons = [
  /** Unchanged: the trail has this SHA-256. */
  'digest',
  /** Changed: the trail has the export whose id the file carries, with another SHA-256. */
  'id',
  /** Changed: the trail has the export of the evidence file next to it, with another SHA-256. */
  'beside',
  /** Changed: the evidence file next to it is for other bytes; the trail has neither. */
  'evidence-differs',
  /** Unknown: the evidence file next to it matches, but the trail does not have it. */
  'evidence-only',
  /** Unknown: the evidence inside it names an export that the trail does not have. */
  'claims',
  /** Unknown: it starts like a site pack. */
  'site-pack',
  /** Unknown: nothing says what it is. */
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
  /** What the trail says about it or its original; null if the trail does not have it. */
  known: knownFile.nullable(),
  /** Number of entries with this SHA-256: the same rows exported twice give the same bytes. */
  times: z.int(),
  /** Other exports with this SHA-256, of another study or dataset (null: several). The file does not show which of them it is. */
  others: z.array(z.strictObject({ study: z.string(), dataset: z.enum(datasetNames).nullable() })),
  /** The evidence file next to it; `differs` also if it cannot be read; null if there is none. */
  evidence: z.enum(['agrees', 'differs']).nullable(),
  /** What the evidence says about an export that the trail does not have: unproven. */
  claim: z.strictObject({ study: z.string(), at: z.string() }).nullable(),
  /** Of a known export; empty if it is not known which datasets it contains. */
  datasets: z.array(exportedDataset),
  /**
   * For a changed workbook: whether its tables match the digests in the trail or, without those, in its own About sheet, and how many
   * sheets were added. Null: not compared.
   */
  rows: z.strictObject({ same: z.boolean(), by: z.enum(['trail', 'file']), added: z.int() }).nullable(),
  /** For such a workbook: the only part that differs from the export, if known; null: the rows, nothing, or unknown. */
  differs: z.enum(changedParts).nullable(),
});
export type VerifiedFile = z.output<typeof verifiedFile>;
export type KnownFile = z.output<typeof knownFile>;
export type ExportedDataset = z.output<typeof exportedDataset>;

const datasetSince = exportedDataset.extend({
  /** Generation and as-of time in the cache; null if it is not mirrored now. */
  now: generation,
  asOf: z.string().nullable(),
  /** Passes that changed it since. */
  passes: z.int(),
  counts: z.strictObject({ new: z.int(), changed: z.int(), vanished: z.int() }),
});
export type DatasetSince = z.output<typeof datasetSince>;

/** Name of the file without its folder; bytes read and in total. */
const verifyProgress = z.strictObject({ name: z.string(), bytes: z.int(), of: z.int() });

/**
 * Calls about a file that may be an export. It is chosen in a dialog of the main process or dropped on the window; the page never names it
 * (see `Bridge.offerFile`).
 */
export const verifyCalls = {
  /** Asks for a file; returns its name, or null if the dialog was cancelled. */
  'verify.choose': { host: 'main', input: nothing, output: z.string().nullable() },
  /** Verifies the file that was chosen or dropped last. `trail`: what is wrong with the audit trail; null if its chain is intact. */
  'verify.start': { host: 'main', input: nothing, output: verifiedFile.extend({ trail: z.string().nullable() }) },
  'verify.cancel': { host: 'main', input: nothing, output: nothing },
  /** What changed in the cache since an export. */
  'verify.since': {
    host: 'reader',
    input: z.strictObject({ study, datasets: z.array(exportedDataset).max(datasetNames.length) }),
    /** In the order requested; null if nothing of the study is mirrored. */
    output: z.array(datasetSince).nullable(),
  },
} as const;

export const verifyEvents = {
  'verify.progress': verifyProgress,
} as const;
