import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The per-user folder outside the repository for files that are expensive to download or compile. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'carrel');
}

/**
 * Creates `folder` completely or not at all: `build` fills a temporary sibling, which is renamed at the end. If another process was faster,
 * its folder is kept, because both have the same content.
 */
export async function buildAtomically(folder: string, build: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${folder}.${String(process.pid)}-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  try {
    await build(temporary);
    await rename(temporary, folder).catch(async (cause: unknown) => {
      if (!(await isPresent(folder))) throw cause;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Whether a file or folder with that name is visible. */
export async function isPresent(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The digest of a file, read as a stream. */
export async function digestFile(path: string, algorithm: 'sha256' | 'sha512', encoding: 'hex' | 'base64'): Promise<string> {
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest(encoding);
}

/** A short name for the texts that something is built from: another recipe gives another folder. */
export function digestRecipe(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}
