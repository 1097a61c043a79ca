import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

/**
 * The members of a zip that is encrypted by AES-256, read by what WinZip says of AE-2 (https://www.winzip.com/en/support/aes-encryption/)
 * and apart from the writer under test. Throws where the passphrase is wrong, a member is not encrypted that way, or was changed.
 */
export function readAesZip(zip: Buffer, passphrase: string): Readonly<Record<string, Buffer>> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end === -1) throw new Error('This is no zip.');
  const members: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory of the zip is broken.');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place));
    const name = zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const extraAt = at + 46 + (nameLength ?? 0);
    const method = aesMethod(zip.readUInt16LE(at + 10), zip.subarray(extraAt, extraAt + (extraLength ?? 0)), zip.readUInt32LE(at + 16));
    const size = zip.readUInt32LE(at + 20);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = decrypted(zip.subarray(from, from + size), passphrase);
    members[name] = method === 8 ? inflateRawSync(bytes) : bytes;
    at = extraAt + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return members;
}

/** The method by which a member was compressed before it was encrypted by AES-256 as AE-2, which has no checksum of the clear bytes. */
function aesMethod(method: number, extra: Buffer, checksum: number): number {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 0x9901) continue;
    const [version, strength] = [extra.readUInt16LE(at + 4), extra[at + 8]];
    if (method === 99 && version === 2 && extra.toString('latin1', at + 6, at + 8) === 'AE' && strength === 3 && checksum === 0)
      return extra.readUInt16LE(at + 9);
  }
  throw new Error('A member is not encrypted by AES-256 as AE-2.');
}

function decrypted(stored: Buffer, passphrase: string): Buffer {
  const salt = stored.subarray(0, 16);
  const keys = pbkdf2Sync(passphrase, salt, 1000, 66, 'sha1');
  if (!keys.subarray(64).equals(stored.subarray(16, 18))) throw new Error('The passphrase is wrong.');
  const body = stored.subarray(18, -10);
  const mac = createHmac('sha1', keys.subarray(32, 64)).update(body).digest().subarray(0, 10);
  if (!mac.equals(stored.subarray(-10))) throw new Error('A member was changed.');
  // Counter mode, but the counter begins at 1 with its least byte first: the key stream is made block by block.
  const blocks = Buffer.alloc(Math.ceil(body.length / 16) * 16);
  for (let block = 0; block * 16 < blocks.length; block++) blocks.writeUInt32LE(block + 1, block * 16);
  const stream = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).setAutoPadding(false).update(blocks);
  return body.map((byte, place) => byte ^ (stream[place] ?? 0)) as Buffer;
}
