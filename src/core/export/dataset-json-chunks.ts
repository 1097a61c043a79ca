import type { Made } from '../../shared/engine-protocol.ts';
import type { Column, Dataset, HeaderVocabulary } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { sqlCell } from '../query/columns.ts';
import { rowFetcher, type StoredRow, type StoredValue } from '../query/fetch-rows.ts';
import { selectRowids } from '../query/rows.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Chunks, Piece } from './chunks.ts';
import { datasetEvidence } from './evidence.ts';
import { exportColumns, type ExportPlan } from './export-plan.ts';
import { createLineEncoder } from './line-bytes.ts';

/** Rows read at once: more gain nothing, fewer cost statements. */
const rowsAtOnce = 2000;

/** CDISC Dataset-JSON 1.1.0: one document, or its NDJSON form (the metadata in the first line, then a row a line). */
export function datasetJsonChunks(study: StudyReader, plan: ExportPlan, made: Made): Chunks {
  const dataset = datasets[plan.selection.dataset];
  const columns = exportColumns(dataset, plan.columns);
  const rowids = selectRowids(study, dataset, plan.selection, plan.sort);
  const fetch = rowFetcher(study, dataset, columns.map(sqlCell));
  const { asOf } = datasetEvidence(study, plan, rowids.length);
  const head = JSON.stringify(metadataOf(study.study, dataset, columns, plan.vocabulary, rowids.length, asOf, made));
  const isLines = plan.format === 'dataset-json-nd';
  return {
    of: rowids.length,
    columns: columns.length,
    pieces: pieces(isLines ? lines(head) : document(head), columns, rowids, fetch),
    guarded: () => 0,
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

function* pieces(
  { start, between, end }: Form,
  columns: readonly Column[],
  rowids: readonly number[],
  fetch: ReturnType<typeof rowFetcher>,
): Generator<Piece> {
  const encode = createLineEncoder();
  yield { bytes: encode([start]), rows: 0 };
  let written = 0;
  const texts = function* (rows: readonly StoredRow[]): Generator<string> {
    for (const row of rows)
      yield (written++ === 0 ? '' : between) + JSON.stringify(columns.map((column, at) => valueOf(column, row[at + 1] ?? null)));
  };
  for (let at = 0; at < rowids.length; at += rowsAtOnce) {
    const rows = fetch(rowids.slice(at, at + rowsAtOnce));
    yield { bytes: encode(texts(rows)), rows: rows.length };
  }
  yield { bytes: encode([written === 0 ? end.replace(/^\n/, '') : end]), rows: 0 };
}

/** Numbers stand as the digits that were sent (`decimal` values are texts). */
function valueOf({ kind }: Column, cell: StoredValue): string | null {
  if (cell === null) return null;
  return kind === 'list' ? (JSON.parse(String(cell)) as readonly string[]).join('; ') : String(cell);
}

function metadataOf(
  study: string,
  { domain, title }: Dataset,
  columns: readonly Column[],
  vocabulary: HeaderVocabulary,
  records: number,
  asOf: string | null,
  made: Made,
): object {
  return {
    datasetJSONCreationDateTime: made.at,
    datasetJSONVersion: '1.1.0',
    fileOID: made.id,
    ...(asOf === null ? {} : { dbLastModifiedDateTime: asOf }),
    sourceSystem: { name: 'Carrel', version: made.by },
    studyOID: study,
    itemGroupOID: `IG.${domain}`,
    isReferenceData: false,
    records,
    name: domain,
    label: title,
    columns: columns.map((column) => ({
      itemOID: `IT.${domain}.${column.name}`,
      name: column.name,
      label: headerOf(column, vocabulary),
      ...typeOf(column),
    })),
  };
}

function typeOf({ kind }: Column): { readonly dataType: string; readonly targetDataType?: string } {
  if (kind === 'number') return { dataType: 'decimal', targetDataType: 'decimal' };
  return { dataType: kind === 'datetime' ? 'datetime' : 'string' };
}
