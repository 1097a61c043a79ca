import { checkStudy } from '../core/store/check-study.ts';
import { copyUnderKey } from '../core/store/reencrypt.ts';
import { openStudyForReading } from '../core/store/study-file.ts';
import type { FileAndKey, KeeperTask, StudyAccess } from '../shared/engine-protocol.ts';
import { AppError, reportOf } from '../shared/errors.ts';
import type { Reply } from '../shared/rpc.ts';
import type { ParentLine } from './lines.ts';

/** Does the one piece of work that main asks for. */
export function serveTask(parent: ParentLine): void {
  parent.onMessage((message) => {
    if (message.type === 'task') parent.send({ type: 'kept', reply: replyTo(message.task) });
  });
}

function replyTo(task: KeeperTask): Reply {
  try {
    return { ok: true, value: resultOf(task) };
  } catch (error: unknown) {
    return { ok: false, error: reportOf(error) };
  }
}

function resultOf(task: KeeperTask): boolean {
  switch (task.kind) {
    case 'copy':
      copyUnderKey(withBuffer(task.from), withBuffer(task.to));
      return true;
    case 'look':
      return isSound(task.study);
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
