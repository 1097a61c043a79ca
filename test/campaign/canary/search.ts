import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Finder, Needle } from './needles.ts';

/** A secret that was found: which, in which form and where. */
export interface Leak {
  readonly needle: Needle;
  readonly place: string;
  /** Found in shared memory: not a file, but a part of a running program's memory. */
  readonly inMemory: boolean;
}

/** What one search covered. */
export interface Looked {
  readonly files: number;
  /** All open descriptors, including pipes, sockets and devices; then the files among them, and of these the deleted and shared ones. */
  readonly descriptors: number;
  readonly opened: number;
  readonly deleted: number;
  readonly shared: number;
  /** Files that a process has mapped into its memory. */
  readonly mapped: number;
  readonly bytes: number;
  readonly leaks: readonly Leak[];
}

export interface Where {
  /** Every file below these is searched. */
  readonly folders: readonly string[];
  /** Except those below these. */
  readonly leftOut: readonly string[];
  /** Every file that these have open or mapped is searched, including deleted ones. */
  readonly pids: readonly number[];
}

/** Searches files and what processes hold open; unchanged files of the program itself are read once. */
export type Search = (where: Where) => Promise<Looked>;

const PART = 4 * 1024 * 1024;
/** Files that are never written: the program, its runtime, the system's libraries. */
const programs = /^\/(?:usr|lib|lib64|etc|proc|sys)\/|\/node_modules\/|\.(?:asar|pak|bin|dat|node|so(?:\.\d+)*)$/;
const sharedMemory = /^\/(?:memfd:|dev\/shm\/)/;
/** Large messages between Chromium's processes: they have no name in any folder and are gone with the processes. */
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
    // Processes first: a short-lived one ends before all files are read.
    for (const pid of pids) {
      const program = dirname(attempt(() => readlinkSync(`/proc/${String(pid)}/exe`)) ?? '/none/of/them');
      for (const kind of ['fd', 'map_files'] as const) {
        const targets = new Set<string>();
        for (const { link, target } of heldBy(pid, kind)) {
          if (kind === 'fd') counts.descriptors += 1;
          // One file may be mapped in many parts; two open files may have the same name.
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

/** Null for what is not a file or is gone: processes end and files are renamed during the search. */
function openFile(path: string): { readonly descriptor: number; readonly mark: string } | null {
  // Without this, opening a named pipe would wait for its other end.
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

/** Links to what a process has open (`fd`) or mapped (`map_files`, which only root may follow), and their targets. */
function heldBy(pid: number, kind: 'fd' | 'map_files'): readonly { readonly link: string; readonly target: string }[] {
  const folder = `/proc/${String(pid)}/${kind}`;
  return (attempt(() => readdirSync(folder)) ?? []).flatMap((name) => {
    const link = join(folder, name);
    const target = attempt(() => readlinkSync(link));
    return target === null ? [] : [{ link, target }];
  });
}

/** Pipes, sockets, devices and the kernel's files hold no lasting bytes. */
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
