import type { Dataset, DatasetName } from '../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../shared/terms/study-terms.ts';
import type { Extractor } from '../extract/extractor.ts';
import type { Db } from './database.ts';

export interface StudyFileAccess {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** What questions need of a study's file. */
export interface ReadableStudy {
  readonly study: string;
  readonly db: Db;
  /** What another connection to the same file is opened with. */
  readonly file: StudyFileAccess;
  readonly datasets: readonly Dataset[];
  /** What was decided of its tests and units when it was opened. */
  readonly terms: StudyTerms;
  extractor(dataset: DatasetName): Extractor;
  close(): void;
}

/** What a sync needs of a study's file. One at a time for each study: the caller holds the writer's lock. */
export interface WritableStudy extends ReadableStudy {
  readonly access: 'write';
  /** Which of the two seals the file matched at opening: after `pending`, the caller completes it. */
  readonly matched: 'current' | 'pending' | 'unchecked';
}
