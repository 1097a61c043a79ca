import { z } from 'zod';
import { datasetNames } from '../datasets/datasets.ts';
import { subjectsMeantSchema } from '../subjects-meant-schema.ts';

const count = z.int().min(0);

/** What the trail keeps of a chart that is saved, and the chart itself. */
const savedChart = z.strictObject({
  study: z.string().min(1).max(128),
  /** Names the file after the study: small letters and hyphens. */
  chart: z
    .string()
    .regex(/^[a-z]+(-[a-z]+)*$/)
    .max(40),
  dataset: z.enum(datasetNames),
  form: z.enum(['png', 'svg']),
  /** The drawing as text, or the image in base64. */
  body: z.string().min(1).max(40_000_000),
  /** Of its dataset; null where nothing was mirrored. */
  generation: count.nullable(),
  /** Whom the subject filter narrowed it to; null: there was none. */
  meant: subjectsMeantSchema.nullable(),
  /** Of its table. */
  rows: count,
  columns: count,
  /** Where the settings ask for it. */
  passphrase: z.string().max(1024).optional(),
});
export type SavedChart = z.output<typeof savedChart>;

/** A subject's profile, which the window shows for printing while it is saved. */
const savedProfile = savedChart.pick({ study: true, generation: true, meant: true, passphrase: true }).extend({
  /** Stands above each page: study, subject, as-of and filter. */
  heading: z.string().max(2000),
});

const savedOrAsked = z.strictObject({ asks: z.boolean(), file: z.string().nullable() });

/** Charts and profiles leave Carrel as exports do: asked for where the settings say so, noted in the audit trail, saved where a dialog of main says. */
export const figureCalls = {
  /** `asks`: nothing was saved, as the passphrase is asked for first. `file`: null too where the dialog was cancelled. */
  'chart.save': { host: 'main', input: savedChart, output: savedOrAsked },
  'profile.save': { host: 'main', input: savedProfile, output: savedOrAsked },
} as const;
