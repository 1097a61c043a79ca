import type { Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { sqlName, subjectColumn } from './columns.ts';
import { compileSelection } from './compile.ts';
import { noColumns, type ColumnsInMemory } from './columns-in-memory/columns-in-memory.ts';
import type { LruCache } from './lru-cache.ts';
import { currentGeneration } from '../store/database/seal.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlRecords } from './tables.ts';

export type Counts = Output<'rows.count'>;

/**
 * Counts the rows of a selection, the rows of the whole dataset under the same subject filter, and the distinct subjects of the selected
 * rows.
 */
export function countRows(study: StudyReader, selection: Selection, cache: LruCache<Counts>, columns: ColumnsInMemory = noColumns): Counts {
  return inSnapshot(study, () => {
    const question = JSON.stringify([currentGeneration(study), selection]);
    const known = cache.get(question);
    if (known !== undefined) return known;
    const counts = columns.of(study, selection.dataset)?.count(selection) ?? countInTable(study, selection);
    cache.set(question, counts);
    return counts;
  });
}

function countInTable({ db }: StudyReader, selection: Selection): Counts {
  const dataset = datasets[selection.dataset];
  const where = compileSelection(dataset, selection);
  const all = compileSelection(dataset, { ...selection, where: [], search: '', chosen: null });
  const records = sqlRecords(dataset, [subjectColumn(dataset)]);
  const counts = db
    .prepare<unknown[], Counts>(
      `SELECT count(*) AS rows, (SELECT count(*) FROM ${records} WHERE ${all.text}) AS "of", count(DISTINCT ${sqlName(subjectColumn(dataset))}) AS subjects FROM ${records} WHERE ${where.text}`,
    )
    .get(...all.values, ...where.values) ?? { rows: 0, of: 0, subjects: 0 };
  return counts;
}
