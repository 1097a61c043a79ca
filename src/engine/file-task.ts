import { checkStudy } from '../core/store/study-file/check-study.ts';
import { copyUnderKey } from '../core/store/study-file/reencrypt.ts';
import { openStudyForReading } from '../core/store/study-file/study-file.ts';
import { verifyFile, type VerifyControl } from '../core/verify/verify-file.ts';
import type { VerifiedFile } from '../shared/calls/verify.ts';
import type { FileAndKey, FileTask, StudyAccess } from '../shared/engine-protocol.ts';
import { AppError } from '../shared/errors.ts';
import { endedOf } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** Does the one piece of work that main asks for. */
export function serveTask(parent: ParentLine): void {
  parent.onMessage((message) => {
    if (message.type !== 'task') return;
    const onProgress = (bytes: number, of: number): void => {
      parent.send({ type: 'progress', rows: bytes, of });
    };
    void endedOf(() => resultOf(message.task, onProgress)).then((reply) => {
      parent.send({ type: 'task-done', reply });
    });
  });
}

async function resultOf(task: FileTask, onProgress: VerifyControl['onProgress']): Promise<boolean | VerifiedFile> {
  switch (task.kind) {
    case 'copy':
      copyUnderKey(withBuffer(task.from), withBuffer(task.to));
      return true;
    case 'check':
      return isSound(task.study);
    case 'verify':
      return verifyFile(task.path, task.trail, { onProgress });
  }
}

function isSound({ path, key, study, seals }: StudyAccess): boolean {
  try {
    const opened = openStudyForReading(path, Buffer.from(key), study, seals);
    try {
      return checkStudy(opened).length === 0;
    } finally {
      opened.close();
    }
  } catch (error: unknown) {
    if (error instanceof AppError && error.code === 'CORRUPT') return false;
    throw error;
  }
}

function withBuffer({ path, key }: FileAndKey): { readonly path: string; readonly key: Buffer } {
  return { path, key: Buffer.from(key) };
}
