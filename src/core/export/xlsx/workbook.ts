import { configure, ZipWriter } from '@zip.js/zip.js';
import type { Piece } from '../chunks.ts';
import type { WorkbookCell } from './cells.ts';
import { mostRows, rowXml, sheetHead, sheetTail, type SheetColumn } from './sheet-xml.ts';
import { workbookParts } from './workbook-parts.ts';

configure({ useWebWorkers: false });

/** What becomes one sheet, or several where it has more rows than a sheet holds. */
export interface SheetSource {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** How many rows will come. */
  readonly of: number;
  readonly rows: Iterable<readonly WorkbookCell[]>;
}

interface Sheet extends Omit<SheetSource, 'rows'> {
  readonly source: SheetSource;
  readonly rows: Iterator<readonly WorkbookCell[]>;
}

/** Characters of XML that are handed to the compressor at a time. */
const CHUNK = 256 * 1024;

/** A workbook as it comes, sheet after sheet; none of them is ever held. `counted`: whether the rows of a source are data. */
export async function* workbookPieces(sources: readonly SheetSource[], counted: (source: SheetSource) => boolean): AsyncGenerator<Piece> {
  const sheets = sources.flatMap(split);
  let rows = 0;
  const arrived = createQueue();
  const write = async (): Promise<void> => {
    const zip = new ZipWriter(new WritableStream({ write: arrived.put }), { level: 6 });
    for (const [path, xml] of workbookParts(sheets.map(({ name }) => name))) await zip.add(path, readable([xml]));
    for (const [at, sheet] of sheets.entries()) {
      const xml = sheetXml(sheet, () => {
        if (counted(sheet.source)) rows++;
      });
      await zip.add(`xl/worksheets/sheet${at + 1}.xml`, readable(xml));
    }
    await zip.close();
  };
  void write().then(arrived.end, arrived.fail);
  for await (const bytes of arrived) {
    const piece = { bytes, rows };
    rows = 0;
    yield piece;
  }
}

interface Queue extends AsyncIterable<Uint8Array> {
  /** Resolves when it was taken: whoever writes waits for whoever reads. */
  readonly put: (bytes: Uint8Array) => Promise<void>;
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/** Hands pieces over one by one. */
function createQueue(): Queue {
  const passage = new TransformStream<Uint8Array, Uint8Array>();
  const writer = passage.writable.getWriter();
  return {
    put: (bytes) => writer.write(bytes),
    end: () => void writer.close(),
    fail: (error) => void writer.abort(error),
    [Symbol.asyncIterator]: () => passage.readable[Symbol.asyncIterator](),
  };
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
  }));
}

function* sheetXml({ columns, of, rows }: Sheet, count: () => void): Generator<string> {
  let xml = sheetHead(columns, of);
  for (let number = 2; number < of + 2; number++) {
    const row = rows.next();
    if (row.done === true) throw new RangeError('Fewer rows came than were announced.');
    xml += rowXml(number, row.value);
    count();
    if (xml.length > CHUNK) {
      yield xml;
      xml = '';
    }
  }
  yield xml + sheetTail(columns.length, of);
}

/** Texts as a stream of bytes that is read no faster than it is compressed. */
function readable(texts: Iterable<string>): ReadableStream<Uint8Array> {
  const pieces = texts[Symbol.iterator]();
  return new ReadableStream(
    {
      pull: (controller) => {
        const piece = pieces.next();
        if (piece.done === true) controller.close();
        else controller.enqueue(Buffer.from(piece.value));
      },
    },
    { highWaterMark: 1 },
  );
}
