import { createColumnsInMemory, type ColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { readerWithoutMemory } from '../../src/core/query/reader-memory.ts';
import { createReaderHandlers } from '../../src/core/calls/reader-calls.ts';
import type { Db } from '../../src/core/store/database/database.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { answer } from '../../src/shared/answering.ts';
import type { DatasetName } from '../../src/shared/datasets/datasets.ts';
import { open, type CallsOf } from '../../src/shared/rpc.ts';
import type { MirroredFile } from './sync-labs.ts';

/** A reader of a study that was just opened: nothing is decrypted, and no column is in memory. */
export interface OpenReader {
  /** Asks as the window does: one call, its input parsed, to which the study is added. */
  readonly ask: (call: CallsOf<'reader'>, input: object) => Promise<unknown>;
  readonly cached: ColumnsInMemory;
  /** Caches the columns of a dataset on disk. */
  readonly prepare: (dataset: DatasetName) => void;
  readonly db: Db;
  readonly close: () => void;
}

export function openReader({ path, key }: MirroredFile, study: string): OpenReader {
  const reader = openStudyForReading(path, key, study, null);
  const cached = createColumnsInMemory();
  const directory = {
    studies: () => [{ study, demo: true, path, lastOpened: null, sitePack: null }],
    open: () => reader,
    renew: async () => false,
  };
  const handlers = createReaderHandlers(directory, { ...readerWithoutMemory, columns: cached });
  return {
    ask: async (call, input) => open(await answer('reader', handlers, call, { study, ...input })),
    cached,
    prepare: (dataset) => {
      cached.prepare(reader, dataset);
    },
    db: reader.db,
    close: () => {
      reader.close();
    },
  };
}
