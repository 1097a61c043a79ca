import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sitePackKind } from '../../../src/core/pack/pack-kind.ts';
import { createAtomicFile } from '../../../src/core/platform/atomic-file.ts';
import { openSealed, unsealInto, type OpenedSealed } from '../../../src/core/sealed/open-sealed.ts';
import { chunkBytes } from '../../../src/core/sealed/sealed-chunks.ts';
import type { SealedHeader } from '../../../src/core/sealed/sealed-header.ts';
import { writeSealed, type SealedControl } from '../../../src/core/sealed/write-sealed.ts';
import { stretchPassphrase } from '../../../src/core/vault/keys/key-wrap.ts';

const folder = mkdtempSync(join(tmpdir(), 'carrel-sealed-'));
const schema = z.strictObject({ key: z.string(), size: z.int() });
const stretched = await stretchPassphrase('four words of it');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let files = 0;
const fresh = (): string => join(folder, String(files++));

interface Sealing extends SealedControl {
  readonly says?: number;
}

/** A sealed file of these bytes, whose header says that there are `says` of them. */
async function seal(bytes: Buffer, { says = bytes.length, ...control }: Sealing = {}): Promise<string> {
  const [source, path] = [fresh(), fresh()];
  writeFileSync(source, bytes);
  const file = createAtomicFile(path, false);
  try {
    const content = { schema, header: { key: 'k', size: says }, path: source, cancelled: 'Nothing was packed.' };
    await writeSealed(file, sitePackKind, stretched, content, control);
    file.finish();
    file.commit();
  } finally {
    file.discard();
  }
  return path;
}

async function open(path: string, links: 'follow' | 'refuse' = 'follow'): Promise<OpenedSealed<SealedHeader>> {
  return openSealed(sitePackKind, schema, path, 'four words of it', links);
}

async function unseal(path: string, control: SealedControl = {}): Promise<Buffer> {
  const [opened, into] = [await open(path), fresh()];
  try {
    await unsealInto(opened, into, 'Nothing was imported.', control);
    if (process.platform !== 'win32') expect(statSync(into).mode & 0o777).toBe(0o600);
    return readFileSync(into);
  } finally {
    opened.close();
  }
}

const bytes = randomBytes(2 * chunkBytes + 500);

describe('a sealed file', () => {
  test('gives back what was sealed, with the progress of both', async () => {
    const [sealed, unsealed]: readonly [number[], number[]] = [[], []];
    const { signal } = new AbortController();
    const path = await seal(bytes, { signal, onProgress: (done) => sealed.push(done) });
    expect((await unseal(path, { signal, onProgress: (done) => unsealed.push(done) })).equals(bytes)).toBe(true);
    expect(sealed).toEqual([chunkBytes + 16, 2 * chunkBytes + 32, bytes.length]);
    expect(unsealed.at(-1)).toBe(bytes.length);
    expect(unsealed).toHaveLength(3);
  });

  test('has the digest of all its bytes', async () => {
    const path = await seal(bytes);
    const opened = await open(path);
    expect(opened.header).toEqual({ key: 'k', size: bytes.length });
    expect([...opened.contents()].reduce((sum, part) => sum + part.length, 0)).toBe(bytes.length);
    expect(opened.sha256()).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    opened.close();
  });

  test('holds as many bytes as its header says', async () => {
    expect((await unseal(await seal(bytes, { says: 500 }))).equals(bytes.subarray(0, 500))).toBe(true);
    await expect(seal(bytes, { says: bytes.length + 1 })).rejects.toMatchObject({
      code: 'STORE',
      message: 'The copy to be sealed is missing. Nothing was written. Try again.',
    });
  });

  test('is closed once it was opened', async () => {
    const opened = await open(await seal(bytes));
    opened.close();
    expect(() => [...opened.contents()]).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});

describe('a cancelled', () => {
  const stopping = (after: number): { readonly signal: AbortSignal; readonly onProgress: () => void } => {
    const stop = new AbortController();
    let parts = 0;
    return {
      signal: stop.signal,
      onProgress: () => {
        parts++;
        if (parts === after) stop.abort();
      },
    };
  };

  test('sealing leaves no file', async () => {
    await expect(seal(bytes, stopping(1))).rejects.toMatchObject({ code: 'CANCELLED', message: 'Nothing was packed.' });
    expect(existsSync(join(folder, String(files - 1)))).toBe(false);
  });

  test('unsealing says so', async () => {
    await expect(unseal(await seal(bytes), stopping(1))).rejects.toMatchObject({ code: 'CANCELLED', message: 'Nothing was imported.' });
  });
});

test.each([
  ['missing', (path: string) => `${path}-gone`, 'follow'],
  ['a folder', () => folder, 'follow'],
  ['a link, if links are refused', linkTo, 'refuse'],
] as const)('a file that is %s cannot be read', async (_what, pathOf, links) => {
  await expect(open(pathOf(await seal(Buffer.from('x'))), links)).rejects.toMatchObject({ code: 'USAGE' });
});

function linkTo(path: string): string {
  const link = fresh();
  symlinkSync(path, link);
  return link;
}

test('a link is followed, and an ordinary file is opened where links are refused', async () => {
  const path = await seal(Buffer.from('x'));
  expect((await unseal(linkTo(path))).toString()).toBe('x');
  (await open(path, 'refuse')).close();
});

test('a file whose header says another size than it holds is damaged', async () => {
  const lying = z.strictObject({ key: z.string(), size: z.int() }).transform((header) => ({ ...header, size: header.size + 1 }));
  const opened = await openSealed(sitePackKind, lying, await seal(bytes), 'four words of it', 'follow');
  expect(() => [...opened.contents()]).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  opened.close();
});

test('a cut file and a wrong passphrase are refused', async () => {
  const path = await seal(bytes);
  await expect(openSealed(sitePackKind, schema, path, 'four other words', 'follow')).rejects.toMatchObject({ code: 'LOCKED' });
  writeFileSync(path, readFileSync(path).subarray(0, -1));
  await expect(unseal(path)).rejects.toMatchObject({ code: 'CORRUPT' });
});
