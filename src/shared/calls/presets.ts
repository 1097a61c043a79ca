import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { exportPresetSchema } from '../export-preset.ts';

const nothing = z.undefined();
const name = z.string().min(1).max(80);
const presets = z.array(exportPresetSchema);

/** The last choice for a dataset, or for a whole study (`study`). */
const lastChoice = z.strictObject({
  format: exportPresetSchema.shape.format,
  delimiter: exportPresetSchema.shape.delimiter,
  columns: z.enum(['shown', 'all']),
});
export const lastChoicesSchema = z.partialRecord(z.enum([...datasetNames, 'study']), lastChoice);

/** Calls about export presets, which are stored in the vault. */
export const presetCalls = {
  'presets.list': { host: 'main', input: nothing, output: z.strictObject({ presets, last: lastChoicesSchema }) },
  /** Stores a preset, replacing one of the same name; returns all presets. */
  'presets.save': { host: 'main', input: exportPresetSchema, output: presets },
  'presets.remove': { host: 'main', input: z.strictObject({ name }), output: presets },
  /** Asks where to save, then writes the preset as a file that can be passed on; returns its name, or null. */
  'presets.write': { host: 'main', input: exportPresetSchema, output: z.string().nullable() },
  /** Asks for such a file and stores its preset; returns null if the dialog was cancelled. */
  'presets.read': { host: 'main', input: nothing, output: exportPresetSchema.nullable() },
  /** Stores the last choice, with which the next export begins. */
  'presets.saveLast': {
    host: 'main',
    input: z.strictObject({ of: z.enum([...datasetNames, 'study']), choice: lastChoice }),
    output: nothing,
  },
} as const;

export type LastChoices = z.output<typeof lastChoicesSchema>;
export type LastChoice = z.output<typeof lastChoice>;
