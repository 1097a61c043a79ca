import type { PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from './result-tally.ts';

/** Runs a question on a study's file with the tally of its results, or returns `without` for a study without a file. */
export type Ask = <T>(
  study: string,
  question: (reader: StudyReader, tally: PerGeneration<ResultTally>) => T | Promise<T>,
  without: T,
) => Promise<T>;
