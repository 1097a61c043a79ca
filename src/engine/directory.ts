import type { StudyDirectory, StudyReader } from '../core/query/study-directory.ts';
import { openStudyForReading } from '../core/store/study-file.ts';
import type { StudyAccess } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';

interface Handle extends StudyReader {
  readonly path: string;
  close(): void;
}

/** The studies main told of, each opened when it is first asked for and kept open; `update` closes what is gone. */
export function createDirectory(): StudyDirectory & { update(studies: readonly StudyAccess[]): void } {
  const known = new Map<string, StudyAccess>();
  const open = new Map<string, Handle>();
  const close = (study: string): void => {
    open.get(study)?.close();
    open.delete(study);
  };
  return {
    update: (studies) => {
      known.clear();
      for (const access of studies) known.set(access.study, access);
      for (const [study, { path }] of open) {
        if (known.get(study)?.path !== path) close(study);
      }
    },
    studies: () => [...known.values()],
    open: (study) => {
      const access = known.get(study);
      if (access === undefined) throw new AppError('USAGE', `There is no study ${study} in this data folder.`);
      const handle = open.get(study);
      if (handle !== undefined) return handle;
      if (access.seals.current === null && access.seals.pending === null) return null;
      const opened = { ...openStudyForReading(access.path, Buffer.from(access.key), study, access.seals), path: access.path };
      open.set(study, opened);
      return opened;
    },
  };
}
