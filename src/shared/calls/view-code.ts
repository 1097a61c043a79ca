import { z } from 'zod';
import { selectionSchema, sortSchema } from '../query.ts';

const codeLanguages = ['python', 'r', 'sql'] as const;
export type CodeLanguage = (typeof codeLanguages)[number];

/** Files that the code can read. */
const codeFiles = ['parquet', 'csv'] as const;
export type CodeFile = (typeof codeFiles)[number];

/** Maximum number of characters; more than a person selects or filters by hand. */
export const longestCode = 800_000;

/** A grid's view as code for other tools. */
export const viewCodeCalls = {
  /**
   * `text` reads an export of the whole dataset and yields the same rows, or stops if it would not. Throws USAGE for names that the
   * declaration does not know, LIMIT if the view names too many subjects or records.
   */
  'view.code': {
    host: 'reader',
    input: z.strictObject({
      study: z.string().min(1).max(128),
      selection: selectionSchema,
      sort: z.array(sortSchema).max(8),
      columns: z.array(z.string().max(64)).min(1).max(200),
      vocabulary: z.enum(['plain', 'sdtm', 'source']),
      language: z.enum(codeLanguages),
      file: z.enum(codeFiles),
    }),
    output: z.strictObject({ rows: z.int().min(0), text: z.string() }),
  },
} as const;
