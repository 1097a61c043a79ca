import type { Made } from '../../../shared/engine-protocol.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { ExportTable } from '../export-table.ts';
import { cellsOf, longestTexts } from '../longest-texts.ts';
import { dateCell } from '../xlsx/cells.ts';
import { observations, transportHead, transportTail } from './xpt-file.ts';
import { variablesOf, type Variable } from './xpt-variables.ts';

/** A SAS transport file of version 5. The rows are read twice, because the lengths of a column's texts come before them. */
export function xptChunks(table: ExportTable, { vocabulary }: ExportPlan, made: Made, notes: CountedNotes): Chunks {
  const { dataset, columns } = table;
  const read = function* (): Generator<readonly Cells[]> {
    for (const rows of table.pages()) yield rows.map((row) => cellsOf(columns, row));
  };
  const dated = [...columns.keys()].filter((at) => columns[at]?.kind === 'datetime');
  const withDates = function* (pages: Iterable<readonly Cells[]>): Generator<readonly Cells[]> {
    for (const page of pages) yield page.map((cells) => [...cells, ...dated.flatMap((at) => sasDates(cells[at] ?? null))]);
  };
  const pieces = function* (): Generator<Piece> {
    const { measure, longest } = longestTexts(columns, (text) => Buffer.byteLength(text));
    for (const page of read()) {
      measure(page);
      // Nothing to write yet, but this lets other work run, such as a cancellation.
      yield { bytes: nothing, rows: 0 };
    }
    const variables = variablesOf(columns, vocabulary, longest, notes);
    yield { bytes: transportHead({ name: dataset.domain, label: dataset.title, madeAt: new Date(made.at), variables }), rows: 0 };
    yield* body(variables, withDates(read()), notes);
  };
  return { of: table.of, columns: columns.length, pieces: pieces() };
}

const nothing = Buffer.alloc(0);

type Cells = readonly (string | number | null)[];

/** 1 January 1960 as a workbook counts days. */
const sasEpoch = 21_916;
const secondsOfDay = 86_400;

/**
 * Returns a date as the days and the seconds that SAS counts from 1960; null for a date that is partial or has an offset, and for the
 * seconds of a date without a time.
 */
function sasDates(sent: string | number | null): readonly [date: number | null, moment: number | null] {
  const cell = typeof sent === 'string' ? dateCell(sent) : null;
  if (cell?.kind !== 'date') return [null, null];
  const days = cell.serial - sasEpoch;
  return [Math.floor(days), cell.time ? Math.round(days * secondsOfDay * 1000) / 1000 : null];
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
