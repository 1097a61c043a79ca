import { compareTexts } from '../../shared/compare-texts.ts';
import type { Output } from '../../shared/contract.ts';
import { datasetNames, datasets } from '../../shared/datasets/datasets.ts';
import type { Selection } from '../../shared/query.ts';
import { sqlName, subjectColumn } from '../query/columns.ts';
import { compileSelection } from '../query/compile.ts';
import { inSnapshot } from '../query/snapshot.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { sqlRecords } from '../query/tables.ts';
import { currentGeneration } from '../store/database/seal.ts';
import type { ResultTally } from './result-tally.ts';

/** Returns the subjects that have rows in a selection, in character order; without a selection, every subject named in any dataset. */
export function listSubjects(study: StudyReader, selection: Selection | null): Output<'subjects.list'> {
  return inSnapshot(study, () => ({
    generation: currentGeneration(study),
    subjects: [...(selection === null ? everySubject(study) : subjectsIn(study, selection))].sort(),
  }));
}

/** Returns every subject named in any dataset, unordered. Call inside a snapshot. */
export function everySubject(study: StudyReader): readonly string[] {
  const whole = Object.values(datasets).map(({ name }) => ({ dataset: name, where: [], search: '', subjects: null, chosen: null }));
  return [...new Set(whole.flatMap((selection) => subjectsIn(study, selection)))];
}

/** The same in character order, with the subjects of results taken from the tally. Call inside a snapshot. */
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
