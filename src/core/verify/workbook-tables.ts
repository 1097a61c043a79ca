import { aboutName } from '../export/xlsx/about-sheet.ts';
import { codebookName } from '../export/xlsx/codebook-sheet.ts';
import { digestedKind, settledCell, rowDigest, rowText, type RowDigest } from '../export/xlsx/row-digest.ts';
import type { DatasetName } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { readRows, type SheetCell } from './sheet-rows.ts';
import { readSharedTexts, type SharedTexts } from './shared-texts.ts';
import { limited, mostAboutBytes, mostBytes, orNull } from './workbook-bounds.ts';
import type { SheetEvidence, WorkbookEvidence } from './workbook-evidence.ts';
import { readWorkbook, type Bytes, type Members } from './workbook-parts.ts';
import type { ZipMember } from './zip-directory.ts';

/** Of all tables. */
const mostRows = 6_000_000;
/** Characters that are hashed at a time: a call for each row costs more than the hash. */
const atOnce = 64 * 1024;
/** Rows that a sheet holds beneath its header. */
const rowsOfSheet = 1_048_575;

/** How the tables of a workbook compare with digests. */
export interface ComparedRows {
  readonly same: boolean;
  /** How many sheets there are that the export had not. */
  readonly added: number;
}

/**
 * Whether the tables of a workbook have the digests that are trusted, or else those that its About sheet names, whatever program saved
 * it; null where they cannot be compared: it has a form that no spreadsheet program gives an export, or is too large to look through.
 */
export async function compareTables(
  file: Bytes,
  members: Members,
  { datasets: stated }: WorkbookEvidence,
  trusted: readonly string[] | null,
  check: () => void,
): Promise<ComparedRows | null> {
  return orNull(async () => {
    const { sheets, sharedTexts } = await readWorkbook(file, members);
    const left = new Map(sheets);
    for (const name of [aboutName, codebookName]) left.delete(name);
    const tables = stated.map((one) => ({ one, parts: takeParts(left, one) }));
    const compared = (same: boolean): ComparedRows => ({ same, added: left.size });
    if (stated.length === 0 || (trusted !== null && trusted.length !== stated.length)) return compared(false);
    const onBytes = limited(mostBytes, check);
    const shared = await readSharedTexts(file, sharedTexts, onBytes);
    const reading = { shared, countRow: limited(mostRows, () => undefined), onBytes };
    const kinds = await readKinds(file, sheets.get(codebookName) ?? null, shared, check);
    for (const [at, { one, parts }] of tables.entries()) {
      const table = { ...one, kinds: kinds.get(one.dataset) ?? [] };
      const digest = parts === null ? null : await digestOf(file, parts, table, reading);
      if (digest !== (trusted === null ? one.digest : trusted[at])) return compared(false);
    }
    return compared(true);
  });
}

/** The sheets that a table goes over, taken from those that are left; null where one is missing. */
function takeParts(left: Map<string, ZipMember | null>, { dataset, rows }: SheetEvidence): readonly ZipMember[] | null {
  const parts: ZipMember[] = [];
  for (let number = 1; number === 1 || parts.length * rowsOfSheet < rows; number++) {
    const name = nameOf(dataset, number);
    const member = left.get(name) ?? null;
    if (member === null) return null;
    left.delete(name);
    parts.push(member);
  }
  return parts;
}

/** The kinds of the columns of each dataset, as the codebook has them: they are part of the digest. */
async function readKinds(
  file: Bytes,
  sheet: ZipMember | null,
  shared: SharedTexts,
  check: () => void,
): Promise<ReadonlyMap<SheetCell, readonly string[]>> {
  const kinds = new Map<SheetCell, string[]>();
  if (sheet === null) return kinds;
  const onRow = ([dataset = null, , , sent, , derivation = null]: readonly SheetCell[]): void => {
    const kind = digestedKind(String(sent), derivation === null ? null : String(derivation));
    const known = kinds.get(dataset);
    if (known === undefined) kinds.set(dataset, [kind]);
    else known.push(kind);
  };
  await readRows(file, sheet, shared, onRow, limited(mostAboutBytes, check));
  return kinds;
}

interface Reading {
  readonly shared: SharedTexts;
  readonly countRow: (more: number) => void;
  readonly onBytes: (bytes: number) => void;
}

/** Of a table, which may go on in further sheets. */
async function digestOf(
  file: Bytes,
  parts: readonly ZipMember[],
  { dataset, rows, columns, kinds }: SheetEvidence & { readonly kinds: readonly string[] },
  { shared, countRow, onBytes }: Reading,
): Promise<string | null> {
  let lines = '';
  const table: { digest: RowDigest | null; header: string | null; isSame: boolean; left: number } = {
    digest: null,
    header: null,
    isSame: true,
    left: rows,
  };
  const flush = (): void => {
    table.digest?.add(lines);
    lines = '';
  };
  const widened = (cells: readonly SheetCell[]): readonly SheetCell[] =>
    Array.from({ length: Math.max(columns, filledLength(cells)) }, (_, at) => cells[at] ?? null);
  const emptyRow = rowText(widened([]));
  const add = (cells: readonly SheetCell[]): void => {
    countRow(1);
    // Rows beneath the last one that hold nothing are none.
    if (table.left === 0 && filledLength(cells) === 0) return;
    table.left--;
    lines += cells.length === 0 ? emptyRow : rowText(widened(cells).map((cell, at) => settledCell(cell, kinds[at] ?? 'text')));
    if (lines.length > atOnce) flush();
  };
  // Each sheet that the table goes over has the same header.
  const addHeader = (cells: readonly SheetCell[]): void => {
    const header = rowText(widened(cells).map((cell) => settledCell(cell, 'text')));
    table.digest ??= rowDigest({ sheet: datasets[dataset].domain, headings: widened(cells), kinds });
    table.header ??= header;
    table.isSame &&= header === table.header;
  };
  for (const member of parts) {
    const before = table.left;
    let isHeader = true;
    const onRow = (cells: readonly SheetCell[]): void => {
      if (!isHeader) add(cells);
      else addHeader(cells);
      isHeader = false;
    };
    await readRows(file, member, shared, onRow, onBytes);
    // Rows at the end of a sheet that hold nothing may have been left out.
    const missing = Math.min(before, rowsOfSheet) - (before - table.left);
    for (let empty = 0; empty < missing; empty++) add([]);
  }
  flush();
  return table.isSame && table.left === 0 ? (table.digest?.end() ?? null) : null;
}

function filledLength(cells: readonly SheetCell[]): number {
  return cells.findLastIndex((cell) => cell !== null && cell !== '') + 1;
}

function nameOf(dataset: DatasetName, number: number): string {
  const { domain } = datasets[dataset];
  return number === 1 ? domain : `${domain} (${String(number)})`;
}
