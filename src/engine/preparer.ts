import { constants, setPriority } from 'node:os';
import { prepareStudy } from '../core/calls/prepare-study.ts';
import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { followChanges } from '../core/query/follow-changes.ts';
import { createCachedAnswers } from '../core/query/cached-on-disk/cached-answers.ts';
import { readColumnsAhead } from '../core/query/columns-ahead.ts';
import { settleStudy } from '../core/query/study-directory.ts';
import { openStaged } from '../core/store/study-file/study-file.ts';
import type { DatasetName } from '../shared/datasets/datasets.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';
import { failureTeller } from './tell-failure.ts';

/** Computes what the first screens of studies need before they are opened, some of it even before they are shown, and stores it on disk. */
export function servePreparer(parent: ParentLine): void {
  const columns = createColumnsInMemory({ report: failureTeller('columns') });
  const directory = directoryOfParent(parent, () => {
    columns.tidy();
  });
  const prepare = async (study: string): Promise<void> => {
    lowerPriority(constants.priority.PRIORITY_LOW);
    await settleStudy(directory, study);
    const opened = directory.open(study);
    if (opened !== null)
      await prepareStudy(followChanges()(opened), { columns, cachedAnswers: createCachedAnswers(failureTeller('answer')) });
  };
  const readAhead = async (study: string, dataset: DatasetName): Promise<void> => {
    // With the lowest priority it would seldom be ready in time, and without a lower one it would delay the sync on a busy computer.
    lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const access = directory.access(study);
    const opened = access === null ? null : openStaged({ path: access.path, key: Buffer.from(access.key) }, study);
    if (opened === null) return;
    try {
      await readColumnsAhead(opened, dataset);
    } finally {
      opened.close();
    }
  };
  const answerAfter = (work: Promise<void>): void => {
    // Errors are ignored here: the study's card shows them, and so does any later question.
    void work
      .catch(() => undefined)
      .then(() => {
        parent.send({ type: 'prepared' });
      });
  };
  parent.onMessage((message) => {
    if (message.type === 'prepare') answerAfter(prepare(message.study));
    if (message.type === 'read-ahead') answerAfter(readAhead(message.study, message.dataset));
  });
}

/** Lowers the priority of this process, so that questions from the window and the sync come first. */
function lowerPriority(priority: number): void {
  try {
    setPriority(priority);
  } catch {
    // Some systems do not allow this; then both have the same priority.
  }
}
