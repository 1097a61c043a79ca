import type { PlainFile } from './plain-file.ts';
import { memberBytes, readMember, type ZipMember } from './zip-directory.ts';
import { attribute, plain, StrangeXml, xmlScanner, type XmlListener } from './xml-scan.ts';

/** The members of a workbook that are looked at. */
export type Members = ReadonlyMap<string, ZipMember>;
type Bytes = Pick<PlainFile, 'size' | 'read'>;

/** A cell as a spreadsheet program holds it; null: empty. */
export type SheetCell = string | number | null;

/** Bytes of the parts that say which sheets there are. */
const mostPartBytes = 1024 * 1024;
/** Rows that a sheet can have. */
const mostRows = 1_048_576;
/** More columns than any dataset has. */
export const mostColumns = 256;
/** Characters of one cell: it holds 32,767, of which each may be written as six or more. */
const longestCell = 1024 * 1024;
/** What a workbook saved by a spreadsheet program keeps apart from its sheets, and is held to read them: texts, and bytes of their XML. */
const mostSharedTexts = 4_000_000;
const mostSharedBytes = 128 * 1024 * 1024;

/** The names of the sheets in their order, and the member that holds each. Throws StrangeXml. */
export async function readSheets(file: Bytes, members: Members): Promise<ReadonlyMap<string, ZipMember>> {
  const targets = new Map<string, string>();
  await scanPart(file, members, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    const [id, target] = [attribute(attributes, 'Id'), attribute(attributes, 'Target')];
    if (name === 'Relationship' && id !== null && target !== null) targets.set(id, target.replace(/^\/xl\//, ''));
  });
  const sheets = new Map<string, ZipMember>();
  await scanPart(file, members, 'xl/workbook.xml', (element, attributes) => {
    const [name, id] = [attribute(attributes, 'name'), attribute(attributes, 'r:id')];
    if (element !== 'sheet' || name === null || id === null) return;
    const member = members.get(`xl/${targets.get(id) ?? ''}`);
    if (member !== undefined) sheets.set(name, member);
  });
  return sheets;
}

async function scanPart(file: Bytes, members: Members, path: string, open: XmlListener['open']): Promise<void> {
  const member = members.get(path);
  const bytes = member === undefined ? null : await readMember(file, member, mostPartBytes);
  if (bytes === null) throw new StrangeXml('A part is missing or too large.');
  xmlScanner({ open, text: () => undefined, close: () => undefined }).push(textOf(bytes));
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StrangeXml('It is not UTF-8.');
  }
}

/** The texts that cells name by their number; none where the cells hold theirs. Throws StrangeXml. */
export async function readSharedTexts(file: Bytes, members: Members, onBytes: (bytes: number) => void): Promise<readonly string[]> {
  const member = members.get('xl/sharedStrings.xml');
  if (member === undefined) return [];
  const texts: string[] = [];
  let [text, isText, isPhonetic] = ['', false, false];
  let held = 0;
  const hold = (bytes: number): void => {
    held += bytes;
    if (held > mostSharedBytes) throw new StrangeXml('Its texts are too many to hold.');
    onBytes(bytes);
  };
  const listener: XmlListener = {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) text = lengthened(text, part);
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      if (texts.length >= mostSharedTexts) throw new StrangeXml('Its texts are too many to hold.');
      texts.push(sheetText(text));
    },
  };
  await scanMember(file, member, listener, hold);
  return texts;
}

/** Tells the rows of a sheet in their order, those that the program left out included, each as far as its last cell. Throws StrangeXml. */
export async function readRows(
  file: Bytes,
  member: ZipMember,
  shared: readonly string[],
  onRow: (cells: readonly SheetCell[]) => void,
  onBytes: (bytes: number) => void,
): Promise<void> {
  await scanMember(file, member, rowListener(shared, onRow), onBytes);
}

function rowListener(shared: readonly string[], onRow: (cells: readonly SheetCell[]) => void): XmlListener {
  let cells: SheetCell[] = [];
  let next = 1;
  let cell = { column: 0, type: '', text: '' };
  let [isText, isPhonetic] = [false, false];
  const opened: Readonly<Partial<Record<string, (attributes: string) => void>>> = {
    row: (attributes) => {
      const number = Number(attribute(attributes, 'r') ?? next);
      if (!Number.isInteger(number) || number < next || number > mostRows) throw new StrangeXml('A row is out of its order.');
      for (; next < number; next++) onRow([]);
      next = number + 1;
      cells = [];
    },
    c: (attributes) => {
      const place = attribute(attributes, 'r');
      const column = place === null ? cells.length : columnOf(place);
      if (column < cells.length || column >= mostColumns) throw new StrangeXml('A cell is out of its order.');
      cell = { column, type: attribute(attributes, 't') ?? 'n', text: '' };
    },
    f: () => {
      cell.type = 'formula';
    },
    v: () => {
      isText = true;
    },
    t: () => {
      isText = !isPhonetic;
    },
    rPh: () => {
      isPhonetic = true;
    },
  };
  return {
    open: (name, attributes) => opened[name]?.(attributes),
    text: (text) => {
      if (isText) cell.text = lengthened(cell.text, text);
    },
    close: (name) => {
      if (name === 'v' || name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c') {
        while (cells.length < cell.column) cells.push(null);
        cells.push(cellOf(cell.type, cell.text, shared));
      }
      if (name === 'row') onRow(cells);
    },
  };
}

function lengthened(text: string, part: string): string {
  if (text.length + part.length > longestCell) throw new StrangeXml('A cell is too long.');
  return text + part;
}

function cellOf(type: string, text: string, shared: readonly string[]): SheetCell {
  switch (type) {
    case 'n':
      return text.trim() === '' ? null : numberOf(text);
    case 's':
      return shared[Number(text)] ?? null;
    case 'inlineStr':
    case 'str':
      return sheetText(text);
    default:
      // No cell of an export is of such a kind, and none has such a text.
      return `\0${type}`;
  }
}

/** What is no number is a text that no export has. */
function numberOf(text: string): SheetCell {
  const value = Number(text);
  return Number.isFinite(value) ? value : `\0${text}`;
}

/** A text as the person at the sheet sees it: `_x000D_` is how a workbook writes what XML would change. */
function sheetText(text: string): string {
  return plain(text).replaceAll(/_x([\da-f]{4})_/gi, (_found, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** "A1" → 0, "AA7" → 26. */
function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(place)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

async function scanMember(file: Bytes, member: ZipMember, listener: XmlListener, onBytes: (bytes: number) => void): Promise<void> {
  const scanner = xmlScanner(listener);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const bytes of memberBytes(file, member)) {
    onBytes(bytes.length);
    scanner.push(decoder.decode(bytes, { stream: true }));
  }
  scanner.push(decoder.decode());
  scanner.end();
}
