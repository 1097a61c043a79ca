import { datasetNames } from '../../shared/datasets/datasets.ts';
import { builtInFindings } from '../checks/checked-study.ts';
import { tidyAhead } from '../query/columns-ahead.ts';
import type { ReaderMemory } from '../query/reader-memory.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { cachedTally } from '../views/tally-results.ts';
import { viewHandlers } from './view-calls.ts';

/**
 * Computes what the first screens of a study need and keeps it next to the study's file: the columns of large datasets, the tally of
 * results, the overview, the coverage of visits, the findings of the checks, and the worst grades. Throws the errors of `inSnapshot`;
 * failures to keep something go only to the reporters.
 */
export async function prepareStudy(study: StudyReader, memory: ReaderMemory): Promise<void> {
  const { columns, cachedAnswers } = memory;
  for (const name of datasetNames) columns.prepare(study, name);
  await columns.settled();
  tidyAhead(study);
  const tally = cachedTally(study, columns, cachedAnswers);
  const views = viewHandlers((_, question) => Promise.resolve(question(study, tally)), memory);
  const everybody = { study: study.study, subjects: null };
  await views['overview.read'](everybody);
  await views['coverage.read']({ ...everybody, datasets: ['labs'] });
  await builtInFindings(study, tally, cachedAnswers).with(() => undefined);
  const { anchor } = await views['anchors.default'](everybody);
  if (anchor !== null) await views['results.grades']({ ...everybody, anchor });
  await cachedAnswers.settled();
}
