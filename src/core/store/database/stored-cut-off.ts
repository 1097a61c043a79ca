import { z } from 'zod';
import type { Db } from './database.ts';

const storedSchema = z.object({ date: z.iso.date().nullable() });

/**
 * The last data cut-off set, as a day (ISO 8601); null if none is in force. If a newer Carrel wrote the last one and this one cannot read
 * it, the previous one applies.
 */
export function storedCutOff(db: Db): string | null {
  const values = db.prepare<[], string>("SELECT value FROM annotation WHERE kind = 'data-cut-off' ORDER BY at DESC, name").pluck();
  for (const value of values.iterate()) {
    const read = storedSchema.safeParse(JSON.parse(value));
    if (read.success) return read.data.date;
  }
  return null;
}
