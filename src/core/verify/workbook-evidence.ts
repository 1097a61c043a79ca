import { aboutName, aboutWords } from '../export/xlsx/about-sheet.ts';
import { codebookName } from '../export/xlsx/codebook-sheet.ts';
import { digestedKind, settledCell, rowDigest, rowText, type RowDigest } from '../export/xlsx/row-digest.ts';
import { datasetNames, type DatasetName } from '../../shared/datasets/declaration.ts';
import { datasets } from '../../shared/datasets/datasets.ts';
import { mostColumns, readRows, type SheetCell } from './sheet-rows.ts';
import { readSharedTexts, type SharedTexts } from './shared-texts.ts';
import { readWorkbook, type Bytes, type Members } from './workbook-parts.ts';
import { StrangeXml } from './xml-text.ts';
import type { ZipMember } from './zip-directory.ts';

/** What the About sheet of a workbook says. */
export interface WorkbookEvidence {
  readonly id: string;
  /** As it was exported: the time comes first in its line. */
  readonly at: string;
  readonly study: string;
  readonly datasets: readonly SheetEvidence[];
}

interface SheetEvidence {
  readonly dataset: DatasetName;
  readonly rows: number;
  readonly columns: number;
  readonly generation: number | null;
  /** SHA-256, hex. */
  readonly digest: string;
}

/** Bytes of XML of the About sheet, and of the texts that it names. */
const mostAboutBytes = 4 * 1024 * 1024;
/** Of a whole workbook, unpacked: five sheets of a million rows. */
const mostBytes = 4 * 1024 * 1024 * 1024;
const mostRows = 6_000_000;
/** Characters that are hashed at a time: a call for each row costs more than the hash. */
const atOnce = 64 * 1024;
/** Rows that a sheet holds beneath its header. */
const rowsOfSheet = 1_048_575;

/** What a workbook says of itself; null where it has no About sheet of ours. `check` is called between its parts, and may throw to end it. */
export async function readWorkbookEvidence(file: Bytes, members: Members, check: () => void): Promise<WorkbookEvidence | null> {
  return orNull(async () => {
    const { sheets, sharedTexts } = await readWorkbook(file, members);
    const sheet = sheets.get(aboutName) ?? null;
    if (sheet === null) return null;
    const numbers = new Set<number>();
    const note = (number: number): null => {
      numbers.add(number);
      return null;
    };
    if (sharedTexts !== null) await readRows(file, sheet, note, () => undefined, limited(mostAboutBytes, check));
    const shared = await readSharedTexts(file, sharedTexts, limited(mostBytes, check), numbers);
    const lines: (readonly [string, SheetCell])[] = [];
    const onRow = ([what, value]: readonly SheetCell[]): void => {
      if (typeof what === 'string') lines.push([what, value ?? null]);
    };
    await readRows(file, sheet, shared, onRow, limited(mostAboutBytes, check));
    return evidenceOf(lines);
  });
}

function evidenceOf(lines: readonly (readonly [string, SheetCell])[]): WorkbookEvidence | null {
  const text = (what: string): string => {
    const found = lines.find(([is]) => is === what)?.[1];
    return typeof found === 'string' ? found : '';
  };
  const id = text(aboutWords.id);
  const study = text(aboutWords.study);
  if (id === '' || study === '') return null;
  return { id, at: text(aboutWords.made).split(' ')[0] ?? '', study, datasets: sheetsOf(lines) };
}

/** The lines of each dataset follow the one that names it. */
function sheetsOf(lines: readonly (readonly [string, SheetCell])[]): readonly SheetEvidence[] {
  const starts = lines.flatMap(([what], at) => (what === aboutWords.dataset ? [at] : []));
  return starts.slice(0, datasetNames.length).flatMap((start, at) => {
    const own = new Map(lines.slice(start, starts[at + 1]).map(([what, value]) => [what, value]));
    const dataset = datasetNames.find((name) => name === own.get(aboutWords.dataset));
    const digest = /^SHA-256 ([0-9a-f]{64})$/.exec(String(own.get(aboutWords.digest)))?.[1];
    const [rows, columns, generation] = [aboutWords.rows, aboutWords.columns, aboutWords.generation].map((what) => countOf(own.get(what)));
    if (dataset === undefined || digest === undefined || rows === null || rows === undefined || !isWidth(columns)) return [];
    return [{ dataset, digest, rows, columns, generation: generation ?? null }];
  });
}

function isWidth(columns: number | null | undefined): columns is number {
  return typeof columns === 'number' && columns <= mostColumns;
}

function countOf(value: SheetCell | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

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

/** Adds up, looks whether to go on, and ends where it becomes too much. */
function limited(most: number, check: () => void): (more: number) => void {
  let sum = 0;
  return (more) => {
    sum += more;
    if (sum > most) throw new StrangeXml('It is too large to look through.');
    check();
  };
}

/** What is no workbook in the form of a spreadsheet program has nothing to say. `check` may end the work with an error of its own. */
async function orNull<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read();
  } catch (error: unknown) {
    if (error instanceof StrangeXml || isUnpackError(error)) return null;
    throw error;
  }
}

/** Of zlib, whose errors have codes such as Z_DATA_ERROR, and of bytes that are no UTF-8. */
function isUnpackError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^(Z_|ERR_BUFFER|ERR_ENCODING)/.test(error.code);
}
