import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { isByBaseline } from '../../shared/datasets/declaration.ts';
import { sweepUnfinished } from '../platform/files.ts';
import { isReadOnlyFolder } from '../platform/read-only-folder.ts';
import { aheadPath, columnsPath, removeCacheFiles } from '../store/database/cache-files.ts';
import { stagedTable } from '../store/database/layout.ts';
import { shownIdentity, stagedIdentity, stagedMoment } from '../store/passes/staged-order.ts';
import { cacheAhead } from './cached-on-disk/stored-columns.ts';
import { highestNumber, loadDataset, type ColumnSource } from './columns-in-memory/load-dataset.ts';
import { usualLimits } from './columns-in-memory/limits.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';

/**
 * Reads the columns of a first pass while its pages are confirmed and caches them on disk, so that the first questions about the copy need
 * not wait for it. Columns `byBaseline` are left out, because the flip changes them. Returns false if nothing was cached: there is no first
 * pass, it has few rows, or it was shown or changed meanwhile. Throws the errors of `inSnapshot` and of writing the file.
 */
export async function readColumnsAhead(
  study: StudyReader,
  name: DatasetName,
  { fewestRows, mostBytes }: { readonly fewestRows: number; readonly mostBytes: number } = usualLimits,
  isWanted: () => boolean = () => true,
): Promise<boolean> {
  const { db, file } = study;
  const dataset = datasets[name];
  const [identity, moment, rows] = inSnapshot(study, () => [
    stagedIdentity(db, name),
    stagedMoment(db, name),
    highestNumber(study, stagedTable(name), 'rowid'),
  ]);
  if (identity === null || rows < fewestRows || isReadOnlyFolder(dirname(file.path))) return false;
  const source: ColumnSource = {
    table: stagedTable(name),
    columns: dataset.columns.filter((column) => !isByBaseline(column)),
    isSame: () => stagedMoment(db, name) === moment,
  };
  const isThere = (): boolean => isWanted() && db.open && existsSync(file.path);
  const cached = await loadDataset(study, dataset, source, { mostBytes, isWanted: isThere });
  const isStaged = (): boolean => isThere() && inSnapshot(study, () => stagedIdentity(db, name) === identity);
  if (cached === null || cached.rows !== rows || !isStaged()) return false;
  await cacheAhead(study, cached, identity, isThere);
  if (isStaged()) return true;
  // Shown meanwhile, they serve; a pass that was given up left them behind.
  if (isThere() && inSnapshot(study, () => shownIdentity(db, name)) !== identity) removeCacheFiles([aheadPath(file.path, name)]);
  return false;
}

/** Deletes columns read ahead that serve no longer, and what is left of killed processes. Throws the errors of `inSnapshot`. */
export function tidyAhead(study: StudyReader): void {
  const { db, file } = study;
  if (isReadOnlyFolder(dirname(file.path))) return;
  for (const name of datasetNames) {
    const path = aheadPath(file.path, name);
    sweepUnfinished(path);
    const serves = inSnapshot(study, () => stagedIdentity(db, name) !== null || shownIdentity(db, name) !== null);
    if (!serves || existsSync(columnsPath(file.path, name))) removeCacheFiles([path]);
  }
}
