import { readFileSync } from 'node:fs';

/** One member of a zip as in its local header (APPNOTE.TXT, 4.3.7), with the sizes from the central directory. */
export interface ZipMemberStructure {
  readonly name: string;
  readonly versionNeeded: number;
  /** Bit 3: the sizes follow the data. */
  readonly hasDescriptor: boolean;
  /** Sizes in the local header; 0 if they follow the data. */
  readonly sizes: readonly [compressed: number, plain: number];
  readonly directorySizes: readonly [compressed: number, plain: number];
  /** Ids of the extra fields of both headers; 0x0001 is ZIP64. */
  readonly extraFields: readonly number[];
  /** Bytes from the end of the data to the next header. */
  readonly descriptorLength: number;
}

/** Reads the headers of a zip from its bytes. Throws if one is not where the directory says. */
export function zipStructure(path: string): readonly ZipMemberStructure[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)];
  const members: (ZipMemberStructure & { readonly offset: number })[] = [];
  let at = start;
  for (let member = 0; member < count; member++) {
    if (bytes.readUInt32LE(at) !== 0x0201_4b50) throw new Error('No header of the directory stands here.');
    const [compressed, plain] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const offset = bytes.readUInt32LE(at + 42);
    if (bytes.readUInt32LE(offset) !== 0x0403_4b50) throw new Error('No local header stands there.');
    const [localName, localExtra] = [bytes.readUInt16LE(offset + 26), bytes.readUInt16LE(offset + 28)];
    const local = bytes.subarray(offset + 30 + localName, offset + 30 + localName + localExtra);
    members.push({
      offset,
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      versionNeeded: bytes.readUInt16LE(offset + 4),
      hasDescriptor: (bytes.readUInt16LE(offset + 6) & 8) !== 0,
      sizes: [bytes.readUInt32LE(offset + 18), bytes.readUInt32LE(offset + 22)],
      directorySizes: [compressed, plain],
      extraFields: [...idsOf(local), ...idsOf(bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength))],
      descriptorLength: offset + 30 + localName + localExtra + compressed,
    });
    at += 46 + nameLength + extraLength + commentLength;
  }
  const starts = [...members.map(({ offset }) => offset), start].sort((left, right) => left - right);
  return members.map(({ offset, ...member }) => ({
    ...member,
    descriptorLength: (starts.find((next) => next > offset) ?? start) - member.descriptorLength,
  }));
}

function idsOf(fields: Buffer): number[] {
  const ids: number[] = [];
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) ids.push(fields.readUInt16LE(at));
  return ids;
}
