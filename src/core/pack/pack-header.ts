import { z } from 'zod';
import { datasetNames } from '../../shared/datasets/datasets.ts';
import { printable } from '../../shared/printable.ts';

/** `confirmed`: the copy was a state of the service at its as-of time, not only counted; missing in packs of earlier versions. */
const packedDataset = z.strictObject({
  dataset: z.enum(datasetNames),
  records: z.int().min(0),
  asOf: z.iso.datetime(),
  confirmed: z.boolean().optional(),
});

/** Whether a study's number shows all that it holds; the vault compares it with the numbers of its studies. */
function isPlain(study: string): boolean {
  return study.isWellFormed() && study.trim() === study && printable(study) === study && !/[\p{Cf}\p{DI}]/u.test(study);
}

/** The header of a pack, sealed with the rest: nothing of it can be read without the passphrase. Times are ISO in UTC. */
export const packHeaderSchema = z.strictObject({
  study: z.string().min(1).max(128).refine(isPlain),
  sponsor: z.string().nullable(),
  demo: z.boolean(),
  madeAt: z.iso.datetime(),
  /** Version of the app that made it. */
  madeBy: z.string().max(64),
  /** The last day on which it opens, `YYYY-MM-DD` in UTC. */
  expires: z.iso.date(),
  datasets: z.array(packedDataset).min(1),
  /** The seal of the study's file: generation, counts, digest. */
  seal: z.strictObject({
    generation: z.int().min(1),
    counts: z.partialRecord(z.enum(datasetNames), z.int()),
    digest: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  /** The key of the study's file, base64; used only for this pack, and changed when it is unpacked. */
  key: z.base64().length(44),
  /** Size of the study's file in bytes. */
  size: z.int().positive(),
});
export type PackHeader = z.infer<typeof packHeaderSchema>;
