import { z } from 'zod';
import { datasetNames } from '../../../shared/datasets/datasets.ts';
import { lakeFileForm } from '../../../shared/export-names.ts';

/** What a run is about to write or replace. Files that it names and the manifest does not are left over from an interrupted run. */
export const pendingName = '_carrel.pending.json';

/** Relative to the lake's folder, with `/`. Others may have written the manifest: no other file may be read or deleted because of it. */
const path = z.string().regex(lakeFileForm);

const file = z.strictObject({
  path,
  rows: z.int().min(0),
  bytes: z.int().min(0),
  /** Hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LakeFile = z.output<typeof file>;

const dataset = z.strictObject({
  dataset: z.enum(datasetNames),
  generation: z.int().min(0),
  /** The as-of time of the copy (ISO 8601). */
  asOf: z.string().nullable(),
  /** The proof that the copy is complete. */
  proof: z.unknown(),
  path,
  columns: z.array(
    z.strictObject({ name: z.string(), type: z.string(), column: z.string(), label: z.string(), sdtm: z.string().nullable() }),
  ),
  /** Identifies how rows are read and written, independent of their generation. */
  form: z.string(),
});

const manifestSchema = z.strictObject({
  carrelLake: z.literal(1),
  study: z.string(),
  /** The recipient it is pseudonymised for; null if records are as mirrored. */
  recipient: z.string().nullable(),
  export: z.strictObject({ id: z.string(), at: z.string(), by: z.string(), demo: z.boolean() }),
  /** The latest generation of all datasets; earlier ones stay in the lake. */
  generation: z.int().min(0),
  /**
   * When the copy reached that generation (ISO 8601), which distinguishes it from a copy that was mirrored again; missing in manifests of
   * earlier versions.
   */
  generationAt: z.string().optional(),
  datasets: z.array(dataset),
  /** All files of the lake. */
  files: z.array(file),
});
export type LakeManifest = z.output<typeof manifestSchema>;

const pendingSchema = z.strictObject({ carrelLakePending: z.literal(1), files: z.array(z.string()) });

export function writeManifest(manifest: LakeManifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

export function writePending(files: readonly string[]): Buffer {
  return Buffer.from(`${JSON.stringify({ carrelLakePending: 1, files })}\n`);
}

/** Returns null if the text is not a manifest written by Carrel. */
export function readManifest(text: string): LakeManifest | null {
  return parsed(manifestSchema, text);
}

/** Names only files that a lake can have: any other file in the folder is somebody's. */
export function readPending(text: string): readonly string[] | null {
  return parsed(pendingSchema, text)?.files.filter((name) => path.safeParse(name).success) ?? null;
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
