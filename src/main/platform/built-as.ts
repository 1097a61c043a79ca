import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';

const builtAsSchema = z.object({
  /** The test program is a release that accepts debugging switches. */
  kind: z.enum(['release', 'test']),
  /** SHA-256 of each compiled file that is loaded, by file name. */
  natives: z.record(z.string(), z.string()),
});
export type BuiltAs = z.output<typeof builtAsSchema>;

/** Reads what the packager wrote into an installed program. Returns null when running from sources; throws if it is missing. */
export function readBuiltAs(): BuiltAs | null {
  if (!app.isPackaged) return null;
  const description: unknown = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return z.object({ carrel: builtAsSchema }).parse(description).carrel;
}
