import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { subjectsMeantSchema } from '../subjects-meant-schema.ts';

const count = z.int().min(0);

/** A chart to save, and what the audit trail records about it. */
const savedChart = z.strictObject({
  study: z.string().min(1).max(128),
  /** Part of the file name after the study: lowercase letters and hyphens. */
  chart: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/)
    .max(40),
  dataset: z.enum(datasetNames),
  form: z.enum(['png', 'svg']),
  /** The drawing as text, or the image in base64. */
  body: z.string().min(1).max(40_000_000),
  /** Of its dataset; null if it was never mirrored. */
  generation: count.nullable(),
  /** The subjects that the subject filter selected; null without a filter. */
  meant: subjectsMeantSchema.nullable(),
  /** Size of its table. */
  rows: count,
  columns: count,
  /** If the settings ask for it. */
  passphrase: z.string().max(1024).optional(),
});
export type SavedChart = z.output<typeof savedChart>;

/** A subject's profile, which the window shows for printing while it is saved. */
const savedProfile = savedChart.pick({ study: true, generation: true, meant: true, passphrase: true }).extend({
  /** At the top of each page: study, subject, as-of time and filter. */
  heading: z.string().max(2000),
});

const savedOrAsked = z.strictObject({ asks: z.boolean(), file: z.string().nullable() });

/**
 * Charts and profiles leave Carrel like exports: with a passphrase if the settings say so, recorded in the audit trail, and saved through a
 * dialog of main.
 */
export const saveFigureCalls = {
  /** `asks`: nothing was saved, because the passphrase is needed first. `file`: also null if the dialog was cancelled. */
  'chart.save': { host: 'main', input: savedChart, output: savedOrAsked },
  'profile.save': { host: 'main', input: savedProfile, output: savedOrAsked },
} as const;
