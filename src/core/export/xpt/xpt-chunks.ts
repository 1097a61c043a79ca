import type { Made } from '../../../shared/engine-protocol.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import type { StoredRow } from '../../query/fetch-rows.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';
import { leadingCells, listText, type ExportTable } from '../export-table.ts';
import { observations, transportHead, transportTail } from './xpt-file.ts';
import { variablesOf, type Variable } from './xpt-variables.ts';

/** A SAS transport file of version 5. The rows are read twice: how long the texts of a column are stands before them. */
export function xptChunks(table: ExportTable, { vocabulary }: ExportPlan, made: Made, notes: CountedNotes): Chunks {
  const { dataset, columns } = table;
  const read = function* (): Generator<readonly Cells[]> {
    for (const rows of table.pages()) yield rows.map((row) => cellsOf(columns, row));
  };
  const pieces = function* (): Generator<Piece> {
    const longest = columns.map(() => 1);
    for (const page of read()) {
      measure(page, longest);
      // Nothing to write yet, but others get their turn, a cancel among them.
      yield { bytes: nothing, rows: 0 };
    }
    const variables = variablesOf(columns, vocabulary, longest, notes);
    yield { bytes: transportHead({ name: dataset.domain, label: dataset.title, madeAt: new Date(made.at), variables }), rows: 0 };
    yield* body(variables, read(), notes);
  };
  return { of: table.of, columns: columns.length, pieces: pieces() };
}

const nothing = Buffer.alloc(0);

type Cells = readonly (string | number | null)[];

function cellsOf(columns: readonly Column[], row: StoredRow): Cells {
  return columns.map(({ kind }, at) => {
    const cell = row[at + leadingCells] ?? null;
    return kind === 'list' && cell !== null ? listText(String(cell)) : cell;
  });
}

/** `longest`: bytes of the longest text of each column so far. */
function measure(rows: readonly Cells[], longest: number[]): void {
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      if (typeof cell === 'string') longest[at] = Math.max(longest[at] ?? 1, Buffer.byteLength(cell));
    }
}

function* body(variables: readonly Variable[], pages: Iterable<readonly Cells[]>, notes: CountedNotes): Generator<Piece> {
  let written = 0;
  for (const page of pages) {
    const bytes = observations(variables, page, notes);
    written += bytes.length;
    yield { bytes, rows: page.length };
  }
  yield { bytes: transportTail(written), rows: 0 };
}
