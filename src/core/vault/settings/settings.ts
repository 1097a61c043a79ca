import type { z } from 'zod';
import { guarded, type VaultDatabase } from '../database.ts';

/** A setting that must not be stored in clear text, or null if it was never stored. */
export function readSetting(db: VaultDatabase, name: string): string | null {
  return guarded(() => db.prepare<[string], string>('SELECT value FROM setting WHERE name = ?').pluck().get(name)) ?? null;
}

/** Call inside a `writeVault` change. */
export function storeSetting(db: VaultDatabase, name: string, value: string): void {
  db.prepare('INSERT INTO setting (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value').run({
    name,
    value,
  });
}

/** The content of a setting as stored; null if it was never stored or has an unknown shape. */
export function parseSetting<T>(schema: z.ZodType<T>, stored: string | null): T | null {
  if (stored === null) return null;
  try {
    return schema.nullable().parse(JSON.parse(stored));
  } catch {
    return null;
  }
}
