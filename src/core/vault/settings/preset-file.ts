import { basename } from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { largestPreset, readPreset, type ExportPreset } from '../../../shared/export-preset.ts';
import { errnoOf } from '../../platform/errno.ts';
import { readOrdinary } from '../../platform/files.ts';

/** Reads an export preset from a file. Throws USAGE if it cannot be read or is not a preset. */
export function readPresetFile(path: string): ExportPreset {
  const preset = readPreset(textOf(path));
  if (preset === null)
    throw new AppError(
      'USAGE',
      `"${basename(path)}" is not an export preset of this version of Carrel. Save one from the export dialog ("Save as a file") and compare.`,
    );
  return preset;
}

function textOf(path: string): string {
  try {
    return readOrdinary(path, largestPreset);
  } catch (cause: unknown) {
    const name = basename(path);
    const says: Readonly<Record<string, string>> = {
      EFTYPE: `"${name}" is not a file.`,
      EFBIG: `"${name}" is too large for an export preset.`,
    };
    throw new AppError('USAGE', says[errnoOf(cause)] ?? `The preset could not be read: ${path}`, cause);
  }
}
