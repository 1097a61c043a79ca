import type { Made } from '../../../shared/engine-protocol.ts';
import { noNotes } from '../../../shared/export-notes.ts';
import type { Listing } from '../../listings/listing.ts';
import type { Chunks } from '../chunks.ts';
import { leadingCells, type ExportTable } from '../export-table.ts';
import { parquetChunks } from '../parquet/parquet-chunks.ts';

/** What one generation changed, as a file of the lake. */
export interface GenerationChanges {
  readonly generation: number;
  readonly rows: number;
  readonly chunks: (made: Made) => Chunks;
}

/** Returns the ledger's entries after a generation, grouped by their generation, which is in the file's folder name. */
export function changesByGeneration({ columns, rows }: Listing, since: number): readonly GenerationChanges[] {
  const at = columns.findIndex(({ name }) => name === 'generation');
  const others = [...columns.keys()].filter((place) => place !== at);
  return [...Map.groupBy(rows, (row) => Number(row[at]))]
    .filter(([generation]) => generation > since)
    .sort(([left], [right]) => left - right)
    .map(([generation, own]) => ({
      generation,
      rows: own.length,
      chunks: (made) => {
        const reported = { made, changesOf: generation };
        const table: ExportTable = {
          dataset: { name: 'changes', domain: 'CHANGES', title: 'Changes' },
          // The ledger's times are in UTC, not local.
          columns: others.flatMap((place) => (columns[place] === undefined ? [] : [{ ...columns[place], kind: 'text' as const }])),
          leftOut: [],
          of: own.length,
          pages: () => [own.map((row) => [...Array<null>(leadingCells).fill(null), ...others.map((place) => row[place] ?? null)])],
          stored: null,
          cached: null,
        };
        return parquetChunks(table, 'plain', reported, noNotes());
      },
    }));
}
