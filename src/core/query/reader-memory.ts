import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import { noCachedAnswers, type CachedAnswers } from './cached-on-disk/cached-answers.ts';

/** What a reader holds of a study in addition to its file: columns in memory, and answers cached on disk. */
export interface ReaderMemory {
  readonly columns: ColumnsInMemory;
  readonly cachedAnswers: CachedAnswers;
}

/** Everything is read from the file. */
export const readerWithoutMemory: ReaderMemory = { columns: noColumns, cachedAnswers: noCachedAnswers };
