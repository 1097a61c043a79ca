import type { DatasetName } from '../../../shared/datasets/datasets.ts';
import { digestOf } from '../../bundle/bundle-entry.ts';
import type { Db } from '../database/database.ts';
import { readMeta, removeMeta, writeMeta } from '../database/meta.ts';
import { findPass } from '../pages/stored-pages.ts';

/*
 * Row numbers follow the order in which pages were staged, which is not the order of their numbers. Columns that were read from staged rows
 * belong to the shown ones only if these are the same rows under the same numbers. Two notes in `meta` say so: the first while a pass is
 * staged, the second after its table became the shown one. Whatever else writes rows deletes them.
 */
const stagedNote = (dataset: DatasetName): string => `staged as arrived ${dataset}`;
const shownNote = (dataset: DatasetName): string => `shown as staged ${dataset}`;

/**
 * Notes that the staged table is empty and will get all rows of this pass; null: only those that differ from what is shown. Must run inside
 * the transaction that begins the pass.
 */
export function noteBegun(db: Db, dataset: DatasetName, pass: number | null): void {
  if (pass === null) removeMeta(db, stagedNote(dataset));
  else writeMeta(db, stagedNote(dataset), String(pass));
}

/** Notes that the staged table of this pass became the shown one. Must run inside the transaction that does so. */
export function noteMoved(db: Db, dataset: DatasetName, pass: number): void {
  const isAsArrived = readMeta(db, stagedNote(dataset)) === String(pass);
  forgetOrder(db, dataset);
  if (isAsArrived) writeMeta(db, shownNote(dataset), identityOf(db, pass));
}

/** Deletes the notes. Must run inside the transaction that writes rows in another way. */
export function forgetOrder(db: Db, dataset: DatasetName): void {
  removeMeta(db, stagedNote(dataset));
  removeMeta(db, shownNote(dataset));
}

/** Identifies the rows staged by a first pass and their numbers; null if there is no such pass. Call inside a snapshot. */
export function stagedIdentity(db: Db, dataset: DatasetName): string | null {
  const pass = findPass({ db }, dataset, 'staged');
  return pass === null || readMeta(db, stagedNote(dataset)) !== String(pass) ? null : identityOf(db, pass);
}

/** Changes with each page that is staged, and when the pass is no longer staged; cheaper than `stagedIdentity`. Call inside a snapshot. */
export function stagedMoment(db: Db, dataset: DatasetName): string {
  const pass = findPass({ db }, dataset, 'staged');
  const stagedAt = pass === null ? null : db.prepare<[number], string | null>('SELECT staged_at FROM pass WHERE id = ?').pluck().get(pass);
  return JSON.stringify([pass, stagedAt, readMeta(db, stagedNote(dataset))]);
}

/**
 * The `stagedIdentity` that the shown rows had; null if they are not the rows of one first pass under their numbers. Only columns
 * `byBaseline` may differ. Call inside a snapshot.
 */
export function shownIdentity(db: Db, dataset: DatasetName): string | null {
  const noted = readMeta(db, shownNote(dataset));
  if (noted === undefined) return null;
  // What is sealed counts, not the note.
  const pass = findPass({ db }, dataset, 'current');
  return pass !== null && identityOf(db, pass) === noted ? noted : null;
}

/** The rows of a page are staged together with its body, so the ids of bodies are in the order of the rows. */
function identityOf(db: Db, pass: number): string {
  const pages = db
    .prepare<[number], readonly [body: number, number: number, digest: string]>(
      'SELECT body, number, digest FROM page WHERE pass = ? ORDER BY body, number',
    )
    .raw()
    .all(pass);
  return JSON.stringify([pass, digestOf(JSON.stringify(pages))]);
}
