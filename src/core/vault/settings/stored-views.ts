import type { VaultDatabase } from '../database.ts';

/** The setting that stores a study's view settings; all have the same prefix. */
export function viewName(study: string): string {
  return `view ${study}`;
}

/** Call inside a `writeVault` change. */
export function forgetView(db: VaultDatabase, study: string): void {
  db.prepare('DELETE FROM setting WHERE name = ?').run(viewName(study));
}
