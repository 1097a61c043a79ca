import { z } from 'zod';

/** The arrangement of a table's columns: names, widths in pixels and order, never a value. */
export const layoutSchema = z.strictObject({
  columns: z
    .array(z.strictObject({ name: z.string().max(64), width: z.int().min(40).max(2000), shown: z.boolean(), pinned: z.boolean() }))
    .max(200),
});
