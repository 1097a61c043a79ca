import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** The per-user folder, outside the repository, that keeps what is dear to fetch or to compile. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'carrel');
}

/**
 * Makes `folder` whole or not at all: `build` fills a temporary neighbour, which is renamed at the end.
 * Where another process was faster, its folder is kept, because both hold the same.
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

/** Whether a file or folder of that name can be seen. */
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

/** A short name for the exact texts that something is made from: another recipe, another folder. */
export function digestRecipe(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12);
}
