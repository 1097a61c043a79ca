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

  test('are accepted if they are those of the build', () => {
    expect(() => assertNatives(folder, { 'one.node': digest('one') })).not.toThrow();
  });

  test.each([
    ['changed', { 'one.node': digest('other') }],
    ['missing', { 'one.node': digest('one'), 'two.node': digest('two') }],
    ['not recorded', {}],
  ])('are refused by name if they are %s', (_case, digests) => {
    expect(() => assertNatives(folder, digests)).toThrow(/\.node\).*Reinstall Carrel/);
  });

  test('are refused if their folder is missing', () => {
    expect(() => assertNatives(join(folder, 'nowhere'), { 'one.node': digest('one') })).toThrow(/one\.node/);
  });
});

describe('compiled files at the build', () => {
  test('are the pinned ones', async () => {
    for (const name of Object.keys(pinnedNatives) as (keyof typeof pinnedNatives)[]) expect(await pinnedNative(name)).toContain(name);
  });

  test('are refused if another file has the same name', async () => {
    const name = nativeNameHere() ?? 'linux-x64.node';
    const folder = mkdtempSync(join(tmpdir(), 'carrel-natives-'));
    writeFileSync(join(folder, name), 'strange');
    await expect(pinnedNative(name, folder)).rejects.toThrow('Nothing was built with it.');
    rmSync(folder, { recursive: true });
  });
});
