import { z } from 'zod';
import type { ExportRequest } from './calls/export.ts';
import { exportFormats } from './export-formats.ts';
import { datasetNames } from './datasets/datasets.ts';
import { protectionSchema } from './protection-schemas.ts';
import { sortSchema } from './query.ts';

/** How to export, never which records: a preset contains no values, so that it can be passed on. */
export const exportPresetSchema = z.strictObject({
  carrelPreset: z.literal(1),
  name: z.string().trim().min(1).max(80),
  format: z.enum(exportFormats),
  vocabulary: z.enum(['plain', 'sdtm', 'source']),
  delimiter: z.enum([',', ';', '\t']),
  /** One or several datasets of the study. No columns named: all except those that identify persons at the site. */
  parts: z
    .array(
      z.strictObject({
        dataset: z.enum(datasetNames),
        columns: z.array(z.string().max(64)).max(200),
        sort: z.array(sortSchema).max(8),
      }),
    )
    .min(1)
    .max(datasetNames.length),
  protection: protectionSchema.nullable(),
});
export type ExportPreset = z.output<typeof exportPresetSchema>;

/** The presets of a list that this version of Carrel can read. */
export function readablePresets(list: readonly unknown[]): readonly ExportPreset[] {
  return list.flatMap((one) => exportPresetSchema.safeParse(one).data ?? []);
}

/** Maximum size of a preset file, in bytes. */
export const largestPreset = 256 * 1024;

/** Most presets in a vault. */
export const mostPresets = 100;

/** For whoever takes over the data of a whole study: one workbook that opens correctly and can be defended. */
export const siteHandOver: ExportPreset = {
  carrelPreset: 1,
  name: 'Site hand-over',
  format: 'xlsx',
  vocabulary: 'plain',
  delimiter: ',',
  parts: datasetNames.map((dataset) => ({ dataset, columns: [], sort: [] })),
  protection: null,
};

/** The preset that would repeat an export. */
export function presetOf(name: string, { format, vocabulary, delimiter, parts, protection }: ExportRequest): ExportPreset {
  return {
    carrelPreset: 1,
    name,
    format,
    vocabulary,
    delimiter,
    parts: parts.map(({ selection: { dataset }, columns, sort }) => ({ dataset, columns, sort })),
    protection,
  };
}

/** Reads a preset from the text of its file. Returns null if it is invalid or names a dataset twice. */
export function readPreset(text: string): ExportPreset | null {
  try {
    const preset = exportPresetSchema.parse(JSON.parse(text));
    const named = new Set(preset.parts.map(({ dataset }) => dataset));
    return named.size === preset.parts.length ? preset : null;
  } catch {
    return null;
  }
}

export function presetText(preset: ExportPreset): string {
  return `${JSON.stringify(preset, null, 2)}\n`;
}
