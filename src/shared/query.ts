import { z } from 'zod';
import { datasetNames } from './datasets/datasets.ts';
import { longestKey, type ColumnKind } from './datasets/declaration.ts';
import { subjectFilterSchema } from './subject-schema.ts';

export const operators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'not-in', 'missing', 'present'] as const;
export type Operator = (typeof operators)[number];

/** The operators allowed for each kind of column; any other is USAGE. */
export const operatorsByKind: Readonly<Record<ColumnKind, readonly Operator[]>> = {
  text: ['=', '!=', 'contains', 'in', 'not-in', 'missing', 'present'],
  flag: ['=', '!=', 'in', 'not-in', 'missing', 'present'],
  list: ['contains', 'missing', 'present'],
  number: ['=', '!=', '<', '<=', '>', '>=', 'in', 'not-in', 'missing', 'present'],
  datetime: ['=', '!=', '<', '<=', '>', '>=', 'missing', 'present'],
};

/**
 * One condition; several are combined with AND. `values`: none for missing/present, one for comparisons, any number for in/not-in. `!=` and
 * `not-in` are the complement of `=` and `in`: rows without a value satisfy them. Dates compare at the given precision: `collected <=
 * 2025-09-03` includes that whole day. `contains` ignores case. An empty string among the values of in/not-in means "missing".
 */
export const conditionSchema = z.strictObject({
  column: z.string().max(64),
  op: z.enum(operators),
  values: z.array(z.string().max(4096)).max(10_000),
});
export type Condition = z.infer<typeof conditionSchema>;

export const sortSchema = z.strictObject({ column: z.string().max(64), descending: z.boolean() });
export type Sort = z.infer<typeof sortSchema>;

/** A selection of rows of one dataset. The same object drives grid, counts, value lists and exports. */
export const selectionSchema = z.strictObject({
  dataset: z.enum(datasetNames),
  where: z.array(conditionSchema).max(100),
  /** Quick search: every word must occur in some text column. */
  search: z.string().max(200),
  subjects: subjectFilterSchema,
  /** Rows selected by record key: only these, or all except these; null for no selection. */
  chosen: z.strictObject({ mode: z.enum(['only', 'except']), keys: z.array(z.string().max(longestKey)).max(100_000) }).nullable(),
});
export type Selection = z.infer<typeof selectionSchema>;

export const querySchema = z.strictObject({
  selection: selectionSchema,
  sort: z.array(sortSchema).max(8),
  offset: z.int().min(0),
  limit: z.int().min(1).max(1000),
});
export type Query = z.infer<typeof querySchema>;
