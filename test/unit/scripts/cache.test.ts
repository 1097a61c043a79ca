import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildAtomically, cacheFolder, digestFile, digestRecipe } from '../../../scripts/runtime/cache.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-cache-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('the cache of runtimes', () => {
  test('a build that fails leaves nothing behind', async () => {
    const build = buildAtomically(join(folder, 'made'), async (temporary) => {
      await writeFile(join(temporary, 'half'), 'half');
      throw new Error('the network ended');
    });
    await expect(build).rejects.toThrow('the network ended');
    expect(await readdir(folder)).toEqual([]);
  });

  test('two concurrent builds leave one complete folder', async () => {
    const target = join(folder, 'made');
    const build = (text: string) =>
      buildAtomically(target, async (temporary) => {
        await writeFile(join(temporary, 'file'), text);
      });
    await Promise.all([build('one'), build('two')]);
    expect(await readdir(folder)).toEqual(['made']);
    expect(['one', 'two']).toContain(await readFile(join(target, 'file'), 'utf8'));
  });

  test('a digest is of the bytes of a file, and a recipe keeps its texts apart', async () => {
    await writeFile(join(folder, 'abc'), 'abc');
    const expected = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(await digestFile(join(folder, 'abc'), 'sha256', 'hex')).toBe(expected);
    expect(digestRecipe('a', 'bc')).not.toBe(digestRecipe('ab', 'c'));
  });

  test('the cache lies outside the repository', () => {
    expect(cacheFolder().startsWith(process.cwd())).toBe(false);
  });
});
