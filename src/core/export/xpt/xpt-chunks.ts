import type { Made } from '../../../shared/engine-protocol.ts';
import type { Chunks, Piece } from '../chunks.ts';
import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';
import type { ExportTable } from '../export-table.ts';
import { cellsOf, longestTexts } from '../longest-texts.ts';
import { readWholeDate } from '../whole-date.ts';
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

/** 1 January 1960 and the first day of SAS's calendar, 1 January 1582, in days from 1970-01-01. */
const sasEpoch = -3653;
const sasFirst = -141_714;
const secondsOfDay = 86_400;

/**
 * Returns a date as the days and the seconds that SAS counts from 1960; null for a date that is partial, has an offset or is before 1582,
 * and for the seconds of a date without a time.
 */
function sasDates(sent: string | number | null): readonly [date: number | null, moment: number | null] {
  const date = typeof sent === 'string' ? readWholeDate(sent) : null;
  if (date === null || date.day < sasFirst) return [null, null];
  const days = date.day - sasEpoch;
  return [days, date.time === null ? null : days * secondsOfDay + date.time / 1000];
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
