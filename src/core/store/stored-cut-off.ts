import { z } from 'zod';
import type { Db } from './database.ts';

const storedSchema = z.object({ date: z.iso.date().nullable() });

/** The last data cut-off set, as a day (ISO 8601); null if none is in force. */
export function storedCutOff(db: Db): string | null {
  const value = db
    .prepare<[], string>("SELECT value FROM annotation WHERE kind = 'data-cut-off' ORDER BY at DESC, name LIMIT 1")
    .pluck()
    .get();
  const read = value === undefined ? null : storedSchema.safeParse(JSON.parse(value));
  return read?.success === true ? read.data.date : null;
}
