import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { largestPreset, presetText, readPreset, type ExportPreset } from '../../shared/export-preset.ts';
import { errnoOf, readOrdinary } from '../platform/files.ts';
import { writeTextFile } from '../platform/text-file.ts';

/** The export preset in a file. USAGE where it cannot be read or is none. */
export function readPresetFile(path: string): ExportPreset {
  const preset = readPreset(textOf(path));
  if (preset === null)
    throw new AppError(
      'USAGE',
      `"${basename(path)}" is no export preset of this version of Carrel. Save one from the export dialog ("Save as a file") and compare.`,
    );
  return preset;
}

/** Writes a preset as a file that can be passed on. EXPORT as `createAtomicFile`. */
export function writePresetFile(path: string, preset: ExportPreset): void {
  writeTextFile(path, presetText(preset), true);
}

function textOf(path: string): string {
  try {
    return readOrdinary(path, largestPreset);
  } catch (cause: unknown) {
    const name = basename(path);
    const says: Readonly<Record<string, string>> = {
      EFTYPE: `"${name}" is no file, and so no export preset.`,
      EFBIG: `"${name}" is too large for an export preset.`,
    };
    throw new AppError('USAGE', says[errnoOf(cause)] ?? `The preset could not be read: ${path}`, cause);
  }
}
