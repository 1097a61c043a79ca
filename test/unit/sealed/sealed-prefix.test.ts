import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sitePackKind } from '../../../src/core/pack/pack-kind.ts';
import { makePrefix, openPrefix, prefixLength } from '../../../src/core/sealed/sealed-prefix.ts';
import { stretchPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';

const passphrase = 'caf\u00e9 au lait, four words';
let made: ReturnType<typeof makePrefix>;

beforeAll(async () => {
  made = makePrefix(sitePackKind, await stretchPassphrase(passphrase));
});

function codeOf(prefix: Buffer, with_ = passphrase): Promise<string> {
  return openPrefix(sitePackKind, (bytes) => prefix.subarray(0, bytes), with_).then(
    () => 'OK',
    (error: unknown) => (error as { readonly code: string }).code,
  );
}

/** A prefix changed by somebody who also updates the digest at its end. */
function changedKnowingly(at: number, value: number): Buffer {
  const prefix = Buffer.from(made.prefix);
  prefix.writeUInt8(value, at);
  createHash('sha256')
    .update(prefix.subarray(0, -32))
    .digest()
    .copy(prefix, prefixLength - 32);
  return prefix;
}

describe('the beginning of a site pack', () => {
  test('gives the same key again, even if the passphrase is composed of other Unicode characters', async () => {
    expect(made.prefix.length).toBe(prefixLength);
    const key = await openPrefix(sitePackKind, (bytes) => made.prefix.subarray(0, bytes), passphrase.normalize('NFD'));
    expect(key.equals(made.bodyKey)).toBe(true);
  });

  test('is never the same twice', async () => {
    const again = makePrefix(sitePackKind, await stretchPassphrase(passphrase));
    expect(again.prefix.subarray(0, 24).equals(made.prefix.subarray(0, 24))).toBe(true);
    expect(again.prefix.subarray(24).equals(made.prefix.subarray(24))).toBe(false);
    expect(again.bodyKey.equals(made.bodyKey)).toBe(false);
  });

  test('distinguishes another passphrase from damage: LOCKED', async () => {
    expect(await codeOf(made.prefix, `${passphrase} `)).toBe('LOCKED');
  });

  test('is damaged by every flipped bit: CORRUPT', async () => {
    for (let bit = 0; bit < prefixLength * 8; bit++) {
      const changed = Buffer.from(made.prefix);
      const at = bit >> 3;
      changed.writeUInt8(changed.readUInt8(at) ^ (1 << (bit & 7)), at);
      expect(await codeOf(changed)).toBe('CORRUPT');
    }
  });

  test('is damaged if cut off anywhere, or if it is something else: CORRUPT', async () => {
    for (let length = 0; length < prefixLength; length++) expect(await codeOf(made.prefix.subarray(0, length))).toBe('CORRUPT');
    expect(await codeOf(Buffer.from('%PDF-1.7 and more of that, well beyond what is read at first'.repeat(9)))).toBe('CORRUPT');
  });

  test('distinguishes a newer version from damage: VERSION', async () => {
    expect(await codeOf(changedKnowingly(17, 2))).toBe('VERSION');
  });

  test.each([
    ['a weaker derivation', 20, 10],
    ['a more expensive derivation, which would use all memory', 20, 30],
    ['another block size', 21, 9],
  ])('rejects %s: CORRUPT', async (_what, at, value) => {
    expect(await codeOf(changedKnowingly(at, value))).toBe('CORRUPT');
  });

  test.each([
    ['salt', 24],
    ['sealed key', 68],
  ])('another %s opens nothing, even with a matching digest', async (_what, at) => {
    expect(await codeOf(changedKnowingly(at, made.prefix.readUInt8(at) ^ 1))).toBe('LOCKED');
  });
});
