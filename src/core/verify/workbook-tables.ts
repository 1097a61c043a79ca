import { aboutName } from '../export/xlsx/about-sheet.ts';
import { codebookName } from '../export/xlsx/codebook-sheet.ts';
import { digestedKind, settledCell, rowDigest, rowText, type RowDigest } from '../export/xlsx/row-digest.ts';
import type { ChangedPart } from '../../shared/calls/verify.ts';
import { datasets, type DatasetName } from '../../shared/datasets/datasets.ts';
import { isDerived, type Column } from '../../shared/datasets/declaration.ts';
import { headerOf } from '../../shared/datasets/headers.ts';
import { readRows, type SheetCell } from './sheet-rows.ts';
import { readSharedTexts, type SharedTexts } from './shared-texts.ts';
import { limited, mostAboutBytes, mostBytes, orNull } from './workbook-bounds.ts';
import type { SheetEvidence, WorkbookEvidence } from './workbook-evidence.ts';
import { readWorkbook, type Bytes, type Members } from './workbook-parts.ts';
import type { ZipMember } from './zip-directory.ts';

/** Most rows of all tables. */
const mostRows = 6_000_000;
const headerVocabularies = ['plain', 'sdtm', 'source'] as const;
/** Characters hashed at a time: a call per row would cost more than the hash. */
const atOnce = 64 * 1024;
/** Rows that a sheet can hold below its header. */
const rowsOfSheet = 1_048_575;

/** How the tables of a workbook compare with digests. */
export interface ComparedRows {
  readonly same: boolean;
  /** The only part that changed; missing if the rows changed, or nothing that is compared. */
  readonly differs?: ChangedPart;
  /** Number of sheets that the export did not have. */
  readonly added: number;
}

/**
 * Compares the tables of a workbook, saved by any program, with the trusted digests or, without any, with those of its About sheet. Returns
 * null if they cannot be compared: no spreadsheet program gives an export this form, or it is too large.
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
    const added = left.size;
    const otherRows: ComparedRows = { same: false, added };
    if (stated.length === 0 || (trusted !== null && trusted.length !== stated.length)) return otherRows;
    const onBytes = limited(mostBytes, check);
    const shared = await readSharedTexts(file, sharedTexts, onBytes);
    const codebook = await readCodebook(file, sheets.get(codebookName) ?? null, shared, check);
    let differs: ChangedPart | null = null;
    for (const [at, { one, parts }] of tables.entries()) {
      if (parts === null) return otherRows;
      const wanted = trusted === null ? one.digest : trusted[at];
      const reported = codebook.get(one.dataset) ?? { kinds: [], headings: [] };
      const found = await firstOf(readingsOf(reported), async ({ kindsOf, headings }) => {
        const reading = { shared, countRow: limited(mostRows, () => undefined), onBytes: limited(mostBytes, check), kindsOf, headings };
        return (await digestOf(file, parts, one, reading)) === wanted;
      });
      if (found === null) return otherRows;
      differs ??= found.differs;
    }
    return { same: differs !== 'headings', added, ...(differs === null ? {} : { differs }) };
  });
}

/** What the codebook says about a dataset's columns, in order. */
interface DescribedColumns {
  readonly kinds: readonly string[];
  readonly headings: readonly SheetCell[];
}

/** A way in which a table may have been digested, and what has changed if it matches. */
interface TableReading {
  readonly differs: ChangedPart | null;
  readonly kindsOf: (headings: readonly SheetCell[]) => readonly string[];
  /** Null: as in the sheet. */
  readonly headings: readonly SheetCell[] | null;
}

/** As it is; with the codebook's kinds as declared; with the headings of the codebook. */
function readingsOf({ kinds, headings }: DescribedColumns): readonly TableReading[] {
  return [
    { differs: null, kindsOf: () => kinds, headings: null },
    { differs: 'codebook', kindsOf: (own) => own.map(declaredKind), headings: null },
    { differs: 'headings', kindsOf: () => kinds, headings },
  ];
}

async function firstOf<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | null> {
  for (const one of all) if (await holds(one)) return one;
  return null;
}

/** The kind, as in a codebook, of the column with this heading in one of the vocabularies. */
function declaredKind(heading: SheetCell): string {
  if (typeof heading !== 'string') return 'text';
  if (heading.endsWith(' (day)')) return 'derived';
  const column = Object.values(datasets)
    .flatMap<Column>(({ columns }) => columns)
    .find((one) => headerVocabularies.some((vocabulary) => headerOf(one, vocabulary) === heading));
  return column === undefined ? 'text' : digestedKind(column.kind, isDerived(column) ? column.rule : null);
}

/** Takes the sheets of a table from those left; null if one is missing. */
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

/** The columns of each dataset in the codebook; their kinds are part of the digest. */
async function readCodebook(
  file: Bytes,
  sheet: ZipMember | null,
  shared: SharedTexts,
  check: () => void,
): Promise<ReadonlyMap<SheetCell, DescribedColumns>> {
  const reported = new Map<SheetCell, { kinds: string[]; headings: SheetCell[] }>();
  if (sheet === null) return reported;
  const onRow = ([dataset = null, heading = null, , sent, , derivation = null]: readonly SheetCell[]): void => {
    const known = reported.get(dataset) ?? { kinds: [], headings: [] };
    known.kinds.push(digestedKind(String(sent), derivation === null ? null : String(derivation)));
    known.headings.push(heading);
    reported.set(dataset, known);
  };
  await readRows(file, sheet, shared, onRow, limited(mostAboutBytes, check));
  return reported;
}

interface Reading {
  readonly shared: SharedTexts;
  readonly countRow: (more: number) => void;
  readonly onBytes: (bytes: number) => void;
  readonly kindsOf: TableReading['kindsOf'];
  readonly headings: TableReading['headings'];
}

/** Digest of a table, which may continue in further sheets. */
async function digestOf(
  file: Bytes,
  parts: readonly ZipMember[],
  { dataset, rows, columns }: SheetEvidence,
  { shared, countRow, onBytes, kindsOf, headings }: Reading,
): Promise<string | null> {
  let lines = '';
  let kinds: readonly string[] = [];
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
    // Empty rows below the last one do not count.
    if (table.left === 0 && filledLength(cells) === 0) return;
    table.left--;
    lines += cells.length === 0 ? emptyRow : rowText(widened(cells).map((cell, at) => settledCell(cell, kinds[at] ?? 'text')));
    if (lines.length > atOnce) flush();
  };
  // Each sheet of the table has the same header.
  const addHeader = (cells: readonly SheetCell[]): void => {
    const header = rowText(widened(cells).map((cell) => settledCell(cell, 'text')));
    if (table.digest === null) {
      kinds = kindsOf(widened(cells));
      table.digest = rowDigest({ sheet: datasets[dataset].domain, headings: widened(headings ?? cells), kinds });
    }
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
    // Empty rows at the end of a sheet may have been omitted.
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
