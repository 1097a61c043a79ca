import type { PerGeneration } from '../query/per-generation.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { ResultTally } from './result-tally.ts';

/** Asks a study's file with what was tallied of it, or gives the answer of a study without one. */
export type Ask = <T>(
  study: string,
  question: (reader: StudyReader, tally: PerGeneration<ResultTally>) => T | Promise<T>,
  without: T,
) => Promise<T>;
