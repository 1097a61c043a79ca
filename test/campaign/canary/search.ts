import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Finder, Needle } from './needles.ts';

/** A secret that was found: what, how it was written, and where. */
export interface Leak {
  readonly needle: Needle;
  readonly place: string;
  /** In memory that processes share: no file, but a part of what a running program holds in memory. */
  readonly inMemory: boolean;
}

/** What one look went through. */
export interface Looked {
  readonly files: number;
  /** All that was open, pipes, sockets and devices too; of these, files: deleted ones and memory that is shared counted by themselves too. */
  readonly descriptors: number;
  readonly opened: number;
  readonly deleted: number;
  readonly shared: number;
  /** Files that a process maps into its memory. */
  readonly mapped: number;
  readonly bytes: number;
  readonly leaks: readonly Leak[];
}

export interface Where {
  /** Every file below them. */
  readonly folders: readonly string[];
  /** But for those below these. */
  readonly leftOut: readonly string[];
  /** Every file that they have open or mapped, deleted files too. */
  readonly pids: readonly number[];
}

/** Searches files and what processes hold; what belongs to the program itself and has not changed is read once. */
export type Search = (where: Where) => Promise<Looked>;

const PART = 4 * 1024 * 1024;
/** Files that are only ever read: the program, its runtime, the system's libraries. */
const programs = /^\/(?:usr|lib|lib64|etc|proc|sys)\/|\/node_modules\/|\.(?:asar|pak|bin|dat|node|so(?:\.\d+)*)$/;
const sharedMemory = /^\/(?:memfd:|dev\/shm\/)/;
/** What Chromium's processes say to each other in large pieces: it has no name in any folder, and is gone with them. */
const messages = /^\/dev\/shm\/\.org\.chromium\.\S+ \(deleted\)$/;
const kernelFiles = /^\/(?:dev|proc|sys)\//;
const DELETED = ' (deleted)';

type Count = 'files' | 'descriptors' | 'opened' | 'deleted' | 'shared' | 'mapped';

export function searcherOf(finder: Finder): Search {
  const unchanged = new Set<string>();
  const buffer = Buffer.alloc(PART);
  return async ({ folders, leftOut, pids }) => {
    const counts: Record<Count, number> = { files: 0, descriptors: 0, opened: 0, deleted: 0, shared: 0, mapped: 0 };
    const leaks: Leak[] = [];
    const searched = new Set<string>();
    let bytes = 0;
    const search = (path: string, target: string, as: readonly Count[], says: string, isProgram = programs.test(target)): void => {
      const file = openFile(path);
      if (file === null) return;
      try {
        for (const name of as) counts[name] += 1;
        if (searched.has(file.mark) || (isProgram && unchanged.has(file.mark))) return;
        const { found, read } = searchOpen(file.descriptor, finder, buffer);
        bytes += read;
        searched.add(file.mark);
        unchanged.add(file.mark);
        for (const needle of found)
          leaks.push({ needle, place: says, inMemory: messages.test(target) || (as.includes('mapped') && sharedMemory.test(target)) });
      } finally {
        closeSync(file.descriptor);
      }
    };
    const isLeftOut = (path: string): boolean => leftOut.some((folder) => path.startsWith(`${folder}/`));
    // Processes first: a short one is gone before all files are read.
    for (const pid of pids) {
      const program = dirname(attempt(() => readlinkSync(`/proc/${String(pid)}/exe`)) ?? '/none/of/them');
      for (const kind of ['fd', 'map_files'] as const) {
        const targets = new Set<string>();
        for (const { link, target } of heldBy(pid, kind)) {
          if (kind === 'fd') counts.descriptors += 1;
          // A file is mapped in many parts; what is open twice may be two files of one name.
          if (!isFile(target) || isLeftOut(target) || (kind === 'map_files' && targets.has(target))) continue;
          targets.add(target);
          const says = `${target}, ${kind === 'fd' ? 'open in' : 'mapped by'} ${nameOf(pid)}`;
          search(link, target, kindOf(kind, target), says, programs.test(target) || target.startsWith(`${program}/`));
        }
        await breathe();
      }
    }
    for (const path of folders.flatMap((folder) => filesBelow(folder)).filter((each) => !isLeftOut(each))) {
      search(path, path, ['files'], path);
      await breathe();
    }
    return { ...counts, bytes, leaks };
  };
}

function kindOf(kind: 'fd' | 'map_files', target: string): readonly Count[] {
  if (kind === 'map_files') return ['mapped'];
  if (sharedMemory.test(target)) return ['opened', 'shared'];
  return target.endsWith(DELETED) ? ['opened', 'deleted'] : ['opened'];
}

/** Null for what is no file, and for what is gone: processes end and files are renamed while they are looked at. */
function openFile(path: string): { readonly descriptor: number; readonly mark: string } | null {
  // Whoever opens a named pipe would otherwise wait for its other end.
  const descriptor = attempt(() => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
  if (descriptor === null) return null;
  const found = fstatSync(descriptor, { bigint: true });
  if (found.isFile()) return { descriptor, mark: [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join() };
  closeSync(descriptor);
  return null;
}

function searchOpen(descriptor: number, finder: Finder, buffer: Buffer): { readonly found: ReadonlySet<Needle>; readonly read: number } {
  const found = new Set<Needle>();
  let total = 0;
  for (let kept = 0; ;) {
    const read = readSync(descriptor, buffer, kept, buffer.length - kept, null);
    if (read === 0) return { found, read: total };
    total += read;
    for (const needle of finder.find(buffer.subarray(0, kept + read))) found.add(needle);
    const filled = kept + read;
    kept = Math.min(filled, finder.longest - 1);
    buffer.copyWithin(0, filled - kept, filled);
  }
}

function filesBelow(folder: string): readonly string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Links to what a process has open (`fd`) or maps (`map_files`, which only root may follow), and what they lead to. */
function heldBy(pid: number, kind: 'fd' | 'map_files'): readonly { readonly link: string; readonly target: string }[] {
  const folder = `/proc/${String(pid)}/${kind}`;
  return (attempt(() => readdirSync(folder)) ?? []).flatMap((name) => {
    const link = join(folder, name);
    const target = attempt(() => readlinkSync(link));
    return target === null ? [] : [{ link, target }];
  });
}

/** Pipes, sockets and the like, devices and what the kernel tells hold no bytes that stay. */
function isFile(target: string): boolean {
  return target.startsWith('/') && (!kernelFiles.test(target) || sharedMemory.test(target));
}

function nameOf(pid: number): string {
  const words = (attempt(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')) ?? '').split('\0');
  return words.find((word) => word.startsWith('--type=') || word.startsWith('--utility-sub-type=')) ?? 'the first process';
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
