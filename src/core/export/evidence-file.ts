import { z } from 'zod';
import { datasetNames } from '../../shared/datasets/datasets.ts';
import type { ExportNotes } from '../../shared/calls/export.ts';
import type { Evidence } from './evidence.ts';

/** The evidence of `labs.csv` is `labs.csv.carrel.json`. */
export const evidenceEnding = '.carrel.json';
/** Its name inside a zip. */
export const evidenceMember = 'evidence.json';

const version = 1;

/** A written file: its name without a folder, its size in bytes, its SHA-256 in hex. */
export interface WrittenFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Returns the evidence as JSON. `file`: the file it belongs to, or null if the evidence is inside that file. `members`: the files of a zip.
 */
export function evidenceText(
  evidence: Evidence,
  notes: ExportNotes,
  file: WrittenFile | null,
  members: readonly WrittenFile[] | null,
): string {
  const { made, ...rest } = evidence;
  const { id, at, by, demo } = made;
  return `${JSON.stringify(
    {
      carrelEvidence: version,
      ...(file === null ? {} : { file: file.name, bytes: file.bytes, sha256: file.sha256 }),
      export: { id, at, by: `Carrel ${by}`, demo },
      ...rest,
      notes,
      ...(members === null ? {} : { members }),
    },
    null,
    2,
  )}\n`;
}

/** A dataset that is exported, or that an export is derived from. */
const source = z.object({ dataset: z.enum(datasetNames), generation: z.int().nullable() });

const evidenceSchema = z.object({
  carrelEvidence: z.literal(version),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  export: z.object({ id: z.uuid(), at: z.string() }),
  study: z.string(),
  datasets: z.array(source),
  listing: z.object({ madeOf: z.array(source) }).optional(),
});

/** Reads the parts that identify the file; returns null if the text is not evidence written by Carrel. */
export function readEvidence(text: string): z.infer<typeof evidenceSchema> | null {
  try {
    return evidenceSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
