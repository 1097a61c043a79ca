import type { Dataset } from '../../shared/datasets/datasets.ts';
import type { Column } from '../../shared/datasets/declaration.ts';
import { rowBytesFetcher } from '../query/fetch-row-bytes.ts';
import type { StudyReader } from '../query/study-directory.ts';
import { databaseBytes } from '../store/database.ts';
import { csvWriterOf, type CsvForm } from './csv.ts';
import type { Piece } from './chunks.ts';
import { csvFromBytes, type CsvLines } from './csv-from-bytes.ts';

/** Many rows, block by block, as they are written. */
export interface Blocks<P extends Piece> {
  readonly count: number;
  /** One block: one piece, or several where its rows are long. The bytes of each are valid until the next is asked for. */
  readonly lines: (block: number) => Iterable<P>;
}

export type CsvBlocks = Blocks<CsvLines>;

/** Rows of a dataset that leave as they are stored, by their numbers. */
export interface StoredRows {
  readonly study: StudyReader;
  readonly dataset: Dataset;
  readonly columns: readonly Column[];
  readonly rowids: ArrayLike<number>;
}

/** Rows of a block: so many are read at once. More gain no time; they are fewer where rows are so long that a block would be over some MiB. */
const rowsAtOnce = { least: 16, most: 2000, bytes: 2 * 1024 * 1024 } as const;

/** How many rows to put into a block, by what the file takes for a row. */
export function rowsOfBlock({ study: { db }, rowids }: Pick<StoredRows, 'study' | 'rowids'>): number {
  const fitting = Math.floor((rowsAtOnce.bytes * rowids.length) / Math.max(databaseBytes(db), 1));
  return Math.min(rowsAtOnce.most, Math.max(rowsAtOnce.least, fitting));
}

/** Null where the rows have too many combinations of shared cells. Belongs inside a snapshot, as does reading the blocks. */
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
