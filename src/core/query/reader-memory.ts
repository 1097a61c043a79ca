import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import { noKeptAnswers, type KeptAnswers } from './kept-on-disk/kept-answers.ts';

/** What a reader holds of a study in addition to its file: columns in memory, and answers kept on disk. */
export interface ReaderMemory {
  readonly columns: ColumnsInMemory;
  readonly kept: KeptAnswers;
}

/** Everything is read from the file. */
export const readerWithoutMemory: ReaderMemory = { columns: noColumns, kept: noKeptAnswers };
