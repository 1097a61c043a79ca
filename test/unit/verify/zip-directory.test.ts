import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memberBytes, readMember, readMembers } from '../../../src/core/verify/zip-directory.ts';

interface Member {
  readonly name: string;
  readonly content?: Buffer;
  readonly isDeflated?: boolean;
  readonly flags?: number;
  readonly method?: number;
  readonly extra?: Buffer;
  /** What the directory says instead of the sizes and the offset. */
  readonly packed?: number;
  readonly unpacked?: number;
  readonly at?: number;
  /** The name in the member's own header. */
  readonly ownName?: string;
  readonly comment?: string;
}

interface Zip {
  readonly comment?: string;
  readonly count?: number;
  /** Bytes between the directory and its end record. */
  readonly gap?: Buffer;
  readonly tail?: Buffer;
  /** A second end record for sizes beyond 32 bits; `said` overrides what the usual one says. */
  readonly large?: { readonly count?: number; readonly at?: number; readonly record?: number };
  readonly said?: { readonly count?: number; readonly length?: number; readonly at?: number };
}

function fields(length: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(length);
  write(bytes);
  return bytes;
}

function extraField(id: number, ...numbers: readonly number[]): Buffer {
  return fields(4 + 8 * numbers.length, (bytes) => {
    bytes.writeUInt16LE(id, 0);
    bytes.writeUInt16LE(8 * numbers.length, 2);
    for (const [at, number] of numbers.entries()) bytes.writeBigUInt64LE(BigInt(number), 4 + 8 * at);
  });
}

/** Writes a zip by its specification (APPNOTE 6.3), with what is wanted in it. */
function zip(
  members: readonly Member[],
  { comment = '', count, gap = Buffer.alloc(0), tail = Buffer.alloc(0), large, said = {} }: Zip = {},
) {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = Buffer.from('hello'), isDeflated = false, flags = 0, extra = Buffer.alloc(0), ...more } of members) {
    const packed = isDeflated ? deflateRawSync(content) : content;
    const own = Buffer.from(more.ownName ?? name);
    const method = more.method ?? (isDeflated ? 8 : 0);
    const header = fields(30, (bytes) => {
      bytes.writeUInt32LE(0x04034b50, 0);
      bytes.writeUInt16LE(own.length, 26);
    });
    const [named, noted] = [Buffer.from(name), Buffer.from(more.comment ?? '')];
    const listed = fields(46, (bytes) => {
      bytes.writeUInt32LE(0x02014b50, 0);
      for (const [at, value] of [
        [8, flags],
        [10, method],
        [28, named.length],
        [30, extra.length],
        [32, noted.length],
      ] as const)
        bytes.writeUInt16LE(value, at);
      for (const [at, value] of [
        [20, more.packed ?? packed.length],
        [24, more.unpacked ?? content.length],
        [42, more.at ?? offset],
      ] as const)
        bytes.writeUInt32LE(value, at);
    });
    parts.push(header, own, packed);
    directory.push(listed, named, extra, noted);
    offset += 30 + own.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const ends: Buffer[] = [];
  if (large !== undefined)
    ends.push(
      fields(56, (bytes) => {
        bytes.writeUInt32LE(large.record ?? 0x06064b50, 0);
        for (const [at, value] of [
          [32, large.count ?? members.length],
          [40, listed.length],
          [48, large.at ?? offset],
        ] as const)
          bytes.writeBigUInt64LE(BigInt(value), at);
      }),
      fields(20, (bytes) => {
        bytes.writeUInt32LE(0x07064b50, 0);
        bytes.writeBigUInt64LE(BigInt(offset + listed.length), 8);
      }),
    );
  ends.push(
    fields(22, (bytes) => {
      bytes.writeUInt32LE(0x06054b50, 0);
      bytes.writeUInt16LE(said.count ?? count ?? members.length, 10);
      bytes.writeUInt32LE(said.length ?? listed.length, 12);
      bytes.writeUInt32LE(said.at ?? offset, 16);
      bytes.writeUInt16LE(Buffer.byteLength(comment), 20);
    }),
    Buffer.from(comment),
  );
  return Buffer.concat([...parts, listed, gap, ...ends, tail]);
}

function fileOf(bytes: Buffer) {
  return { size: bytes.length, read: async (at: number, length: number) => bytes.subarray(at, at + length) };
}

/** The texts of the members by name; null if it is no zip. */
async function contents(bytes: Buffer, most = 1000): Promise<Readonly<Record<string, string | null>> | null> {
  const members = await readMembers(fileOf(bytes));
  if (members === null) return null;
  const texts: Record<string, string | null> = {};
  for (const [name, member] of members) texts[name] = (await readMember(fileOf(bytes), member, most))?.toString() ?? null;
  return texts;
}

describe('the members of a zip', () => {
  test('are read, packed or not, with comments and additional fields', async () => {
    const members = [
      { name: 'a', comment: 'x' },
      { name: 'b', isDeflated: true, content: Buffer.from('hello again'), extra: extraField(0x9999, 1) },
      { name: 'c', content: Buffer.alloc(0) },
    ];
    expect(await contents(zip(members, { comment: 'of a zip' }))).toEqual({ a: 'hello', b: 'hello again', c: '' });
    expect(await contents(zip([]))).toEqual({});
  });

  test.each<[string, Zip]>([
    ['bytes after its end', { tail: Buffer.from('x') }],
    ['bytes before its end', { gap: Buffer.from('x') }],
    ['a member less than it says', { count: 2 }],
    ['a member more than it says', { count: 0 }],
    ['a directory elsewhere', { said: { at: 1 } }],
    ['a longer directory', { said: { length: 1000 } }],
  ])('are none with %s', async (_what, odd) => {
    expect(await contents(zip([{ name: 'a' }], odd))).toBeNull();
  });

  test.each([0, 1, 21, 22, 60])('are none in a zip that is cut after %i bytes', async (length) => {
    expect(await contents(zip([{ name: 'a' }]).subarray(0, length))).toBeNull();
  });

  test.each<[string, Partial<Member>]>([
    ['encrypted', { flags: 1 }],
    ['packed in another way', { method: 12 }],
    ['named twice in one entry', { extra: extraField(0x7075, 1) }],
    ['named twice in one entry, the second time with nothing', { extra: extraField(0x7075) }],
  ])('do not include one that is %s', async (_what, odd) => {
    expect(await contents(zip([{ name: 'a', ...odd }, { name: 'b' }]))).toEqual({ b: 'hello' });
  });

  test.each([['a.xml'], ['A.XML'], ['/a.xml'], ['./a.xml'], ['a.xml\0.png']])(
    'include none of two that readers may take for one: %j',
    async (twin) => {
      expect(await contents(zip([{ name: 'a.xml' }, { name: twin }, { name: 'b' }]))).toEqual({ b: 'hello' });
    },
  );

  test('have a directory of 256 KiB at most', async () => {
    const comment = 'x'.repeat(64 * 1024 - 47);
    const members = ['a', 'b', 'c', 'd'].map((name) => ({ name, comment }));
    expect(Object.keys((await contents(zip(members))) ?? {})).toEqual(['a', 'b', 'c', 'd']);
    expect(await contents(zip([...members.slice(1), { name: 'aa', comment }]))).toBeNull();
  });

  test('are found before the longest comment', async () => {
    expect(await contents(zip([{ name: 'a' }], { comment: 'x'.repeat(65_535) }))).toEqual({ a: 'hello' });
  });

  test('are dropped with a twin of which nothing can be read, and with a folder written otherwise', async () => {
    expect(await contents(zip([{ name: 'a' }, { name: 'A', flags: 1 }]))).toEqual({});
    expect(await contents(zip([{ name: 'x/a' }, { name: 'x\\a' }, { name: 'x/b' }]))).toEqual({ 'x/b': 'hello' });
  });
});

describe('a member', () => {
  test('has at most as many bytes as wanted, packed and unpacked', async () => {
    const members = [
      { name: 'a', content: Buffer.from('12345678') },
      { name: 'b', isDeflated: true, content: Buffer.from('x'.repeat(50)) },
    ];
    expect(await contents(zip(members), 8)).toEqual({ a: '12345678', b: null });
    expect(await contents(zip(members), 50)).toEqual({ a: '12345678', b: 'x'.repeat(50) });
    expect(await contents(zip(members), 49)).toMatchObject({ b: null });
    expect(await contents(zip(members), 7)).toMatchObject({ a: null });
  });

  test.each<[string, Partial<Member>]>([
    ['has another name in its own header', { ownName: 'b' }],
    ['is said to be elsewhere', { at: 1 }],
    ['is said to be beyond the end', { at: 100_000 }],
    ['is said to be longer than the file', { packed: 100_000 }],
    ['cannot be unpacked', { method: 8 }],
  ])('that %s cannot be read', async (_what, odd) => {
    expect(await contents(zip([{ name: 'a', ...odd }]), 1_000_000)).toEqual({ a: null });
  });

  const allBytes = async (bytes: Buffer, name: string): Promise<string> => {
    const member = (await readMembers(fileOf(bytes)))?.get(name);
    const parts: Buffer[] = [];
    if (member !== undefined) for await (const part of memberBytes(fileOf(bytes), member)) parts.push(part);
    return Buffer.concat(parts).toString();
  };

  test('is read piece by piece as well', async () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => String(n)).join(' '));
    const bytes = zip([
      { name: 'a', content },
      { name: 'b', content, isDeflated: true },
      { name: 'c', ownName: 'd' },
    ]);
    expect(await allBytes(bytes, 'a')).toBe(content.toString());
    expect(await allBytes(bytes, 'b')).toBe(content.toString());
    expect(await allBytes(bytes, 'c')).toBe('');
  });

  test('that cannot be unpacked throws while it is read piece by piece', async () => {
    await expect(allBytes(zip([{ name: 'a', method: 8 }]), 'a')).rejects.toMatchObject({ code: expect.stringMatching(/^Z_/) });
  });
});

describe('a zip written as if it could become large', () => {
  const large = {};
  test.each<[string, Zip]>([
    ['says the same twice', { large }],
    ['leaves all to the second record', { large, said: { count: 0xffff, length: 0xffffffff, at: 0xffffffff } }],
  ])('is read if it %s', async (_what, how) => {
    expect(await contents(zip([{ name: 'a' }], how))).toEqual({ a: 'hello' });
  });

  test.each<[string, Zip]>([
    ['counts', { large, said: { count: 2 } }],
    ['lengths', { large, said: { length: 7 } }],
    ['places', { large, said: { at: 7 } }],
    ['records', { large: { record: 7 } }],
    ['directories', { large: { at: 7 } }],
  ])('is refused if its %s differ', async (_what, how) => {
    expect(await contents(zip([{ name: 'a' }], how))).toBeNull();
  });

  test('has sizes and offsets in an additional field, in their order', async () => {
    const big = 0xffffffff;
    const both = { packed: big, at: big, extra: Buffer.concat([extraField(0x9999, 1), extraField(1, 5, 0)]) };
    expect(await contents(zip([{ name: 'a', ...both }], { large }))).toEqual({ a: 'hello' });
    const all = { unpacked: big, packed: big, at: big, extra: extraField(1, 7, 5, 0) };
    expect(await contents(zip([{ name: 'a', ...all }], { large }))).toEqual({ a: 'hello' });
    expect(await contents(zip([{ name: 'a', at: big, extra: extraField(1, 0) }], { large }))).toEqual({ a: 'hello' });
    expect(await contents(zip([{ name: 'a', at: big, extra: extraField(1) }], { large }))).toEqual({ a: null });
  });
});
