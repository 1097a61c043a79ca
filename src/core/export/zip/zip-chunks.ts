import { createHash } from 'node:crypto';
import type { Chunks, Piece } from '../chunks.ts';
import type { WrittenFile } from '../evidence-file.ts';
import { zipStream, type Zip, type ZipForm } from './zip-stream.ts';

export interface ZipMember {
  readonly name: string;
  /** Opened when its turn comes. */
  readonly chunks: Chunks;
  /** Whether it is already compressed. */
  readonly stored: boolean;
}

/**
 * A zip of exports; `last` returns the name and the text of a final member once the others are written. With a passphrase, every member is
 * encrypted with AES-256 (WinZip's AE-2, which 7-Zip, WinZip, macOS' Archive Utility and others open); their names are not.
 */
export function zipChunks(
  members: readonly ZipMember[],
  form: ZipForm,
  last: (written: readonly WrittenFile[]) => readonly [name: string, text: string],
): Chunks {
  let rows = 0;
  const written: WrittenFile[] = [];
  const fill = async (zip: Zip): Promise<void> => {
    for (const { name, chunks, stored } of members) {
      const hash = createHash('sha256');
      let bytes = 0;
      const take = (piece: Piece): Uint8Array => {
        hash.update(piece.bytes);
        bytes += piece.bytes.length;
        rows += piece.rows;
        return Uint8Array.from(piece.bytes);
      };
      await zip.add(name, bytesOf(chunks, take), stored);
      written.push({ name, bytes, sha256: hash.digest('hex') });
    }
    const [name, text] = last(written);
    await zip.add(name, [Buffer.from(text)]);
  };
  const takeRows = (): number => {
    const taken = rows;
    rows = 0;
    return taken;
  };
  return {
    of: members.reduce((sum, { chunks }) => sum + chunks.of, 0),
    columns: Math.max(...members.map(({ chunks }) => chunks.columns)),
    pieces: zipStream(fill, takeRows, form),
  };
}

async function* bytesOf({ pieces }: Chunks, take: (piece: Piece) => Uint8Array): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield take(piece);
}
