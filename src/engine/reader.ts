import { createColumnsInMemory } from '../core/query/columns-in-memory/columns-in-memory.ts';
import { createReaderHandlers } from '../core/query/reader-calls.ts';
import type { DatasetName } from '../shared/datasets/declaration.ts';
import { AppError } from '../shared/errors.ts';
import { toldDirectory } from './directory.ts';
import type { ParentLine } from './lines.ts';
import { serveHost } from './serve-host.ts';

/** Answers the window's questions. */
export function serveReader(parent: ParentLine): void {
  const columns = createColumnsInMemory({ report: tellFailure });
  const directory = toldDirectory(parent, () => {
    columns.tidy();
  });
  serveHost(parent, new Set(), 'reader', createReaderHandlers(directory, columns));
}

/** What cannot be held in memory SQLite answers, only slower: the kind of failure is all that is told, since its text might hold data. */
function tellFailure(dataset: DatasetName, error: unknown): void {
  const kind = error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;
  process.stderr.write(`The columns of ${dataset} could not be read into memory (${kind}). Questions about it are slower.\n`);
}
