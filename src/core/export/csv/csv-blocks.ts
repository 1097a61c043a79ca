import type { Dataset } from '../../../shared/datasets/datasets.ts';
import type { Column } from '../../../shared/datasets/declaration.ts';
import { rowBytesFetcher } from '../../query/fetch-row-bytes.ts';
import type { StudyReader } from '../../query/study-directory.ts';
import { databaseBytes } from '../../store/database/database.ts';
import { csvWriterOf, type CsvForm } from './csv.ts';
import type { Piece } from '../chunks.ts';
import { csvFromBytes, type CsvLines } from './csv-from-bytes.ts';

/** Many rows, block by block, in the order in which they are written. */
export interface Blocks<P extends Piece> {
  readonly count: number;
  /** One block: one piece, or several if its rows are long. The bytes of each are valid until the next piece is requested. */
  readonly lines: (block: number) => Iterable<P>;
}

export type CsvBlocks = Blocks<CsvLines>;

/** Rows of a dataset that are exported as stored, by their row numbers. */
export interface StoredRows {
  readonly study: StudyReader;
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  readonly rowids: ArrayLike<number>;
}

/** Rows per block, which are read at once. More rows save no time; fewer are used if long rows would make a block several MiB large. */
const rowsAtOnce = { least: 16, most: 2000, bytes: 2 * 1024 * 1024 } as const;

/** Returns the number of rows per block, from the average bytes per row in the file. */
export function rowsOfBlock({ study: { db }, rowids }: Pick<StoredRows, 'study' | 'rowids'>): number {
  const fitting = Math.floor((rowsAtOnce.bytes * rowids.length) / Math.max(databaseBytes(db), 1));
  return Math.min(rowsAtOnce.most, Math.max(rowsAtOnce.least, fitting));
}

/** Returns null if the rows have too many combinations of shared cells. Call inside a snapshot, and read the blocks inside it too. */
export function csvBlocks({ study, dataset, columns, rowids }: StoredRows, form: CsvForm, rows: number): CsvBlocks | null {
  const fetcher = rowBytesFetcher(study, dataset, columns);
  if (fetcher === null) return null;
  const write = csvFromBytes(csvWriterOf(form, columns, { guarded: 0 }), fetcher);
  return {
    count: Math.ceil(rowids.length / rows),
    *lines(block) {
      const first = block * rows;
      const wanted = Array.from({ length: Math.min(rows, rowids.length - first) }, (_, at) => rowids[first + at] ?? 0);
      for (const part of fetcher.fetch(wanted)) yield write(part);
    },
  };
}
