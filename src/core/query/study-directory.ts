import type { CtcaeVersion } from '../../shared/terms/term-kinds.ts';
import type { SitePack } from '../../shared/site-pack-schema.ts';
import type { ReadableStudy } from '../store/database/study.ts';
import { AppError } from '../../shared/errors.ts';

/** An open study file, as far as queries need it. */
export interface StudyReader extends Pick<ReadableStudy, 'db' | 'study' | 'file' | 'extractor'> {
  /** The connection sees grades of this version instead of the stored ones; columns cached next to the file do not apply to it. */
  readonly gradedBy?: CtcaeVersion;
  /** The connection sees only records up to this day (`upToCutOff`). */
  readonly cutOff?: string;
}

/** A study listed in the vault, whether or not it was ever mirrored. */
export interface StudyEntryLite {
  readonly study: string;
  readonly demo: boolean;
  /** Path of its file, which may not exist yet. */
  readonly path: string;
  /** ISO time in UTC, or null. */
  readonly lastOpened: string | null;
  /** For a study that came in a site pack. */
  readonly sitePack: SitePack | null;
}

/** Provides studies to the reader calls. */
export interface StudyDirectory {
  studies(): readonly StudyEntryLite[];
  /**
   * Returns the study's file, opened for reading and kept open; null if nothing was mirrored yet. Throws AppError (CORRUPT, VERSION, LOCKED
   * …).
   */
  open(study: string): StudyReader | null;
  /** Reloads the list of studies and their seals; returns whether the seals of this study have changed. */
  renew(study: string): Promise<boolean>;
}

/**
 * Opens the study if possible, so that the same turn of the event loop finds it open. A file that flipped after its seals were read is not
 * damaged: opening is retried as long as there are newer seals. Other errors are thrown by the next `open`.
 */
export async function settleStudy(directory: StudyDirectory, study: string): Promise<void> {
  for (let isNews = true; isNews;) {
    try {
      directory.open(study);
      return;
    } catch (error: unknown) {
      isNews = error instanceof AppError && error.code === 'CORRUPT' && (await directory.renew(study));
    }
  }
}
