import type { Evidence } from '../evidence.ts';
import { proseCell } from './cell-writer.ts';
import type { SheetSource } from './workbook.ts';

export const codebookName = 'Codebook';

/** Describes each column: one row per column, in the order of the data. */
export function codebookSheet({ datasets, listing }: Evidence): SheetSource {
  const tables = [...datasets, ...(listing === undefined ? [] : [{ dataset: listing.name, columns: listing.columns }])];
  const lines = tables.flatMap(({ dataset, columns }) => columns.map((column) => ({ dataset, ...column })));
  return {
    name: codebookName,
    table: 'codebook',
    columns: [
      { heading: 'Dataset', width: 14, write: proseCell },
      { heading: 'Column', width: 28, write: proseCell },
      { heading: 'Name', width: 22, write: proseCell },
      { heading: 'Kind', width: 10, write: proseCell },
      { heading: 'Source path', width: 48, write: proseCell },
      { heading: 'Derivation', width: 48, write: proseCell },
      { heading: 'Meaning', width: 60, write: proseCell },
    ],
    of: lines.length,
    skip: 0,
    rows: lines.map(({ dataset, heading, name, kind, source, derivation, help }) => [
      dataset,
      heading,
      name,
      kind,
      source.join(' | '),
      derivation,
      help,
    ]),
  };
}
