import { z } from 'zod';
import { datasetNames } from '../../shared/datasets/datasets.ts';
import { damagedPack } from './pack-prefix.ts';

const lengthBytes = 4;
const longest = 32_768;

/** `confirmed`: the copy was a state of the service at its as-of time, not only counted; packs of earlier versions do not say it. */
const packedDataset = z.strictObject({
  dataset: z.enum(datasetNames),
  records: z.int().min(0),
  asOf: z.string(),
  confirmed: z.boolean().optional(),
});

/** What a pack says of itself, sealed with the rest: before the passphrase nothing of it can be read. Times are ISO in UTC. */
const headerSchema = z.strictObject({
  study: z.string().min(1).max(128),
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
  /** The key of the study's file, base64: of this pack alone, and changed when it is unpacked. */
  key: z.base64().length(44),
  /** Bytes of the study's file. */
  size: z.int().positive(),
});
export type PackHeader = z.infer<typeof headerSchema>;

/** The header as it stands before the study's file: its length, and JSON. */
export function encodeHeader(header: PackHeader): Buffer {
  const text = Buffer.from(JSON.stringify(headerSchema.parse(header)), 'utf8');
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** The header at the beginning of the first chunk, and what follows it there. Throws CORRUPT. */
export function decodeHeader(first: Buffer): { readonly header: PackHeader; readonly rest: Buffer } {
  const length = first.length < lengthBytes ? longest + 1 : first.readUInt32BE(0);
  const end = lengthBytes + length;
  if (length > longest || end > first.length) throw damagedPack();
  try {
    return { header: headerSchema.parse(JSON.parse(first.toString('utf8', lengthBytes, end))), rest: first.subarray(end) };
  } catch (error: unknown) {
    throw damagedPack(error);
  }
}
