import type { Promised } from './promises.ts';

/** One measured figure as it is printed and written. */
export interface Figure {
  readonly part: string;
  readonly what: string;
  /** NaN if it could not be measured here; the detail says why. */
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB';
  /** The values of the rounds whose median `value` is; missing if it is none. */
  readonly rounds?: readonly number[];
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

/** The ratio of each round, which cancels other load of the machine, and their median. */
export function ratioOf(values: readonly number[], floors: readonly number[]): Required<Pick<Figure, 'value' | 'unit' | 'rounds'>> {
  const rounds = values.map((value, index) => value / (floors[index] ?? Number.NaN));
  return { value: median(rounds), unit: '×', rounds };
}

/**
 * Half the width of the notch around a median in a box plot: 1.57 times the interquartile range, divided by the root of the number of
 * values (McGill, Tukey and Larsen 1978). Two medians whose notches do not overlap differ at about the 5 % level. 0 for fewer than two.
 */
export function notchOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  return (1.57 * (quantile(values, 0.75) - quantile(values, 0.25))) / Math.sqrt(values.length);
}

function measuredText({ value, unit, rounds = [] }: Figure): string {
  if (Number.isNaN(value)) return 'not measured';
  const digits = { '×': 2, ms: 1, MB: 0 }[unit];
  return `${value.toFixed(digits)} ${unit}${rounds.length > 1 ? ` ± ${notchOf(rounds).toFixed(digits)}` : ''}`;
}

function verdictOn(value: number, { least, goal }: Promised): string {
  if (value <= goal) return 'goal';
  return value <= least ? 'ok' : 'MISSED';
}

/** A header and one row per figure. */
function rowsOf(figures: readonly Figure[]): readonly (readonly string[])[] {
  return [['part', 'what', 'measured', 'promised', 'goal', '', 'detail'], ...figures.map(cellsOf)];
}

function cellsOf(figure: Figure): readonly string[] {
  const { part, what, value, unit, promised, detail } = figure;
  return [
    part,
    what,
    measuredText(figure),
    promised === null ? '' : `≤ ${String(promised.least)} ${unit}`,
    promised === null ? '' : `≤ ${String(promised.goal)} ${unit}`,
    promised === null || Number.isNaN(value) ? '' : verdictOn(value, promised),
    detail,
  ];
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
