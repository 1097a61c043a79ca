import { join } from 'node:path';
import type { ExportMeasured } from './export-job.ts';
import { median, milliseconds, ratioOf, type Figure } from './figures.ts';
import { promises, type Promised } from './promises.ts';

/** Options of an exact CSV: an order by a column, or pseudonyms and days. */
export interface CsvVariant {
  readonly sort?: string;
  readonly isProtected?: boolean;
}

/** A column with few different texts, present in every row, and one with many, present in few rows. */
const sorts = ['test', 'result_text'] as const;

/** Exact CSV in other orders and under protection, alternating with the plain one. `measure` writes one to this path. */
export function measureCsvVariants(
  measure: (variant: CsvVariant, out: string) => ExportMeasured,
  folder: string,
  rounds: number,
): Figure[] {
  const out = join(folder, 'variant.csv');
  const [usual, guarded]: [ExportMeasured[], ExportMeasured[]] = [[], []];
  const ordered = sorts.map((sort) => ({ sort, rounds: [] as ExportMeasured[] }));
  for (let round = 0; round < rounds; round++) {
    usual.push(measure({}, out));
    guarded.push(measure({ isProtected: true }, out));
    for (const { sort, rounds: those } of ordered) those.push(measure({ sort }, out));
  }
  const took = usual.map(({ ms }) => ms);
  const orders = ordered.map(({ sort, rounds: those }) => ({ sort, took: those.map(({ ms }) => ms) }));
  const slowest = orders.reduce((one, other) => (median(other.took) > median(one.took) ? other : one));
  const protectedTook = guarded.map(({ ms }) => ms);
  const peak = Math.max(...ordered.flatMap(({ rounds: those }) => those.map(({ peak }) => peak)));
  return [
    {
      part: 'export',
      what: 'protected CSV ÷ exact CSV',
      ...ratioOf(protectedTook, took),
      promised: promises.protectedCsv,
      detail: `ours ${milliseconds(protectedTook)}`,
    },
    figure('CSV by any column', median(slowest.took), 'ms', promises.csvByAnyColumn, `slowest by ${slowest.sort}`),
    {
      part: 'export',
      what: 'CSV by any column ÷ in our order',
      ...ratioOf(slowest.took, took),
      promised: null,
      detail: `in our order ${milliseconds(took)}`,
    },
    figure('CSV by any column, memory at most', peak / 1e6, 'MB', promises.csvMemory, 'one process, with Node itself'),
  ];
}

function figure(what: string, value: number, unit: Figure['unit'], promised: Promised | null, detail: string): Figure {
  return { part: 'export', what, value, unit, promised, detail };
}
