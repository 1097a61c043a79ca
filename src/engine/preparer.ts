import { constants, setPriority } from 'node:os';
import { prepareStudy } from '../core/calls/prepare-study.ts';
import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { followChanges } from '../core/query/follow-changes.ts';
import { createCachedAnswers } from '../core/query/cached-on-disk/cached-answers.ts';
import { settleStudy } from '../core/query/study-directory.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';
import { failureTeller } from './tell-failure.ts';

/** Computes what the first screens of studies need before they are opened, and stores it on disk. */
export function servePreparer(parent: ParentLine): void {
  const columns = createColumnsInMemory({ report: failureTeller('columns') });
  const directory = directoryOfParent(parent, () => {
    columns.tidy();
  });
  yieldToOthers();
  const prepare = async (study: string): Promise<void> => {
    await settleStudy(directory, study);
    const opened = directory.open(study);
    if (opened !== null)
      await prepareStudy(followChanges()(opened), { columns, cachedAnswers: createCachedAnswers(failureTeller('answer')) });
  };
  parent.onMessage((message) => {
    if (message.type !== 'prepare') return;
    // Errors are ignored here: the study's card shows them, and so does any later question.
    void prepare(message.study)
      .catch(() => undefined)
      .then(() => {
        parent.send({ type: 'prepared' });
      });
  });
}

/** Lowers the priority of this process, so that questions from the window come first. */
function yieldToOthers(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems do not allow this; then both have the same priority.
  }
}
