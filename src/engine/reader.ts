import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { createReaderHandlers } from '../core/calls/reader-calls.ts';
import type { DatasetName } from '../shared/datasets/datasets.ts';
import { errnoOf } from '../core/platform/files.ts';
import { AppError } from '../shared/errors.ts';
import { directoryOfParent } from './directory.ts';
import type { ParentLine } from './lines.ts';
import { serveHost } from './serve-host.ts';

/** Milliseconds in which the window draws the first rows of a dataset. */
const untilDrawn = 300;

/** Answers the window's questions. */
export function serveReader(parent: ParentLine): void {
  const columns = createColumnsInMemory({ pause: untilDrawn, report: tellFailure });
  const directory = directoryOfParent(parent, () => {
    columns.tidy();
  });
  serveHost(parent, new Set(), 'reader', createReaderHandlers(directory, columns));
}

const failures = {
  read: 'could not be read into memory',
  keep: 'could not be kept on the disk',
  find: 'were kept on the disk and could not be read there',
} as const;

/** Questions are slower without columns, and that is all: the kind of failure is all that is told, since its text might hold data. */
function tellFailure(failed: keyof typeof failures, dataset: DatasetName, error: unknown): void {
  const kind = error instanceof AppError ? error.code : errnoOf(error) || (error instanceof Error ? error.name : typeof error);
  process.stderr.write(`The columns of ${dataset} ${failures[failed]} (${kind}). Questions about it are slower.\n`);
}
