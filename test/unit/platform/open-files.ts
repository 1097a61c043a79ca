import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Files in a folder that this process has open, as far as the system says. */
export function openFilesIn(dir: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(join('/proc/self/fd', descriptor))].filter((path) => path.startsWith(dir));
    } catch {
      return [];
    }
  });
}
