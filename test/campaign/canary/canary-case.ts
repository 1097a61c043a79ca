import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { childrenOf } from '../../e2e/system.ts';
import { named, type Canaries } from './canaries.ts';
import { finderOf, needlesOf, type Secret } from './needles.ts';
import { searcherOf, type Leak, type Looked } from './search.ts';

/** Where Carrel runs while it is searched: it may write to these folders only. */
export interface CanaryCase {
  readonly canaries: Canaries;
  readonly folders: { readonly data: string; readonly exports: string; readonly crashed: string; readonly temporary: string };
  /** The environment that keeps a program within these folders. */
  readonly env: Readonly<Record<string, string>>;
  /** Adds secrets to search for from now on, such as keys once they are known. */
  seek(more: readonly Secret[]): void;
  /** Searches once: all files, and what this process and its descendants hold open; `null` if none is left. */
  look(phase: string, pid: number | null): Promise<void>;
  /** Searches repeatedly until the work is done, and once more. */
  during<T>(phase: string, pid: number, work: () => Promise<T>): Promise<T>;
  /** Searches these files of the exports folder as well: any secret in them that is not allowed is a leak. */
  lookInto(phase: string, names: readonly string[], allowed?: readonly string[]): Promise<void>;
  /** What is found now, for controls: nothing is recorded. */
  find(pid: number | null): Promise<readonly Leak[]>;
  /** Sentences about leaks, and about phases in which nothing was searched. */
  failures(): readonly string[];
  phases(): ReadonlyMap<string, Phase>;
  remove(): void;
}

/** What was searched in a phase, in all searches together, and their number. */
export interface Phase extends Omit<Looked, 'leaks'> {
  /** Secrets found in shared memory, which is a part of the processes' memory and so no leak. */
  readonly inMemory: number;
  readonly looks: number;
  readonly processes: number;
  /** Whether there were processes to search. */
  readonly live: boolean;
}

const nothing: Phase = {
  files: 0,
  descriptors: 0,
  opened: 0,
  deleted: 0,
  shared: 0,
  mapped: 0,
  bytes: 0,
  inMemory: 0,
  looks: 0,
  processes: 0,
  live: false,
};
/** Milliseconds between two searches, so that the searched processes make progress. */
const PAUSE = 100;
/** Where systems put temporary files and crash dumps: files made there since the case began are searched. */
const systemFolders = ['/tmp', '/var/tmp', '/dev/shm', '/var/crash', '/var/lib/systemd/coredump', '/cores'];

export function openCanaryCase(canaries: Canaries): CanaryCase {
  const root = mkdtempSync(join(tmpdir(), 'carrel-canary-'));
  const folders = {
    data: join(root, 'data'),
    exports: join(root, 'exports'),
    crashed: join(root, 'crashed'),
    temporary: join(root, 'temporary'),
    home: join(root, 'home'),
  };
  for (const folder of [folders.exports, folders.crashed, folders.temporary, folders.home]) mkdirSync(folder, { mode: 0o700 });
  const began = Date.now();
  /** Leaks by secret and place, with the phase in which each was first seen. */
  const leaks = new Map<string, string>();
  const counted = new Map<string, Phase>();
  let secrets: readonly Secret[] = canaries.secrets;
  let search = searcherOf(finderOf(secrets.flatMap(needlesOf)));
  const pidsOf = (pid: number | null): readonly number[] => (pid === null ? [] : [pid, ...childrenOf(pid)]);
  const where = (pids: readonly number[]) => ({ folders: [root, ...newIn(systemFolders, began, root)], leftOut: [folders.exports], pids });
  const note = (phase: string, says: string): void => {
    if (!leaks.has(says)) leaks.set(says, phase);
  };
  const look = async (phase: string, pid: number | null): Promise<void> => {
    const pids = pidsOf(pid);
    const looked = await search(where(pids));
    const before = counted.get(phase) ?? nothing;
    counted.set(phase, {
      files: before.files + looked.files,
      descriptors: before.descriptors + looked.descriptors,
      opened: before.opened + looked.opened,
      deleted: before.deleted + looked.deleted,
      shared: before.shared + looked.shared,
      mapped: before.mapped + looked.mapped,
      bytes: before.bytes + looked.bytes,
      inMemory: before.inMemory + looked.leaks.filter(({ inMemory }) => inMemory).length,
      looks: before.looks + 1,
      processes: Math.max(before.processes, pids.length),
      live: before.live || pid !== null,
    });
    for (const { needle, place, inMemory } of looked.leaks)
      if (!inMemory) note(phase, `${needle.what} (${needle.form}) is in ${place.replace(root, '')}`);
    for (const one of pids) for (const what of leakedBy(one, secrets)) note(phase, `${what} is in the command line of a process`);
  };
  return {
    canaries,
    folders,
    env: {
      HOME: folders.home,
      TMPDIR: folders.temporary,
      XDG_CONFIG_HOME: join(folders.home, 'config'),
      XDG_CACHE_HOME: join(folders.home, 'cache'),
      XDG_DATA_HOME: join(folders.home, 'share'),
      CARREL_DATA_DIR: folders.data,
    },
    seek: (more) => {
      secrets = [...secrets, ...more];
      search = searcherOf(finderOf(secrets.flatMap(needlesOf)));
    },
    look,
    during: async (phase, pid, work) => {
      const state = { ended: false };
      const done = work().finally(() => {
        state.ended = true;
      });
      // A failure is thrown below, after the last search.
      done.catch(() => undefined);
      while (!state.ended) {
        await look(phase, pid);
        await Promise.race([wait(PAUSE), done.catch(() => undefined)]);
      }
      await look(phase, pid);
      return done;
    },
    lookInto: async (phase, names, allowed = []) => {
      const { leaks: found, files } = await search({ folders: [folders.exports], leftOut: [], pids: [] });
      if (files === 0) note(phase, 'there was no file to be searched');
      for (const { needle, place } of found)
        if (names.some((name) => place.endsWith(`/${name}`)) && !allowed.includes(needle.what))
          note(phase, `${needle.what} (${needle.form}) is in ${place.replace(root, '')}`);
    },
    find: async (pid) => (await search(where(pidsOf(pid)))).leaks,
    failures: () => [
      ...[...leaks].map(([says, phase]) => `${phase}: ${says}`),
      ...[...counted]
        .filter(([, { files, descriptors, live }]) => files === 0 || (live && descriptors === 0))
        .map(([phase]) => `${phase}: nothing was searched`),
    ],
    phases: () => counted,
    remove: () => {
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Files and folders directly in these that were made since a time (milliseconds). */
function newIn(parents: readonly string[], since: number, but: string): readonly string[] {
  return parents.flatMap((parent) =>
    (attempt(() => readdirSync(parent)) ?? [])
      .map((name) => join(parent, name))
      .filter((path) => path !== but && (attempt(() => statSync(path).birthtimeMs) ?? 0) >= since),
  );
}

/** Secrets in the command line of a process, except those that a person passes there. */
function leakedBy(pid: number, secrets: readonly Secret[]): readonly string[] {
  const words = attempt(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')) ?? '';
  return secrets.flatMap(({ what, value }) => (!named.includes(what) && typeof value === 'string' && words.includes(value) ? [what] : []));
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
