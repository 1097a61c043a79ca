import type { StudyDirectory } from '../../../src/core/query/study-directory.ts';
import type { ReadableStudy } from '../../../src/core/store/database/study.ts';

/** A directory with one study that is already open. */
export function directoryOf(study: ReadableStudy): StudyDirectory {
  return {
    studies: () => [{ study: study.study, demo: true, path: study.file.path, lastOpened: null, sitePack: null }],
    open: () => study,
    renew: async () => false,
  };
}
