import type { Piece } from '../chunks.ts';
import type { StoredCell } from '../csv/csv.ts';
import { createLineEncoder } from '../line-bytes.ts';
import { zipStream, type Zip } from '../zip/zip-stream.ts';
import { mostRows, rowXml, sheetHead, sheetTail, type SheetColumn } from './sheet-xml.ts';
import { tableName, tableXml } from './table-xml.ts';
import { workbookParts, type WorkbookProperties } from './workbook-parts.ts';

/** Source of one sheet, or of several if it has more rows than a sheet holds. */
export interface SheetSource {
  readonly name: string;
  /** The name of its table in the workbook; null for a sheet that is read like a page. */
  readonly table: string | null;
  readonly columns: readonly SheetColumn[];
  /** Total number of rows. */
  readonly of: number;
  /** Cells as stored, after `skip` leading ones. */
  readonly rows: Iterable<readonly StoredCell[]>;
  readonly skip: number;
}

interface Sheet extends Omit<SheetSource, 'rows' | 'table'> {
  readonly source: SheetSource;
  readonly rows: Iterator<readonly StoredCell[]>;
  /** Its table part; null if it has none. */
  readonly tableXml: string | null;
}

export interface WorkbookForm {
  readonly properties: WorkbookProperties;
  /** A sheet may be larger than 4 GiB, as in a zip. */
  readonly isLarge: boolean;
}

/** Characters of XML passed to the compressor at a time. */
const CHUNK = 256 * 1024;

/** Streams a workbook sheet by sheet without ever holding one in memory. `counted`: whether the rows of a source are data. */
export function workbookPieces(
  sources: readonly SheetSource[],
  counted: (source: SheetSource) => boolean,
  { properties, isLarge }: WorkbookForm,
): AsyncGenerator<Piece> {
  const sheets = withTables(sources);
  let rows = 0;
  const fill = async (zip: Zip): Promise<void> => {
    for (const [path, xml] of workbookParts(sheets, properties)) await zip.add(path, [Buffer.from(xml)]);
    for (const [at, sheet] of sheets.entries()) {
      const xml = sheetXml(sheet, () => {
        if (counted(sheet.source)) rows++;
      });
      await zip.add(`xl/worksheets/sheet${at + 1}.xml`, xml);
    }
  };
  const takeRows = (): number => {
    const taken = rows;
    rows = 0;
    return taken;
  };
  return zipStream(fill, takeRows, { passphrase: null, isLarge });
}

/** Sheets in order; tables are numbered across all of them. */
function withTables(sources: readonly SheetSource[]): readonly Sheet[] {
  let tables = 0;
  return sources.flatMap((source) =>
    split(source).map((sheet, part): Sheet => {
      const headings = source.columns.map(({ heading }) => heading);
      const xml = source.table === null ? null : tableXml(tableName(source.table, part), tables + 1, headings, sheet.of);
      if (xml !== null) tables++;
      return { ...sheet, tableXml: xml };
    }),
  );
}

function split(source: SheetSource): readonly Omit<Sheet, 'tableXml'>[] {
  const most = mostRows - 1;
  const rows = source.rows[Symbol.iterator]();
  return Array.from({ length: Math.max(1, Math.ceil(source.of / most)) }, (_, at) => ({
    ...source,
    source,
    name: at === 0 ? source.name : `${source.name} (${at + 1})`,
    of: Math.min(most, source.of - at * most),
    rows,
  }));
}

function* sheetXml(sheet: Sheet, count: () => void): Generator<Uint8Array> {
  const encode = createLineEncoder();
  const lines = sheetLines(sheet, count);
  for (;;) {
    // The encoder's buffer is reused, and the bytes are read later.
    const bytes = encode(taken(lines, CHUNK));
    if (bytes.length === 0) return;
    yield new Uint8Array(bytes);
  }
}

function* sheetLines({ columns, of, rows, skip, tableXml: table }: Sheet, count: () => void): Generator<string> {
  yield sheetHead(columns, of);
  for (let number = 2; number < of + 2; number++) {
    const row = rows.next();
    if (row.done === true) throw new RangeError('Fewer rows arrived than were announced.');
    count();
    yield rowXml(number, row.value, columns, skip);
  }
  yield sheetTail(columns.length, of, table !== null);
}

/** Yields texts until they reach this number of characters. */
function* taken(texts: Iterator<string>, characters: number): Generator<string> {
  for (let left = characters; left > 0;) {
    const text = texts.next();
    if (text.done === true) return;
    left -= text.value.length;
    yield text.value;
  }
}
