import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Version of this program from the nearest package.json of its own; `unknown` if there is none. */
export function programVersion(): string {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    const found = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { readonly name?: string; readonly version?: string }) : {};
    if (found.name === 'carrel') return found.version ?? 'unknown';
    if (dirname(folder) === folder) return 'unknown';
  }
}
