import { formatCount } from '../shared/format-count.ts';

/** Bytes for people: `1.4 MB`. */
export function size(bytes: number): string {
  return bytes < 1e6 ? `${formatCount(Math.ceil(bytes / 1000))} kB` : `${formatCount(Math.round(bytes / 1e5) / 10)} MB`;
}

/** An ISO time in UTC for people, to the minute: `2026-11-20 14:05 UTC`. */
export function moment(iso: string | null): string {
  return iso === null ? 'never' : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Rows of cells as lines with two spaces between columns; `right` lists the columns to align right. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): readonly string[] {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  return rows.map((row) =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0, right.includes(index)))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}
