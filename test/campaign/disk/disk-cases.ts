import type { FileEvent } from '../shim/shim.ts';
import { spread } from '../shim/random.ts';

/** One way for a disk to fail a whole sync. */
export interface DiskCase {
  readonly name: string;
  /** The shim's fault while the sync runs. */
  readonly fault: { readonly fail?: string; readonly room?: string };
  /** The shim's fault while the mirror is read afterwards, before the disk works again. */
  readonly lasting: { readonly fail?: string; readonly room?: string };
}

/** The most bytes that a sync needs in addition to the existing ones; `sizes`: file sizes before it. */
export function mostRoom(events: readonly FileEvent[], sizes: ReadonlyMap<string, number>): number {
  const now = new Map(sizes);
  let [used, most] = [0, 0];
  const resize = (path: string, size: number): void => {
    used += size - (now.get(path) ?? 0);
    now.set(path, size);
    most = Math.max(most, used);
  };
  for (const { operation, path, to, offset, length } of events) {
    if (operation === 'write') resize(path, Math.max(now.get(path) ?? 0, offset + length));
    else if (operation === 'truncate') resize(path, offset);
    else if (operation === 'unlink') resize(path, 0);
    else if (operation === 'rename') {
      const size = now.get(path) ?? 0;
      resize(path, 0);
      resize(to, size);
    }
  }
  return most;
}

/** `points` cases of each kind, spread over a recorded sync. */
export function diskCases(events: readonly FileEvent[], room: number, points: number): readonly DiskCase[] {
  return [
    ...fullDisk('ENOSPC', room, points),
    ...fullDisk('EDQUOT', room, points),
    ...failing(events, 'write', points, ['on', 'once']),
    ...failing(events, 'sync', points, ['once', 'on']),
    ...failing(events, 'read', points, ['once', 'on']),
  ];
}

function fullDisk(error: string, room: number, points: number): readonly DiskCase[] {
  return Array.from({ length: points }, (_, place) => {
    const left = Math.floor((room * (place + 0.5)) / points);
    return { name: `${error} with ${left} bytes left`, fault: { room: `${left}:${error}` }, lasting: { room: `0:${error}` } };
  });
}

function failing(
  events: readonly FileEvent[],
  operation: 'write' | 'sync' | 'read',
  points: number,
  manners: readonly ('on' | 'once')[],
): readonly DiskCase[] {
  const numbered = events.filter((event) => event.operation === operation).map((event, place) => ({ event, at: place + 1 }));
  return spread(numbered, points).map(({ event, at }, turn) => {
    const manner = manners[turn % manners.length] ?? 'once';
    return {
      name: `EIO on ${operation} ${at} (${event.kind}), ${manner === 'on' ? 'and on all after it' : 'once'}`,
      fault: { fail: `*.${operation}#${at}:EIO:${manner}` },
      // A disk that cannot be read shows nothing; one that cannot be written still shows the mirror.
      lasting: operation === 'read' ? {} : { fail: `*.${operation}#1:EIO:on` },
    };
  });
}
