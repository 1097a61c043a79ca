import { once } from 'node:events';
import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { createColumnsInMemory } from '../../query/columns-in-memory/columns-in-memory.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { withSmallHeap } from '../heap-limit.ts';
import { fewestCached } from './cached-rows.ts';

/**
 * Caches the columns of large datasets beside the study's file unless they are there already. A protected export of many rows is several
 * times faster with them, even if they have to be read first (docs/performance.md). Resolves early once the signal is aborted, and never
 * rejects: without cached columns an export reads rows.
 */
export async function cacheColumns(
  study: StudyReader,
  names: Iterable<DatasetName>,
  signal: AbortSignal,
  fewestRows = fewestCached,
): Promise<void> {
  if (signal.aborted) return;
  const columns = createColumnsInMemory({ fewestRows });
  for (const name of names) columns.prepare(study, name);
  const cached = columns.settled().catch(() => undefined);
  await withSmallHeap(() => Promise.race([cached, once(signal, 'abort')]));
}
