import type { ReadableStudy } from '../store/study.ts';

/** An open study file, as far as a question needs it. */
export type StudyReader = Pick<ReadableStudy, 'db' | 'study' | 'extractor'>;

/** A study that the vault lists, whether or not it was ever mirrored. */
export interface StudyEntryLite {
  readonly study: string;
  readonly demo: boolean;
  /** Path of its file, which need not exist yet. */
  readonly path: string;
  /** ISO time in UTC, or null. */
  readonly lastOpened: string | null;
}

/** Where the reader calls find the studies. */
export interface StudyDirectory {
  studies(): readonly StudyEntryLite[];
  /** The study's file, open for reading and kept so; null where nothing was mirrored yet. Throws AppError (CORRUPT, VERSION, LOCKED …). */
  open(study: string): StudyReader | null;
}
