import type { Piece } from '../chunks.ts';
import { readable, zipStream, type Zip } from '../zip/zip-stream.ts';
import type { WorkbookCell } from './cells.ts';
import { mostRows, rowXml, sheetHead, sheetTail, type SheetColumn } from './sheet-xml.ts';
import { styles } from './styles-xml.ts';
import { workbookParts } from './workbook-parts.ts';

/** What becomes one sheet, or several where it has more rows than a sheet holds. */
export interface SheetSource {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** How many rows will come. */
  readonly of: number;
  readonly rows: Iterable<readonly WorkbookCell[]>;
  /** Its texts are for reading: they are wrapped. */
  readonly prose?: boolean;
}

interface Sheet extends Omit<SheetSource, 'rows'> {
  readonly source: SheetSource;
  readonly rows: Iterator<readonly WorkbookCell[]>;
}

/** Characters of XML that are handed to the compressor at a time. */
const CHUNK = 256 * 1024;

/** A workbook as it comes, sheet after sheet; none of them is ever held. `counted`: whether the rows of a source are data. */
export function workbookPieces(sources: readonly SheetSource[], counted: (source: SheetSource) => boolean): AsyncGenerator<Piece> {
  const sheets = sources.flatMap(split);
  let rows = 0;
  const fill = async (zip: Zip): Promise<void> => {
    for (const [path, xml] of workbookParts(sheets.map(({ name }) => name))) await zip.add(path, readable([Buffer.from(xml)]));
    for (const [at, sheet] of sheets.entries()) {
      const xml = sheetXml(sheet, () => {
        if (counted(sheet.source)) rows++;
      });
      await zip.add(`xl/worksheets/sheet${at + 1}.xml`, readable(xml));
    }
  };
  const takeRows = (): number => {
    const taken = rows;
    rows = 0;
    return taken;
  };
  return zipStream(fill, takeRows);
}

function split(source: SheetSource): readonly Sheet[] {
  const most = mostRows - 1;
  const rows = source.rows[Symbol.iterator]();
  return Array.from({ length: Math.max(1, Math.ceil(source.of / most)) }, (_, at) => ({
    source,
    name: at === 0 ? source.name : `${source.name} (${at + 1})`,
    columns: source.columns,
    of: Math.min(most, source.of - at * most),
    rows,
    prose: source.prose ?? false,
  }));
}

function* sheetXml({ columns, of, rows, prose = false }: Sheet, count: () => void): Generator<Uint8Array> {
  const textStyle = prose ? styles.prose : styles.text;
  let xml = sheetHead(columns, of);
  for (let number = 2; number < of + 2; number++) {
    const row = rows.next();
    if (row.done === true) throw new RangeError('Fewer rows came than were announced.');
    xml += rowXml(number, row.value, textStyle);
    count();
    if (xml.length > CHUNK) {
      yield Buffer.from(xml);
      xml = '';
    }
  }
  yield Buffer.from(xml + sheetTail(columns.length, of));
}
