import type { CtcaeVersion } from '../../shared/terms/term-kinds.ts';
import type { SitePack } from '../../shared/site-pack-schema.ts';
import type { ReadableStudy } from '../store/study.ts';
import { AppError } from '../../shared/errors.ts';

/** An open study file, as far as a question needs it. */
export interface StudyReader extends Pick<ReadableStudy, 'db' | 'study' | 'file' | 'extractor'> {
  /** The connection sees grades of this version instead of those that are stored: columns kept beside the file do not hold for it. */
  readonly gradedBy?: CtcaeVersion;
  /** The connection sees records up to this day alone (`upToCutOff`). */
  readonly cutOff?: string;
}

/** A study that the vault lists, whether or not it was ever mirrored. */
export interface StudyEntryLite {
  readonly study: string;
  readonly demo: boolean;
  /** Path of its file, which need not exist yet. */
  readonly path: string;
  /** ISO time in UTC, or null. */
  readonly lastOpened: string | null;
  /** Of a study that came in a site pack. */
  readonly sitePack: SitePack | null;
}

/** Where the reader calls find the studies. */
export interface StudyDirectory {
  studies(): readonly StudyEntryLite[];
  /** The study's file, open for reading and kept so; null where nothing was mirrored yet. Throws AppError (CORRUPT, VERSION, LOCKED …). */
  open(study: string): StudyReader | null;
  /** Learns anew which studies there are and what seals they have; whether those of this one are others than before. */
  renew(study: string): Promise<boolean>;
}

/**
 * Opens the study where it can be opened, so that the same turn of the event loop finds it open. A file that flipped since its seals
 * were told is no damage: it is tried again for as long as there are newer seals. What cannot be opened is told by the next `open`.
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
