import type { Promised } from './promises.ts';

/** One measured figure as it is printed and written. */
export interface Figure {
  readonly part: string;
  readonly what: string;
  /** NaN if it could not be measured here; the detail says why. */
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB';
  /** Null if nothing was promised. */
  readonly promised: Promised | null;
  readonly detail: string;
}

/** Milliseconds that something takes. */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The quantile of the values, by nearest rank; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Their median, formatted for details. */
export function milliseconds(values: readonly number[]): string {
  return `${String(Math.round(median(values)))} ms`;
}

/** The median of each round's ratio, which cancels other load of the machine. */
export function medianRatio(values: readonly number[], floors: readonly number[]): number {
  return median(values.map((value, index) => value / (floors[index] ?? Number.NaN)));
}

function measuredText(value: number, unit: Figure['unit']): string {
  if (Number.isNaN(value)) return 'not measured';
  return `${value.toFixed({ '×': 2, ms: 1, MB: 0 }[unit])} ${unit}`;
}

function verdictOn(value: number, { least, goal }: Promised): string {
  if (value <= goal) return 'goal';
  return value <= least ? 'ok' : 'MISSED';
}

/** A header and one row per figure. */
function rowsOf(figures: readonly Figure[]): readonly (readonly string[])[] {
  const rows = figures.map(({ part, what, value, unit, promised, detail }) => [
    part,
    what,
    measuredText(value, unit),
    promised === null ? '' : `≤ ${String(promised.least)} ${unit}`,
    promised === null ? '' : `≤ ${String(promised.goal)} ${unit}`,
    promised === null || Number.isNaN(value) ? '' : verdictOn(value, promised),
    detail,
  ]);
  return [['part', 'what', 'measured', 'promised', 'goal', '', 'detail'], ...rows];
}

export function markdownOf(figures: readonly Figure[]): string {
  const [header = [], ...rows] = rowsOf(figures);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(header), `|${'---|'.repeat(header.length)}`, ...rows.map(line)].join('\n');
}

export function tableOf(figures: readonly Figure[]): string {
  const all = rowsOf(figures);
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
