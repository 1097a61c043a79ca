import { DuckDBInstance } from '@duckdb/node-api';

export type DuckDbValue = string | number | boolean | null;

/** What DuckDB answers to a statement: the names of its columns, and its rows, with dates and moments as it writes them. */
export async function askDuckDb(
  sql: string,
): Promise<{ readonly names: readonly string[]; readonly rows: readonly (readonly DuckDbValue[])[] }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const answer = await connection.runAndReadAll(sql);
    return { names: answer.columnNames(), rows: answer.getRowsJson() as DuckDbValue[][] };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
