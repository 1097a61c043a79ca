import type { VaultDatabase } from '../database.ts';

/** The setting that stores a study's view settings; all have the same prefix. */
export function viewName(study: string): string {
  return `view ${study}`;
}

/** The setting that stores the last place of the window, which may name a subject. */
export const placeName = 'place';

/** Forgets what the window stored of a study. Call inside a `writeVault` change. */
export function forgetView(db: VaultDatabase, study: string): void {
  db.prepare('DELETE FROM setting WHERE name = ?').run(viewName(study));
  db.prepare("DELETE FROM setting WHERE name = ? AND CASE WHEN json_valid(value) THEN value ->> 'study' END = ?").run(placeName, study);
}
