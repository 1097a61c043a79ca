import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.ts';

/** Throws SECURITY unless a folder holds exactly the compiled files that the program was built with. Runs before any of them is loaded. */
export function assertNatives(folder: string, digests: Readonly<Record<string, string>>): void {
  const found = Object.fromEntries(listed(folder).map((name) => [name, digestOf(join(folder, name))]));
  const names = new Set([...Object.keys(found), ...Object.keys(digests)]);
  const strange = [...names].filter((name) => found[name] !== digests[name]);
  if (strange.length === 0) return;
  throw new AppError(
    'SECURITY',
    `Part of this installation is not the original (${strange.join(', ')}). It was not run, and your data was not touched. Reinstall Carrel.`,
  );
}

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
