import type { z } from 'zod';
import type { SealedKind } from './sealed-kind.ts';

const lengthBytes = 4;
const longest = 32_768;

/** What the header of every sealed file says about its database: the database's own key (base64, 32 bytes) and its size in bytes. */
export interface SealedHeader {
  readonly key: string;
  readonly size: number;
}

/** The header as it precedes the database: its length, and JSON. */
export function encodeHeader<H extends SealedHeader>(schema: z.ZodType<H>, header: H): Buffer {
  const text = Buffer.from(JSON.stringify(schema.parse(header)), 'utf8');
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
}

/** Returns the header at the start of the first chunk, and what follows it there. Throws CORRUPT. */
export function decodeHeader<H extends SealedHeader>(
  kind: SealedKind,
  schema: z.ZodType<H>,
  first: Buffer,
): { readonly header: H; readonly rest: Buffer } {
  const length = first.length < lengthBytes ? longest + 1 : first.readUInt32BE(0);
  const end = lengthBytes + length;
  if (length > longest || end > first.length) throw kind.damaged();
  try {
    return { header: schema.parse(JSON.parse(first.toString('utf8', lengthBytes, end))), rest: first.subarray(end) };
  } catch (error: unknown) {
    throw kind.damaged(error);
  }
}
