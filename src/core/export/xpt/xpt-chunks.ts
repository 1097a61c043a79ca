import type { Made } from '../../../shared/engine-protocol.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { datasets } from '../../../shared/datasets/datasets.ts';
import { sqlCell } from '../../query/columns.ts';
import { rowFetcher, type StoredRow } from '../../query/fetch-rows.ts';
import { selectRowids } from '../../query/rows.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import type { Chunks, Piece } from '../chunks.ts';
import { exportColumns, type ExportPlan } from '../export-plan.ts';
import { observations, transportHead, transportTail, type TransportNotes } from './xpt-file.ts';
import { variablesOf, type Variable } from './xpt-variables.ts';

const rowsAtOnce = 2000;

/** A SAS transport file of version 5. The rows are read twice: how long the texts of a column are stands before them. */
export function xptChunks(study: StudyReader, plan: ExportPlan, made: Made): Chunks {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  const read = function* (): Generator<readonly Cells[]> {
    for (let at = 0; at < rowids.length; at += rowsAtOnce)
      yield fetch(rowids.slice(at, at + rowsAtOnce)).map((row) => cellsOf(columns, row));
  };
  const notes: TransportNotes = { cut: 0, numbersMissing: 0 };
  const make = function* (): Generator<Piece> {
    const variables = variablesOf(columns, plan.vocabulary, longestOf(columns, read()));
    yield { bytes: transportHead({ name: dataset.domain, label: dataset.title, madeAt: new Date(made.at), variables }), rows: 0 };
    yield* body(variables, read(), notes);
  };
  return { of: rowids.length, columns: columns.length, pieces: make(), guarded: () => 0 };
}

type Cells = readonly (string | number | null)[];

function cellsOf(columns: readonly Column[], row: StoredRow): Cells {
  return columns.map(({ kind }, at) => {
    const cell = row[at + 1] ?? null;
    return kind === 'list' && cell !== null ? (JSON.parse(String(cell)) as readonly string[]).join('; ') : cell;
  });
}

/** Bytes of the longest text of each column. */
function longestOf(columns: readonly Column[], pages: Iterable<readonly Cells[]>): readonly number[] {
  const longest = columns.map(() => 1);
  for (const page of pages)
    for (const row of page)
      for (const [at, cell] of row.entries()) {
        if (typeof cell === 'string') longest[at] = Math.max(longest[at] ?? 1, Buffer.byteLength(cell));
      }
  return longest;
}

function* body(variables: readonly Variable[], pages: Iterable<readonly Cells[]>, notes: TransportNotes): Generator<Piece> {
  let written = 0;
  for (const page of pages) {
    const bytes = observations(variables, page, notes);
    written += bytes.length;
    yield { bytes, rows: page.length };
  }
  yield { bytes: transportTail(written), rows: 0 };
}
