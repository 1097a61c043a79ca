import type { Db } from './database.ts';

/** Returns the number in the one row that a query always has, such as a count. */
export function readNumber(db: Pick<Db, 'prepare'>, sql: string, ...values: readonly unknown[]): number {
  return db
    .prepare<unknown[], number>(sql)
    .pluck()
    .get(...values) as number;
}
