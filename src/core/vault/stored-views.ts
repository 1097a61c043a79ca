import type { VaultDatabase } from './database.ts';

/** The setting that keeps how the views of a study are set; all begin alike. */
export function viewName(study: string): string {
  return `view ${study}`;
}

/** To be called inside a `writeVault` change. */
export function forgetView(db: VaultDatabase, study: string): void {
  db.prepare('DELETE FROM setting WHERE name = ?').run(viewName(study));
}
