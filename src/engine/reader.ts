import { createReaderHandlers } from '../core/calls/reader-calls.ts';
import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { createCachedAnswers } from '../core/query/cached-on-disk/cached-answers.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';
import { serveHost } from './serve-host.ts';
import { failureTeller } from './tell-failure.ts';

/** Milliseconds in which the window draws the first rows of a dataset. */
const untilDrawn = 300;

/** Milliseconds after the first question about a dataset in which the window has drawn everything and nobody waits. */
const untilIdle = 1500;

/** Answers the window's questions. */
export function serveReader(parent: ParentLine): void {
  const columns = createColumnsInMemory({ pause: untilDrawn, idle: untilIdle, report: failureTeller('columns') });
  const directory = directoryOfParent(parent, () => {
    columns.tidy();
  });
  const memory = { columns, cachedAnswers: createCachedAnswers(failureTeller('answer')) };
  serveHost(parent, new Set(), 'reader', createReaderHandlers(directory, memory));
}
