import type { Column, Dataset } from '../../shared/datasets/declaration.ts';
import { rowBytesFetcher } from '../query/fetch-row-bytes.ts';
import type { StudyReader } from '../query/study-directory.ts';
import type { Piece } from './chunks.ts';
import type { CsvWriter } from './csv.ts';
import { csvFromBytes } from './csv-from-bytes.ts';

/** The lines of many rows, block by block. */
export interface CsvBlocks {
  readonly count: number;
  /** The lines of one block: one piece, or several where they are long. The bytes of each are valid until the next is asked for. */
  readonly lines: (block: number) => Iterable<Piece>;
}

/** Rows read at once as bytes, which lie outside of V8's heap. */
const rowsOfBlock = 2000;

/** Null where the rows have too many combinations of shared cells. Belongs inside a snapshot, as does reading the blocks. */
export function csvBlocks(
  study: StudyReader,
  dataset: Dataset,
  columns: readonly Column[],
  rowids: ArrayLike<number>,
  writer: CsvWriter,
): CsvBlocks | null {
  const fetcher = rowBytesFetcher(study, dataset, columns);
  if (fetcher === null) return null;
  const write = csvFromBytes(writer, fetcher);
  return {
    count: Math.ceil(rowids.length / rowsOfBlock),
    *lines(block) {
      const first = block * rowsOfBlock;
      const wanted = Array.from({ length: Math.min(rowsOfBlock, rowids.length - first) }, (_, at) => rowids[first + at] ?? 0);
      for (const rows of fetcher.fetch(wanted)) yield { bytes: write(rows), rows: rows.rowids.length };
    },
  };
}
