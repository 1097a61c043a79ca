import type { DatasetName } from '../../shared/datasets/datasets.ts';
import { digestOf } from '../bundle/bundle-entry.ts';
import type { Db } from './database.ts';

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
  if (pass === null) remove(db, stagedNote(dataset));
  else write(db, stagedNote(dataset), String(pass));
}

/** Notes that the staged table of this pass became the shown one. Must run inside the transaction that does so. */
export function noteMoved(db: Db, dataset: DatasetName, pass: number): void {
  const isAsArrived = read(db, stagedNote(dataset)) === String(pass);
  forgetOrder(db, dataset);
  if (isAsArrived) write(db, shownNote(dataset), identityOf(db, pass));
}

/** Deletes the notes. Must run inside the transaction that writes rows in another way. */
export function forgetOrder(db: Db, dataset: DatasetName): void {
  remove(db, stagedNote(dataset));
  remove(db, shownNote(dataset));
}

/** Identifies the rows staged by a first pass and their numbers; null if there is no such pass. Call inside a snapshot. */
export function stagedIdentity(db: Db, dataset: DatasetName): string | null {
  const pass = stagedPass(db, dataset)?.id;
  return pass === undefined || read(db, stagedNote(dataset)) !== String(pass) ? null : identityOf(db, pass);
}

/** Changes with each page that is staged, and when the pass is no longer staged; cheaper than `stagedIdentity`. Call inside a snapshot. */
export function stagedMoment(db: Db, dataset: DatasetName): string {
  return JSON.stringify([stagedPass(db, dataset) ?? null, read(db, stagedNote(dataset))]);
}

/**
 * The `stagedIdentity` that the shown rows had; null if they are not the rows of one first pass under their numbers. Only columns
 * `byBaseline` may differ. Call inside a snapshot.
 */
export function shownIdentity(db: Db, dataset: DatasetName): string | null {
  const noted = read(db, shownNote(dataset));
  if (noted === undefined) return null;
  // What is sealed counts, not the note.
  const pass = db.prepare<[string], number>("SELECT id FROM pass WHERE dataset = ? AND status = 'current'").pluck().get(dataset);
  return pass !== undefined && identityOf(db, pass) === noted ? noted : null;
}

function stagedPass(db: Db, dataset: DatasetName): { readonly id: number; readonly staged_at: string | null } | undefined {
  return db
    .prepare<[string], { readonly id: number; readonly staged_at: string | null }>(
      "SELECT id, staged_at FROM pass WHERE dataset = ? AND status IN ('running', 'proven')",
    )
    .get(dataset);
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

function read(db: Db, name: string): string | undefined {
  return db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck().get(name);
}

function write(db: Db, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

function remove(db: Db, name: string): void {
  db.prepare('DELETE FROM meta WHERE name = ?').run(name);
}
