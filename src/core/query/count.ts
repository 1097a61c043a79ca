import type { Output } from '../../shared/contract.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { sqlName, subjectColumn } from './columns.ts';
import { compileSelection } from './compile.ts';
import type { Recall } from './recall.ts';
import { currentGeneration } from '../store/seal.ts';
import { inSnapshot } from './snapshot.ts';
import type { StudyReader } from './study-directory.ts';
import { sqlRecords } from './tables.ts';

export type Counts = Output<'rows.count'>;

/** Rows of a selection, rows of the whole dataset, and different subjects among the selected rows. */
export function countRows(study: StudyReader, selection: Selection, recall: Recall<Counts>): Counts {
  return inSnapshot(study, () => {
    const question = JSON.stringify([currentGeneration(study), selection]);
    const known = recall.get(question);
    if (known !== undefined) return known;
    const dataset = datasets[selection.dataset];
    const where = compileSelection(dataset, selection);
    const records = sqlRecords(dataset, [subjectColumn(dataset)]);
    const counts = study.db
      .prepare<unknown[], Counts>(
        `SELECT count(*) AS rows, (SELECT count(*) FROM ${records}) AS "of", count(DISTINCT ${sqlName(subjectColumn(dataset))}) AS subjects FROM ${records} WHERE ${where.text}`,
      )
      .get(...where.values) ?? { rows: 0, of: 0, subjects: 0 };
    recall.set(question, counts);
    return counts;
  });
}
