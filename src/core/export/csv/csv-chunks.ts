import type { CountedNotes } from '../../../shared/export-notes.ts';
import type { Chunks, Piece } from '../chunks.ts';
import { countingBytes } from '../count-strange.ts';
import { csvFields } from '../columns/csv-fields.ts';
import { fieldLines } from '../columns/field-lines.ts';
import { csvBlocks, rowsOfBlock, type Blocks, type CsvBlocks, type StoredRows } from './csv-blocks.ts';
import { blockTask, isWorthHelp, linesTogether, type HelperTask } from './csv-helper.ts';
import { csvWriterOf, type CsvForm, type CsvWriter, type Guarded } from './csv.ts';
import type { CsvPiece } from './csv-from-bytes.ts';
import { gatheredLines, lieApart, type MadeLines } from './csv-gathered.ts';
import type { ExportPlan } from '../export-plan.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { createLineEncoder } from '../line-bytes.ts';
import { cacheKiB, setCacheSize, smallCacheKiB } from '../sqlite-cache.ts';

/** A CSV file: its header, then the rows. */
export function csvChunks(table: ExportTable, plan: ExportPlan, notes: CountedNotes): Chunks {
  const form: CsvForm = { format: plan.format === 'csv-excel' ? 'csv-excel' : 'csv', delimiter: plan.delimiter };
  return { of: table.of, columns: table.columns.length, pieces: pieces(form, plan, table, notes) };
}

async function* pieces(
  form: CsvForm,
  { vocabulary }: Pick<ExportPlan, 'vocabulary'>,
  table: ExportTable,
  notes: CountedNotes,
): AsyncGenerator<Piece> {
  const writer = csvWriterOf(form, table.columns, notes);
  const encode = createLineEncoder();
  yield { bytes: encode([writer.header(vocabulary)]), rows: 0 };
  const lines = cachedLines(form, table) ?? storedLines(form, table);
  if (lines !== null) yield* countingBytes(countingGuarded(lines, notes), notes);
  else for (const rows of table.pages()) yield { bytes: encode(records(writer, rows)), rows: rows.length };
}

/** Blocks of lines, some hundred KiB each, that may wait to be written. */
const linesAhead = 8;

type Lines = Iterable<CsvPiece> | AsyncIterable<CsvPiece>;

async function* countingGuarded(lines: Lines, notes: Guarded): AsyncGenerator<Piece> {
  for await (const piece of lines) {
    notes.guarded += piece.guarded;
    yield piece;
  }
}

/** Returns the lines of rows whose cells are in the column cache; null if they are not, or no longer, cached. */
function cachedLines(form: CsvForm, { cached, columns }: ExportTable): Lines | null {
  const read = cached?.columns() ?? null;
  if (cached === null || read === null) return null;
  const fields = csvFields(csvWriterOf(form, columns, { guarded: 0 }), read);
  return linesOf(fieldLines(fields, cached.positions));
}

/** Returns the lines of rows that are exported as stored; null if the rows are altered or too much would have to be cached. */
function storedLines(form: CsvForm, { stored, columns }: ExportTable): Lines | null {
  if (stored === null) return null;
  const { rowids } = stored;
  const rows = rowsOfBlock(stored);
  const asked: Asked = { ...stored, columns, form, rows, isHelped: isWorthHelp(rowids.length) };
  const blocks = csvBlocks(asked, form, rows);
  if (blocks === null) return null;
  return lieApart(rowids) ? linesGathered(asked) : linesInTurn(asked, blocks, cacheKiB);
}

/** Rows requested as lines. */
interface Asked extends StoredRows {
  readonly form: CsvForm;
  /** Rows per block. */
  readonly rows: number;
  readonly isHelped: boolean;
}

async function* linesGathered(asked: Asked): AsyncGenerator<CsvPiece> {
  setCacheSize(asked.study, smallCacheKiB);
  const blocksOf = (rowids: ArrayLike<number>): CsvBlocks => {
    const blocks = csvBlocks({ ...asked, rowids }, asked.form, asked.rows);
    if (blocks === null) throw new RangeError('A snapshot has more combinations of shared cells than it began with.');
    return blocks;
  };
  try {
    yield* gatheredLines(asked.rowids, {
      rowsOfBlock: asked.rows,
      together: (rowids) => linesInTurn({ ...asked, rowids }, blocksOf(rowids), smallCacheKiB),
      alone: (rowids) => linesOf(blocksOf(rowids)),
    });
  } finally {
    setCacheSize(asked.study, cacheKiB);
  }
}

function linesInTurn(asked: Asked, blocks: CsvBlocks, cachedKiB: number): MadeLines {
  if (!asked.isHelped) return linesOf(blocks);
  const task: HelperTask = { ...blockTask(asked, { rowsOfBlock: asked.rows, cacheKiB: cachedKiB, ahead: linesAhead }), form: asked.form };
  return linesTogether(blocks, task);
}

function* linesOf<P extends Piece>(blocks: Blocks<P>): Generator<P> {
  for (let block = 0; block < blocks.count; block++) yield* blocks.lines(block);
}

function* records(writer: CsvWriter, rows: readonly Parameters<CsvWriter['record']>[0][]): Generator<string> {
  for (const row of rows) yield writer.record(row, leadingCells);
}
