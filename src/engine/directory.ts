import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { StudyDirectory, StudyReader } from '../core/query/study-directory.ts';
import { openStudyForReading } from '../core/store/study-file/study-file.ts';
import type { StudyAccess } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { isExpired, packExpired } from '../shared/site-pack.ts';
import { askingOver } from './asking.ts';
import type { ParentLine } from './lines.ts';

interface Handle extends StudyReader {
  close(): void;
}

/** Throws FORBIDDEN if the site pack has expired. Main decides with all it knows; the day can also end while the study is open. */
function assertOpens({ study, sitePack }: StudyAccess): void {
  if (sitePack !== null && (sitePack.expired || isExpired(sitePack.expires, Date.now()))) throw packExpired(study, sitePack.expires);
}

/**
 * Whether another process deleted a file, as `carrel wipe` does beside a window: some systems let an open one be read on. A folder that is
 * away, such as one on an unplugged disk, says nothing about its files.
 */
function isDeleted(path: string): boolean {
  return !existsSync(path) && existsSync(dirname(path));
}

/**
 * The studies listed by main. Each is opened on first use and stays open; `update` closes those that are gone. `tell`: asks main for the
 * current list. `onUpdate`: called after an update, which may have closed some.
 */
export function createDirectory(
  tell: () => Promise<readonly StudyAccess[]>,
  onUpdate: () => void = () => undefined,
): StudyDirectory & {
  update(studies: readonly StudyAccess[]): void;
  access(study: string): StudyAccess | null;
} {
  const known = new Map<string, StudyAccess>();
  const open = new Map<string, Handle>();
  const close = (study: string): void => {
    const handle = open.get(study);
    handle?.close();
    handle?.file.key.fill(0);
    open.delete(study);
  };
  const update = (studies: readonly StudyAccess[]): void => {
    known.clear();
    for (const access of studies) known.set(access.study, access);
    for (const [study, { file }] of open) {
      if (known.get(study)?.path !== file.path) close(study);
    }
    onUpdate();
  };
  return {
    update,
    studies: () => [...known.values()],
    access: (study) => known.get(study) ?? null,
    open: (study) => {
      const access = known.get(study);
      if (access === undefined) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
      assertOpens(access);
      const handle = open.get(study);
      if (handle !== undefined && !isDeleted(access.path)) return handle;
      close(study);
      if (access.seals.current === null && access.seals.pending === null) return null;
      if (access.problem !== null) throw new AppError(access.problem.code, access.problem.message);
      const opened = openStudyForReading(access.path, Buffer.from(access.key), study, access.seals);
      open.set(study, opened);
      return opened;
    },
    renew: async (study) => {
      const reported = known.get(study)?.seals;
      update(await tell());
      return !isDeepStrictEqual(known.get(study)?.seals, reported);
    },
  };
}

/** The directory of the studies that main lists over its line. */
export function directoryOfParent(parent: ParentLine, onUpdate?: () => void): ReturnType<typeof createDirectory> {
  const ask = askingOver(parent);
  const directory = createDirectory(() => ask('studies'), onUpdate);
  parent.onMessage((message) => {
    if (message.type === 'studies') directory.update(message.studies);
  });
  return directory;
}
