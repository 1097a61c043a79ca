import type { Column, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { StoredRow, StoredValue } from '../query/fetch-rows.ts';
import type { Chunks, Piece } from './chunks.ts';
import type { ExportPlan } from './export-plan.ts';
import { leadingCells, listText, type ExportTable } from './export-table.ts';
import { createLineEncoder } from './line-bytes.ts';

/** Whose data it is, and how they came to be; `asOf`: ISO 8601 in UTC, or null. */
export interface Origin {
  readonly study: string;
  readonly asOf: string | null;
  readonly made: Made;
}

/** CDISC Dataset-JSON 1.1.0: one document, or its NDJSON form (the metadata in the first line, then a row a line). */
export function datasetJsonChunks(table: ExportTable, plan: ExportPlan, origin: Origin): Chunks {
  const head = JSON.stringify(metadataOf(table, plan.vocabulary, origin));
  return {
    of: table.of,
    columns: table.columns.length,
    pieces: pieces(plan.format === 'dataset-json-nd' ? lines(head) : document(head), table),
  };
}

interface Form {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** `head`: a JSON object, to which its rows are added. */
function document(head: string): Form {
  return { start: `${head.slice(0, -1)},"rows":[\n`, between: ',\n', end: '\n]}\n' };
}

function lines(head: string): Form {
  return { start: `${head}\n`, between: '\n', end: '\n' };
}

function* pieces({ start, between, end }: Form, table: ExportTable): Generator<Piece> {
  const encode = createLineEncoder();
  yield { bytes: encode([start]), rows: 0 };
  let written = 0;
  const texts = function* (rows: readonly StoredRow[]): Generator<string> {
    for (const row of rows)
      yield (
        (written++ === 0 ? '' : between) +
        JSON.stringify(table.columns.map((column, at) => valueOf(column, row[at + leadingCells] ?? null)))
      );
  };
  for (const rows of table.pages()) yield { bytes: encode(texts(rows)), rows: rows.length };
  yield { bytes: encode([written === 0 ? end.replace(/^\n/, '') : end]), rows: 0 };
}

/** Numbers stand as the digits that were sent (`decimal` values are texts). */
function valueOf({ kind }: Column, cell: StoredValue): string | null {
  if (cell === null) return null;
  return kind === 'list' ? listText(String(cell)) : String(cell);
}

function metadataOf(
  { dataset: { domain, title }, columns, of }: ExportTable,
  vocabulary: HeaderVocabulary,
  { study, asOf, made }: Origin,
): object {
  return {
    datasetJSONCreationDateTime: made.at,
    datasetJSONVersion: '1.1.0',
    fileOID: made.id,
    ...(asOf === null ? {} : { dbLastModifiedDateTime: asOf }),
    sourceSystem: { name: 'Carrel', version: made.by },
    studyOID: study,
    itemGroupOID: `IG.${domain}`,
    records: of,
    name: domain,
    label: title,
    columns: columns.map((column) => ({ itemOID: `IT.${domain}.${column.name}`, ...namesOf(column, vocabulary), ...typeOf(column) })),
  };
}

/** An SDTM-style heading is a name, with the plain words as its label; any other is the label of Carrel's own name. */
function namesOf(column: Column, vocabulary: HeaderVocabulary): { readonly name: string; readonly label: string } {
  const { name, sdtm } = column;
  return vocabulary === 'sdtm' ? { name: sdtm ?? name, label: headerOf(column, 'plain') } : { name, label: headerOf(column, vocabulary) };
}

function typeOf({ kind }: Column): { readonly dataType: string; readonly targetDataType?: string } {
  if (kind === 'number') return { dataType: 'decimal', targetDataType: 'decimal' };
  return { dataType: kind === 'datetime' ? 'datetime' : 'string' };
}
