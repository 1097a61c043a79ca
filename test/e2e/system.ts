import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Ids of the descendants of a process, from /proc; only those of a Chromium process type if one is given. */
export function childrenOf(pid: number, type?: string): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  );
  const isBelow = (child: number): boolean => child === pid || (child > 1 && isBelow(parents.get(child) ?? 0));
  return [...parents.keys()].filter((child) => child !== pid && isBelow(child) && (type === undefined || isOfType(child, type)));
}

function parentOf(name: string): number {
  return Number(/^PPid:\t(\d+)$/m.exec(statusOf(name))?.[1] ?? 0);
}

/** What the kernel says of a process; empty if it has ended. */
function statusOf(name: string): string {
  return attempt(() => readFileSync(`/proc/${name}/status`, 'utf8')) ?? '';
}

function isOfType(pid: number, type: string): boolean {
  return (attempt(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')) ?? '').includes(`--type=${type}`);
}

/** Whether the kernel filters the system calls of a process (seccomp), as it does in Chromium's sandbox. */
export function isConfined(pid: number): boolean {
  return /^Seccomp:\t2$/m.test(statusOf(String(pid)));
}

/** TCP ports on which any of these processes listens. */
export function listeningPorts(pids: readonly number[]): readonly number[] {
  const sockets = new Set(pids.flatMap(socketsOf));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    (attempt(() => readFileSync(table, 'utf8')) ?? '')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && inode !== undefined && sockets.has(inode))
      .map(([, local]) => Number.parseInt(local?.split(':')[1] ?? '', 16)),
  );
}

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${String(pid)}/fd`;
  return (attempt(() => readdirSync(folder)) ?? []).flatMap((fd) => {
    const found = /^socket:\[(\d+)\]$/.exec(attempt(() => readlinkSync(`${folder}/${fd}`)) ?? '');
    return found?.[1] === undefined ? [] : [found[1]];
  });
}

/** Null if reading fails: a process may have ended, or belong to another account. */
function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
