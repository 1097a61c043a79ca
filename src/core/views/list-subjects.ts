import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { datasetNames, datasets } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { sqlName, subjectColumn } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { currentGeneration } from '../store/seal.ts';
import type { ResultTally } from './result-tally.ts';

/** The subjects that have rows in a selection, by their characters; null: every subject that any dataset names. */
export function listSubjects(study: StudyReader, selection: Selection | null): Output<'subjects.list'> {
  return inSnapshot(study, () => ({
    generation: currentGeneration(study),
    subjects: [...(selection === null ? everySubject(study) : subjectsIn(study, selection))].sort(),
  }));
}

/** Every subject that any dataset names, in no order. Belongs inside a snapshot. */
export function everySubject(study: StudyReader): readonly string[] {
  const whole = Object.values(datasets).map(({ name }) => ({ dataset: name, where: [], search: '', subjects: null, chosen: null }));
  return [...new Set(whole.flatMap((selection) => subjectsIn(study, selection)))];
}

/** The same by their characters, those of results from what was tallied of them. Belongs inside a snapshot. */
export function studySubjects(study: StudyReader, tally: ResultTally): readonly string[] {
  const others = datasetNames
    .filter((name) => !(name in tally))
    .flatMap((dataset) => subjectsIn(study, { dataset, where: [], search: '', subjects: null, chosen: null }));
  const ofResults = [...tally.labs, ...tally.vitals].flatMap(({ subject }) => (subject === null ? [] : [subject]));
  return [...new Set([...others, ...ofResults])].sort(compareTexts);
}

function subjectsIn({ db }: StudyReader, selection: Selection): readonly string[] {
  const dataset = datasets[selection.dataset];
  const column = sqlName(subjectColumn(dataset));
  const where = compileSelection(dataset, selection);
  return db
    .prepare<unknown[], string>(
      `SELECT DISTINCT ${column} FROM ${sqlRecords(dataset, [])} WHERE (${where.text}) AND ${column} IS NOT NULL AND ${column} <> ''`,
    )
    .pluck()
    .all(...where.values);
}
