import { DuckDBInstance } from '@duckdb/node-api';

export type DuckDbValue = string | number | boolean | null;

export interface DuckDbAnswer {
  readonly names: readonly string[];
  readonly rows: readonly (readonly DuckDbValue[])[];
}

/** DuckDB’s answer to the last statement: column names and rows, with dates and timestamps as DuckDB writes them. */
export async function askDuckDb(sql: string): Promise<DuckDbAnswer> {
  const instance = await DuckDBInstance.create(':memory:');
  try {
    return await askInstance(instance, sql);
  } finally {
    instance.closeSync();
  }
}

/** The same on a database that stays open, because creating one takes longer than most answers. Each call has its own connection. */
export async function askInstance(instance: DuckDBInstance, sql: string): Promise<DuckDbAnswer> {
  const connection = await instance.connect();
  try {
    const statements = await connection.extractStatements(sql);
    for (let at = 0; at < statements.count - 1; at++) await (await statements.prepare(at)).run();
    const answer = await (await statements.prepare(statements.count - 1)).runAndReadAll();
    return { names: answer.columnNames(), rows: answer.getRowsJson() as DuckDbValue[][] };
  } finally {
    connection.closeSync();
  }
}
