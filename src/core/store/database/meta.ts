import type { Db } from './database.ts';

/** Returns what is noted in a study's file under a name; undefined if nothing is. */
export function readMeta(db: Db, name: string): string | undefined {
  return db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck().get(name);
}

export function writeMeta(db: Db, name: string, value: string): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
}

export function removeMeta(db: Db, name: string): void {
  db.prepare('DELETE FROM meta WHERE name = ?').run(name);
}
