import { existsSync } from 'node:fs';
import { AppError } from '../../../shared/errors.ts';
import { quotedWord } from '../../../shared/quoted-word.ts';
import type { StudyEntry } from './studies.ts';

/** State of a study's file. `none`: never mirrored; `lost`: mirrored, but the file is missing. */
export type FileState = 'there' | 'none' | 'set-aside' | 'lost';

export function fileState(entry: Pick<StudyEntry, 'path' | 'seal' | 'setAside'>): FileState {
  if (entry.setAside !== null) return 'set-aside';
  if (existsSync(entry.path)) return 'there';
  return entry.seal.current === null && entry.seal.pending === null ? 'none' : 'lost';
}

/** Throws CORRUPT with what to do if a study's file was damaged and set aside, or is missing. */
export function assertNotSetAside(entry: StudyEntry): void {
  const state = fileState(entry);
  if (state === 'set-aside') throw damagedStudy(entry.study, `its file was damaged and was set aside as ${entry.setAside ?? ''}`);
  if (state === 'lost') throw damagedStudy(entry.study, 'its file is missing from the data folder');
}

/** CORRUPT for one study; the others are unaffected. */
export function damagedStudy(study: string, what: string, cause?: unknown): AppError {
  return new AppError(
    'CORRUPT',
    `The mirror of ${study} cannot be read: ${what}. Nothing was deleted, and the other studies are unaffected. Start a fresh mirror with: carrel sync ${quotedWord(study)} --anew`,
    cause,
  );
}
