import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileEvent } from '../shim/shim.ts';
import type { Random } from '../shim/random.ts';

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly length: number };
type Renaming = { readonly folder: string; readonly name: string; readonly file: DiskFile | null };

/** What is certainly on the disk, and what was written since the last sync. */
interface DiskFile {
  lasting: Buffer;
  pending: Change[];
}

/** Bytes that a disk writes atomically, except when torn. */
const block = 4096;

/**
 * A folder on a disk whose cache is lost with the power. Bytes are durable once their file is synced, names once their folder is synced.
 * Until then they may have reached the disk or not: bytes in any part and order, names in their own order.
 */
export class DiskModel {
  readonly #folder: string;
  /** The names as the process sees them. */
  readonly #names = new Map<string, DiskFile>();
  readonly #lastingNames = new Map<string, DiskFile>();
  #pendingNames: Renaming[] = [];

  /** Starts with the content of the folder `from`, all durable, as if it were in `folder`, where the events happen. */
  constructor(from: string, folder: string) {
    this.#folder = folder;
    for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const source = join(entry.parentPath, entry.name);
      const path = join(folder, relative(from, source));
      const file: DiskFile = { lasting: readFileSync(source), pending: [] };
      this.#names.set(path, file);
      this.#lastingNames.set(path, file);
    }
  }

  /** Applies what a call did. */
  take({ operation, kind, path, to, offset, bytes }: FileEvent): void {
    // Shared memory does not survive a power loss.
    if (kind === 'shm') return;
    const file = this.#names.get(path);
    if (operation === 'write') file?.pending.push({ at: offset, bytes: bytes ?? Buffer.alloc(0) });
    else if (operation === 'truncate') file?.pending.push({ length: offset });
    else if (operation === 'create' && kind !== 'folder') this.#name(path, { lasting: Buffer.alloc(0), pending: [] });
    else if (operation === 'unlink') this.#name(path, null);
    else if (operation === 'link') this.#name(to, file ?? null);
    else if (operation === 'rename') {
      this.#name(to, file ?? null);
      this.#name(path, null);
    } else if (operation === 'sync' && kind === 'folder') this.#keepNames(path);
    else if (operation === 'sync' && file !== undefined) {
      file.lasting = applied(file.lasting, file.pending);
      file.pending = [];
    }
  }

  /** Writes what a power loss would leave now; `keep`: the probability that a block that was not synced has reached the disk. */
  leave(folder: string, keep: number, random: Random): void {
    const names = new Map(this.#lastingNames);
    const prefix = keep === 0 ? 0 : Math.round(random() * this.#pendingNames.length);
    for (const { name, file } of this.#pendingNames.slice(0, prefix)) setName(names, name, file);
    for (const [path, { lasting, pending }] of names) {
      const target = join(folder, relative(this.#folder, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, keep === 0 ? lasting : applied(lasting, survivors(pending, keep, random)), { mode: 0o600 });
    }
  }

  #name(path: string, file: DiskFile | null): void {
    setName(this.#names, path, file);
    this.#pendingNames.push({ folder: dirname(path), name: path, file });
  }

  #keepNames(folder: string): void {
    for (const { name, file } of this.#pendingNames.filter((one) => one.folder === folder)) setName(this.#lastingNames, name, file);
    this.#pendingNames = this.#pendingNames.filter((one) => one.folder !== folder);
  }
}

function setName(names: Map<string, DiskFile>, path: string, file: DiskFile | null): void {
  if (file === null) names.delete(path);
  else names.set(path, file);
}

/** Some blocks of each write, a few of them torn. */
function survivors(pending: readonly Change[], keep: number, random: Random): readonly Change[] {
  return pending.flatMap((change) => {
    if ('length' in change) return random() < keep ? [change] : [];
    return blocksOf(change).flatMap(({ at, bytes }) => {
      if (random() >= keep) return [];
      return [{ at, bytes: random() < 0.1 ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes }];
    });
  });
}

function blocksOf({
  at,
  bytes,
}: {
  readonly at: number;
  readonly bytes: Buffer;
}): readonly { readonly at: number; readonly bytes: Buffer }[] {
  const blocks = [];
  for (let from = 0; from < bytes.length;) {
    const size = Math.min(bytes.length - from, block - ((at + from) % block));
    blocks.push({ at: at + from, bytes: bytes.subarray(from, from + size) });
    from += size;
  }
  return blocks;
}

function applied(lasting: Buffer, changes: readonly Change[]): Buffer {
  let size = lasting.length;
  const content = Buffer.alloc(
    Math.max(size, ...changes.map((change) => ('length' in change ? change.length : change.at + change.bytes.length))),
  );
  lasting.copy(content);
  for (const change of changes) {
    if ('length' in change) {
      content.fill(0, Math.min(size, change.length));
      size = change.length;
    } else {
      change.bytes.copy(content, change.at);
      size = Math.max(size, change.at + change.bytes.length);
    }
  }
  return content.subarray(0, size);
}
