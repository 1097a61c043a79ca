import { prepareStudy } from '../../src/core/calls/prepare-study.ts';
import { createColumnsInMemory } from '../../src/core/query/columns-in-memory/columns-in-memory.ts';
import { createCachedAnswers } from '../../src/core/query/cached-on-disk/cached-answers.ts';
import { cachePaths, removeCacheFiles } from '../../src/core/store/database/cache-files.ts';
import { openStudyForReading } from '../../src/core/store/study-file/study-file.ts';
import { timed, type Figure } from './figures.ts';
import { promises } from './promises.ts';
import type { MirroredFile } from './sync-labs.ts';

/** What is prepared after a sync, relative to the time of that sync (ms): the columns first, then tally, overview, checks and grades. */
export async function measurePrepared({ path, key }: MirroredFile, study: string, synced: number): Promise<readonly Figure[]> {
  removeCacheFiles(cachePaths(path));
  const reader = openStudyForReading(path, Buffer.from(key), study, null);
  const report = (...failures: readonly unknown[]): never => {
    throw new Error('Something could not be cached.', { cause: failures });
  };
  const columns = createColumnsInMemory({ report });
  const read = await timed(async () => {
    columns.prepare(reader, 'labs');
    await columns.settled();
  });
  const worked = await timed(() => prepareStudy(reader, { columns, cachedAnswers: createCachedAnswers(report) }));
  reader.close();
  const detail = (took: number): string => `${took.toFixed(0)} ms; the sync ${synced.toFixed(0)} ms`;
  return [
    {
      part: 'grid',
      what: 'checks and grades of a first sync ÷ that sync',
      value: worked / synced,
      unit: '×',
      promised: promises.prepared,
      detail: detail(worked),
    },
    { part: 'grid', what: 'columns of a first sync ÷ that sync', value: read / synced, unit: '×', promised: null, detail: detail(read) },
  ];
}
