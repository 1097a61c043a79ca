import { columns, hostileLab, type HostileColumn } from './hostile-labs.ts';

/** The expected number of rows, and the seed that determines them. */
export interface Expected {
  readonly labs: number;
  readonly seed: number;
}

/** Whether a cell found by a reader is what the mirror holds: its digits or text, null for no value. */
export type JudgeCell<T> = (found: T, expected: string | null, column: HostileColumn) => boolean;

const mostReported = 5;

/** Reads all rows of a file and says what is wrong: cells that differ, and rows that are lost, duplicated or unknown. */
export async function judgeRows<T>(
  rows: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  { labs, seed }: Expected,
  idOf: (cell: T | undefined) => string,
  judge: JudgeCell<T>,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  const tell = (what: string): void => {
    if (wrong.length < mostReported) wrong.push(what);
  };
  const seen = new Uint8Array(labs);
  let count = 0;
  for await (const row of rows) {
    count++;
    const id = idOf(row[0]);
    const n = /^\d{7,}$/.test(id) ? Number(id) : labs;
    if (n >= labs) tell(`a row of nobody: ${inspect(row[0])}`);
    else if (seen[n] === 1) tell(`row ${id} comes twice`);
    else {
      seen[n] = 1;
      if (row.length !== columns.length) tell(`row ${id} has ${String(row.length)} cells`);
      const { cells } = hostileLab(n, seed);
      for (const [at, column] of columns.entries()) {
        const found = row[at];
        const expected = cells[at] ?? null;
        if (found === undefined || !judge(found, expected, column))
          tell(`row ${id}, ${column.name}: found ${inspect(found)} for ${inspect(expected)}`);
      }
    }
  }
  if (count !== labs) tell(`${String(count)} rows instead of ${String(labs)}`);
  return wrong;
}

function inspect(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 200);
}
