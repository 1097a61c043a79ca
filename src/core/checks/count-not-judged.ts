import { setImmediate } from 'node:timers/promises';
import { notJudged, type NotJudged, type NotJudgedCount } from '../../shared/checks/not-judged.ts';
import type { Output } from '../../shared/contract.ts';
import { datasetNames, datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { sqlName, subjectColumn } from '../query/columns.ts';
import { noColumns, type ColumnsInMemory } from '../query/columns-in-memory/columns-in-memory.ts';
import { compileSelection } from '../query/compile.ts';
import type { Pause } from '../query/pause.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { quoted, rowTable } from '../store/database/layout.ts';
import { currentGeneration } from '../store/database/seal.ts';

/**
 * Counts the records of these subjects (null: all) that lack what some checks need; counts of 0 are left out. Other work can run in
 * between. Throws the errors of `inSnapshot`.
 */
export async function countNotJudged(
  study: StudyReader,
  subjects: readonly string[] | null,
  columns: ColumnsInMemory = noColumns,
  pause: Pause = setImmediate,
): Promise<Output<'checks.notJudged'>> {
  const counted: NotJudgedCount[] = [];
  for (const name of datasetNames) {
    counted.push(...inSnapshot(study, () => countIn(study, name, subjects, columns)));
    await pause();
  }
  return { generation: inSnapshot(study, () => currentGeneration(study)), notJudged: counted.filter(({ records }) => records > 0) };
}

function countIn(
  study: StudyReader,
  dataset: DatasetName,
  subjects: readonly string[] | null,
  columns: ColumnsInMemory,
): readonly NotJudgedCount[] {
  const lines = notJudged.filter((line) => line.dataset === dataset);
  if (lines.length === 0) return [];
  const selections = lines.map(({ where }): Selection => selectionOf(dataset, where, subjects));
  const cached = columns.of(study, dataset);
  const inMemory = selections.map((selection) => cached?.count(selection) ?? null);
  const inTable = inMemory.includes(null) ? countInTable(study, dataset, selections) : [];
  return lines.map(({ lacking }, place) => {
    const { rows = 0, subjects: named = 0 } = inMemory[place] ?? inTable[place] ?? {};
    return { dataset, lacking, records: rows, subjects: named };
  });
}

function selectionOf(dataset: DatasetName, where: NotJudged['where'], subjects: readonly string[] | null): Selection {
  return { dataset, where: [...where], search: '', subjects: subjects === null ? null : [...subjects], chosen: null };
}

/** Counts every selection in one scan over the rows. */
function countInTable(
  { db }: StudyReader,
  dataset: DatasetName,
  selections: readonly Selection[],
): readonly { readonly rows: number; readonly subjects: number }[] {
  const subject = sqlName(subjectColumn(datasets[dataset]));
  const conditions = selections.map((selection) => compileSelection(datasets[dataset], selection));
  const counts = conditions.map(
    ({ text }) => `count(*) FILTER (WHERE ${text}), count(DISTINCT ${subject}) FILTER (WHERE ${subject} <> '' AND (${text}))`,
  );
  const row =
    db
      .prepare<unknown[], number[]>(`SELECT ${counts.join(', ')} FROM ${quoted(rowTable(dataset))}`)
      .raw()
      .get(...conditions.flatMap(({ values }) => [...values, ...values])) ?? [];
  return selections.map((_, place) => ({ rows: row[2 * place] ?? 0, subjects: row[2 * place + 1] ?? 0 }));
}
