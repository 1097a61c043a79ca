import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { z } from 'zod';

const builtAsSchema = z.object({
  /** The test program is a release whose debugging switches are admitted. */
  kind: z.enum(['release', 'test']),
  /** SHA-256 of each compiled file that is loaded, by its name. */
  natives: z.record(z.string(), z.string()),
});
export type BuiltAs = z.output<typeof builtAsSchema>;

/** What the packager wrote into an installed program; null where it runs from its sources. Throws where it is not there. */
export function readBuiltAs(): BuiltAs | null {
  if (!app.isPackaged) return null;
  const description: unknown = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return z.object({ carrel: builtAsSchema }).parse(description).carrel;
}
