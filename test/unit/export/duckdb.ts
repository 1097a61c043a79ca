import { DuckDBInstance } from '@duckdb/node-api';

export type DuckDbValue = string | number | boolean | null;

/** What DuckDB answers to the last of some statements: the names of its columns, and its rows, with dates and moments as it writes them. */
export async function askDuckDb(
  sql: string,
): Promise<{ readonly names: readonly string[]; readonly rows: readonly (readonly DuckDbValue[])[] }> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const statements = await connection.extractStatements(sql);
    for (let at = 0; at < statements.count - 1; at++) await (await statements.prepare(at)).run();
    const answer = await (await statements.prepare(statements.count - 1)).runAndReadAll();
    return { names: answer.columnNames(), rows: answer.getRowsJson() as DuckDbValue[][] };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
