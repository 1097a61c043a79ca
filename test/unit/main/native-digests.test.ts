import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nativeNameHere, pinnedNative, pinnedNatives } from '../../../scripts/package/native-modules.ts';
import { assertNatives } from '../../../src/main/shell/native-digests.ts';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

describe('compiled files at the start', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carrel-natives-'));
    writeFileSync(join(folder, 'one.node'), 'one');
  });

  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  test('those that were built with are taken', () => {
    expect(() => assertNatives(folder, { 'one.node': digest('one') })).not.toThrow();
  });

  test.each([
    ['changed', { 'one.node': digest('other') }],
    ['missing', { 'one.node': digest('one'), 'two.node': digest('two') }],
    ['more than there were', {}],
  ])('%s, they are refused by name', (_case, digests) => {
    expect(() => assertNatives(folder, digests)).toThrow(/\.node\).*Reinstall Carrel/);
  });

  test('a folder that is not there holds none', () => {
    expect(() => assertNatives(join(folder, 'nowhere'), { 'one.node': digest('one') })).toThrow(/one\.node/);
  });
});

describe('compiled files at the build', () => {
  test('the ones installed are the ones pinned', async () => {
    for (const name of Object.keys(pinnedNatives) as (keyof typeof pinnedNatives)[]) expect(await pinnedNative(name)).toContain(name);
  });

  test('another one of the same name is refused', async () => {
    const name = nativeNameHere() ?? 'linux-x64.node';
    const folder = mkdtempSync(join(tmpdir(), 'carrel-natives-'));
    writeFileSync(join(folder, name), 'strange');
    await expect(pinnedNative(name, folder)).rejects.toThrow('Nothing was built with it.');
    rmSync(folder, { recursive: true });
  });
});
