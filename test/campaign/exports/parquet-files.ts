import { askDuckDb } from '../../unit/export/duckdb.ts';
import { exportLabs } from './exported-file.ts';
import { columns } from './hostile-labs.ts';
import { judgeRows } from './judge-rows.ts';
import type { FormatTrial } from './trial.ts';

/** Rows per query. */
const atOnce = 20_000;

/** Cells as hex bytes, since DuckDB's JavaScript client drops a byte order mark: texts as received, numbers by their digits as sent. */
async function* rowsOf(path: string, rows: number): AsyncGenerator<readonly (string | null)[]> {
  const cells = columns.map(({ name, kind }) => `hex(encode("${kind === 'number' ? `${name}_sent` : name}"))`).join(', ');
  for (let at = 0; at < rows; at += atOnce)
    for (const row of (await askDuckDb(`SELECT ${cells} FROM '${path}' LIMIT ${String(atOnce)} OFFSET ${String(at)}`)).rows)
      yield row.map((cell) => (cell === null ? null : Buffer.from(String(cell), 'hex').toString('utf8')));
}

/** Parquet, read by DuckDB: every cell as it was sent. */
export const parquetTrial: FormatTrial = {
  format: 'parquet',
  async run(dataDir, path, expected) {
    const file = await exportLabs(dataDir, path, 'parquet');
    const wrong = await judgeRows(rowsOf(path, file.notes.rows), expected, String, (found, cell) => found === cell);
    return { file, failures: wrong.map((what) => `DuckDB: ${what}`), skipped: [] };
  },
};
