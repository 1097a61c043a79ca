import { datasetNames, datasets } from '../../shared/datasets/datasets.ts';
import type { Column, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import type { Made } from '../../shared/engine-protocol.ts';
import type { StoredRow, StoredValue } from '../query/fetch-rows.ts';
import type { Chunks, Piece } from './chunks.ts';
import type { ExportPlan } from './export-plan.ts';
import { leadingCells, type ExportTable } from './export-table.ts';
import { listText } from '../extract/stored-list.ts';
import { createLineEncoder } from './line-bytes.ts';
import { cellsOf, longestTexts } from './longest-texts.ts';
import { sasNames } from './sas-names.ts';

/** The study and the origin of the data; `asOf` is ISO 8601 in UTC, or null. */
export interface Origin {
  readonly study: string;
  readonly asOf: string | null;
  readonly made: Made;
}

/**
 * CDISC Dataset-JSON 1.1.0: one document, or its NDJSON form (metadata in the first line, then one row per line). The rows are read twice,
 * because the lengths of a column's texts come before them.
 */
export function datasetJsonChunks(table: ExportTable, plan: ExportPlan, origin: Origin): Chunks {
  const all = function* (): Generator<Piece> {
    const { measure, longest } = longestTexts(table.columns, charactersOf);
    for (const rows of table.pages()) {
      measure(rows.map((row) => cellsOf(table.columns, row)));
      // Nothing to write yet, but this lets other work run, such as a cancellation.
      yield { bytes: nothing, rows: 0 };
    }
    const head = JSON.stringify(metadataOf(table, plan.vocabulary, origin, longest));
    yield* pieces(plan.format === 'dataset-json-nd' ? lines(head) : document(head), table);
  };
  return { of: table.of, columns: table.columns.length, pieces: all() };
}

const nothing = Buffer.alloc(0);

/** The length of a text, in which a surrogate pair is one character. */
export function charactersOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
}

interface Form {
  readonly start: string;
  readonly between: string;
  readonly end: string;
}

/** `head` is a JSON object to which its rows are added. */
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

/** Numbers are written as the digits that were sent (`decimal` values are texts). */
function valueOf({ kind }: Column, cell: StoredValue): string | null {
  if (cell === null) return null;
  return kind === 'list' ? listText(String(cell)) : String(cell);
}

function metadataOf(
  { dataset: { name: table, domain, title }, columns, of }: ExportTable,
  vocabulary: HeaderVocabulary,
  { study, asOf, made }: Origin,
  longest: readonly number[],
): object {
  const names = itemNames(columns, vocabulary);
  const key = datasetNames.find((name) => name === table);
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
    columns: columns.map((column, at) => ({
      ...{ itemOID: `IT.${domain}.${column.name}`, ...names[at], ...typeOf(column) },
      ...(column.kind === 'number' ? {} : { length: Math.max(1, longest[at] ?? 1) }),
      ...formatOf(column),
      ...(key !== undefined && datasets[key].key === column.name ? { keySequence: 1 } : {}),
    })),
  };
}

/**
 * SDTM-style headings become names that SAS accepts, with the plain words as labels; any other heading is the label of Carrel's own name.
 */
export function itemNames(
  columns: readonly Column[],
  vocabulary: HeaderVocabulary,
): readonly { readonly name: string; readonly label: string }[] {
  if (vocabulary !== 'sdtm') return columns.map((column) => ({ name: column.name, label: headerOf(column, vocabulary) }));
  const names = sasNames(columns);
  return columns.map((column, at) => ({ name: names[at] ?? column.name, label: headerOf(column, 'plain') }));
}

/** The SAS display format. */
function formatOf({ kind, decimals }: Column): { readonly displayFormat?: string } {
  if (kind === 'datetime') return { displayFormat: 'E8601DT.' };
  if (kind !== 'number') return {};
  return { displayFormat: decimals === undefined ? 'BEST12.' : `12.${String(decimals)}` };
}

function typeOf({ kind }: Column): { readonly dataType: string; readonly targetDataType?: string } {
  if (kind === 'number') return { dataType: 'decimal', targetDataType: 'decimal' };
  return { dataType: kind === 'datetime' ? 'datetime' : 'string' };
}
