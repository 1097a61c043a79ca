import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  listPresets,
  readLastChoices,
  saveLastChoice,
  removePreset,
  savePreset,
  takePreset,
} from '../../../src/core/vault/settings/export-presets.ts';
import { readPresetFile } from '../../../src/core/vault/settings/preset-file.ts';
import type { Vault } from '../../../src/core/vault/vault.ts';
import { presetText, siteHandOver, type ExportPreset } from '../../../src/shared/export-preset.ts';
import { temporaryFolders } from './folder.ts';

const folder = temporaryFolders();
const labs: ExportPreset = {
  ...siteHandOver,
  name: 'Labs by date',
  parts: [{ dataset: 'labs', columns: ['subject'], sort: [{ column: 'collected', descending: true }] }],
};
let vault: Pick<Vault, 'setting' | 'saveSetting'>;
beforeEach(() => {
  const kept = new Map<string, string>();
  vault = { setting: (name) => kept.get(name) ?? null, saveSetting: (name, value) => void kept.set(name, value) };
});

describe('the presets of a vault', () => {
  test('are stored by name, a newer one replacing the earlier', () => {
    savePreset(vault, labs);
    savePreset(vault, { ...labs, format: 'xpt' });
    savePreset(vault, { ...labs, name: 'Another' });
    expect(listPresets(vault).map(({ name, format }) => [name, format])).toEqual([
      ['Another', 'xlsx'],
      ['Labs by date', 'xpt'],
    ]);
    expect(removePreset(vault, 'Another')).toHaveLength(1);
  });

  test('rename an imported preset whose name is taken by a different one', () => {
    savePreset(vault, labs);
    expect(takePreset(vault, labs).name).toBe('Labs by date');
    expect(takePreset(vault, { ...labs, format: 'xpt' }).name).toBe('Labs by date (2)');
    expect(takePreset(vault, { ...labs, format: 'csv' }).name).toBe('Labs by date (3)');
    expect(takePreset(vault, { ...labs, name: siteHandOver.name }).name).toBe('Site hand-over (2)');
    expect(takePreset(vault, siteHandOver).name).toBe('Site hand-over');
    expect(listPresets(vault).find(({ name }) => name === labs.name)).toEqual(labs);
    expect(() => savePreset(vault, { ...labs, name: siteHandOver.name })).toThrow('is built in');
  });

  test('rename one with a long name within its limit', () => {
    const long = 'x'.repeat(80);
    savePreset(vault, { ...labs, name: long });
    expect(takePreset(vault, { ...labs, name: long, format: 'xpt' }).name).toBe(`${'x'.repeat(70)} (2)`);
    expect(listPresets(vault)).toHaveLength(2);
  });

  test('do not include the built-in one', () => {
    takePreset(vault, siteHandOver);
    expect(listPresets(vault)).toEqual([]);
    savePreset(vault, labs);
    savePreset(vault, { ...labs, name: 'Another' });
    expect(removePreset(vault, labs.name).map(({ name }) => name)).toEqual(['Another']);
  });

  test('are limited to 100', () => {
    for (let at = 0; at < 100; at++) savePreset(vault, { ...labs, name: String(at) });
    expect(() => savePreset(vault, labs)).toThrow('There are 100 export presets already.');
    expect(savePreset(vault, { ...labs, name: '7' })).toHaveLength(100);
  });

  test('include the last choices for each dataset', () => {
    expect(readLastChoices(vault)).toEqual({});
    saveLastChoice(vault, 'labs', { format: 'csv', delimiter: ';', columns: 'all' });
    saveLastChoice(vault, 'study', { format: 'xpt', delimiter: ',', columns: 'shown' });
    expect(readLastChoices(vault)).toMatchObject({ labs: { format: 'csv' }, study: { format: 'xpt' } });
  });
});

describe('a preset file', () => {
  test('is read as it was written', () => {
    const path = join(folder(), 'labs.json');
    writeFileSync(path, presetText(labs));
    expect(readPresetFile(path)).toEqual(labs);
  });

  test.each([
    ['text that is not JSON', 'subject,result'],
    ['another version', presetText({ ...labs, carrelPreset: 2 as 1 })],
    ['a filter', JSON.stringify({ ...labs, where: [{ column: 'subject', op: '=', values: ['0012'] }] })],
    ['a duplicate dataset', presetText({ ...labs, parts: [...labs.parts, ...labs.parts] })],
    ['no dataset', presetText({ ...labs, parts: [] })],
    ['deep nesting', '['.repeat(50_000)],
    ['more text than a preset needs', ' '.repeat(300_000)],
  ])('with %s is refused without repeating its content', (_, text) => {
    const path = join(folder(), 'labs.json');
    writeFileSync(path, text);
    expect(() => readPresetFile(path)).toThrow(
      expect.objectContaining({ code: 'USAGE', message: expect.not.stringContaining('0012') as string }),
    );
  });

  test('is not read from a device or a folder', () => {
    expect(() => readPresetFile('/dev/zero')).toThrow('is not a file');
    expect(() => readPresetFile(folder())).toThrow('is not a file');
  });

  test('is reported when it is missing', () => {
    expect(() => readPresetFile(join(folder(), 'none.json'))).toThrow('The preset could not be read');
  });
});
