import type { Dataset, DatasetName } from '../../../shared/datasets/datasets.ts';
import type { StudyTerms } from '../../../shared/terms/study-terms.ts';
import type { Extractor } from '../../extract/extractor.ts';
import type { Db } from './database.ts';

export interface StudyFileAccess {
  readonly path: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** What queries need of a study's file. */
export interface ReadableStudy {
  readonly study: string;
  readonly db: Db;
  /** Needed to open another connection to the same file. */
  readonly file: StudyFileAccess;
  readonly datasets: readonly Dataset[];
  /** The decisions on its tests and units at the time of opening. */
  readonly terms: StudyTerms;
  extractor(dataset: DatasetName): Extractor;
  close(): void;
}

/** What a sync needs of a study's file. Only one at a time per study: the caller holds the writer's lock. */
export interface WritableStudy extends ReadableStudy {
  readonly access: 'write';
  /** Which seal the file matched at opening. After `pending`, the caller completes it. */
  readonly matched: 'current' | 'pending' | 'unchecked';
}
