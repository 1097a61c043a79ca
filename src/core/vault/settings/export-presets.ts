import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { lastChoicesSchema, type LastChoice, type LastChoices } from '../../../shared/calls/presets.ts';
import { mostPresets, readablePresets, siteHandOver, type ExportPreset } from '../../../shared/export-preset.ts';
import type { Vault } from '../vault.ts';
import { parseSetting } from './settings.ts';

const presetsSetting = 'export.presets';
const lastSetting = 'export.last';

type Settings = Pick<Vault, 'setting' | 'saveSetting'>;

/** The saved presets by name, without those in an unknown shape. */
export function listPresets(vault: Settings): readonly ExportPreset[] {
  return readablePresets(parseSetting(z.array(z.unknown()), vault.setting(presetsSetting)) ?? []);
}

/** Saves a preset, replacing one of the same name. Throws USAGE if there are too many or the name is that of a built-in preset. */
export function savePreset(vault: Settings, preset: ExportPreset): readonly ExportPreset[] {
  if (preset.name === siteHandOver.name)
    throw new AppError('USAGE', `The preset "${preset.name}" is built in and cannot be changed. Use another name.`);
  const others = listPresets(vault).filter(({ name }) => name !== preset.name);
  if (others.length >= mostPresets)
    throw new AppError(
      'USAGE',
      `There are ${String(mostPresets)} export presets already. Remove one that is no longer needed, then save this one.`,
    );
  return store(vault, [...others, preset]);
}

/** Saves a preset received from someone else, under a free name if its own is taken by another preset. Returns the preset as saved. */
export function takePreset(vault: Settings, preset: ExportPreset): ExportPreset {
  const known = [siteHandOver, ...listPresets(vault)];
  const isFree = (name: string): boolean => known.every((other) => other.name !== name || isDeepStrictEqual(other, { ...preset, name }));
  let kept = preset;
  for (let number = 2; !isFree(kept.name); number++) kept = { ...preset, name: `${preset.name.slice(0, 70)} (${String(number)})` };
  if (kept.name !== siteHandOver.name) savePreset(vault, kept);
  return kept;
}

export function removePreset(vault: Settings, name: string): readonly ExportPreset[] {
  return store(
    vault,
    listPresets(vault).filter((preset) => preset.name !== name),
  );
}

export function readLastChoices(vault: Settings): LastChoices {
  return parseSetting(lastChoicesSchema, vault.setting(lastSetting)) ?? {};
}

export function saveLastChoice(vault: Settings, of: keyof LastChoices, choice: LastChoice): void {
  vault.saveSetting(lastSetting, JSON.stringify({ ...readLastChoices(vault), [of]: choice }));
}

function store(vault: Settings, presets: readonly ExportPreset[]): readonly ExportPreset[] {
  const sorted = presets.toSorted((one, other) => one.name.localeCompare(other.name));
  vault.saveSetting(presetsSetting, JSON.stringify(sorted));
  return sorted;
}
