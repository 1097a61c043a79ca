import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { exportLabs, type ExportedFile } from './exported-file.ts';
import { convertSheets, hasLibreOffice } from './libreoffice.ts';
import type { HostileColumn } from './hostile-labs.ts';
import { judgeRows, type Expected, type JudgeCell } from './judge-rows.ts';
import { pythonLines, pythonThatCan } from './python.ts';
import type { FormatTrial, TrialResult } from './trial.ts';
import { isExactNumber, sameNumber, serialOf } from './workbook-cells.ts';
import { judgeByOtherReaders } from './workbook-readers.ts';

/** A cell of a workbook: null if there is none, a text, or a number with its display format. */
type ReadCell = null | readonly ['s', string] | readonly ['n', string, string];

/** Reads the rows of the data sheets; fails on a formula, a shared string or a misplaced cell. */
const script = `
import json, re, sys, zipfile
import xml.etree.ElementTree as tree
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
relation = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'
book = zipfile.ZipFile(sys.argv[1])
parts = {one.get('Id'): one.get('Target') for one in tree.fromstring(book.read('xl/_rels/workbook.xml.rels'))}
styles = tree.fromstring(book.read('xl/styles.xml'))
codes = {one.get('numFmtId'): one.get('formatCode') for one in styles.iter(main + 'numFmt')}
formats = [codes.get(one.get('numFmtId'), one.get('numFmtId')) for one in styles.find(main + 'cellXfs')]
plain = lambda text: re.sub('_x([0-9A-Fa-f]{4})_', lambda found: chr(int(found[1], 16)), text)
def read(cell):
    kind, format = cell.get('t', 'n'), formats[int(cell.get('s', '0'))]
    if cell.find(main + 'f') is not None: raise ValueError('a formula at ' + cell.get('r'))
    if kind == 'inlineStr':
        if format != '49': raise ValueError('a text that is not formatted as one at ' + cell.get('r'))
        return ['s', plain(''.join(t.text or '' for t in cell.iter(main + 't')))]
    if kind != 'n': raise ValueError('a cell of type ' + kind)
    return ['n', cell.find(main + 'v').text, format]
def place(reference):
    letters = re.match('[A-Z]+', reference)[0]
    number = 0
    for letter in letters: number = number * 26 + ord(letter) - 64
    return number - 1
for sheet in tree.fromstring(book.read('xl/workbook.xml')).iter(main + 'sheet'):
    if re.fullmatch(r'LB( \\(\\d+\\))?', sheet.get('name')) is None: continue
    expected = 0
    with book.open('xl/' + parts[sheet.get(relation)]) as part:
        for _, row in tree.iterparse(part):
            if row.tag != main + 'row': continue
            expected += 1
            if row.get('r') != str(expected): raise ValueError('row ' + row.get('r') + ' instead of ' + str(expected))
            cells = [None] * int(sys.argv[2])
            for cell in row: cells[place(cell.get('r'))] = read(cell)
            if expected > 1: print(json.dumps(cells))
            row.clear()
    if expected > 1048576: raise ValueError('more rows than a sheet holds')`;

export const workbookTrial: FormatTrial = {
  format: 'xlsx',
  async run(dataDir, path, expected) {
    const file = await exportLabs(dataDir, path, 'xlsx');
    const byPython = await judgeByPython(file, expected);
    const byOffice = await judgeByOffice(path, expected);
    const byOthers = await judgeByOtherReaders(path, expected);
    const all = [byPython, byOffice, byOthers];
    return { file, failures: all.flatMap(({ failures }) => failures), skipped: all.flatMap(({ skipped }) => skipped) };
  },
};

type Judged = Omit<TrialResult, 'file'>;

async function judgeByPython({ path, notes }: ExportedFile, expected: Expected): Promise<Judged> {
  const python = pythonThatCan('import zipfile, xml.etree.ElementTree');
  if (python === undefined) return { failures: [], skipped: [{ what: "Python's zip and XML readers", why: 'there is no Python' }] };
  const counted = { cut: 0, stripped: 0, numbersAsText: 0 };
  const rows = pythonLines(python, script, [path, '14']) as AsyncIterable<readonly ReadCell[]>;
  const judge: JudgeCell<ReadCell> = (found, cell, column) => judgeCell(found, cell, column, counted);
  const wrong = await judgeRows(rows, expected, (cell) => String(cell?.[1]), judge);
  const { cut, stripped, numbersAsText } = notes;
  const reported = JSON.stringify({ cut, stripped, numbersAsText });
  if (wrong.length > 0 || reported === JSON.stringify(counted)) return { failures: wrong.map((what) => `Python: ${what}`), skipped: [] };
  return { failures: [`reported ${reported} instead of ${JSON.stringify(counted)}`], skipped: [] };
}

function judgeCell(
  found: ReadCell,
  cell: string | null,
  { kind }: HostileColumn,
  counted: { cut: number; stripped: number; numbersAsText: number },
): boolean {
  if (cell === null || found === null) return cell === found;
  if (kind === 'number') {
    if (isExactNumber(cell)) return found[0] === 'n' && found[2] === '0' && sameNumber(found[1], cell);
    counted.numbersAsText++;
    return found[0] === 's' && found[1] === cell;
  }
  const serial = kind === 'datetime' ? serialOf(cell) : null;
  if (serial !== null)
    return found[0] === 'n' && /^yyyy\\-mm\\-dd/.test(found[2]) && Math.abs(Number(found[1]) - serial) * 86_400_000 < 0.5;
  const allowed = Array.from(cell).filter(isXmlCharacter).join('');
  counted.stripped += Array.from(cell).length - Array.from(allowed).length;
  if (found[0] !== 's') return false;
  if (allowed.length <= 32_767) return found[1] === allowed;
  counted.cut++;
  const marker = found[1].lastIndexOf(' … [');
  return found[1].length <= 32_767 && marker > 32_000 && allowed.startsWith(found[1].slice(0, marker)) && found[1].isWellFormed();
}

/** XML 1.0, production 2. */
function isXmlCharacter(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0xd7ff) || (code >= 0xe000 && code <= 0xfffd) || code >= 0x1_0000
  );
}

/** A cell of LibreOffice's CSV: texts are in quotes, numbers and dates are not. */
interface OfficeCell {
  readonly text: string;
  readonly quoted: boolean;
}

async function judgeByOffice(path: string, expected: Expected): Promise<Judged> {
  if (!hasLibreOffice()) return { failures: [], skipped: [{ what: 'LibreOffice', why: 'there is no soffice' }] };
  const sheets = await convertSheets(path, /-LB( \(\d+\))?\.csv$/);
  const failures = await judgeRows(officeRows(sheets.files), expected, (cell) => cell?.text ?? '', judgeOfficeCell);
  sheets.remove();
  return { failures: failures.map((what) => `LibreOffice: ${what}`), skipped: [] };
}

async function* officeRows(files: readonly string[]): AsyncGenerator<readonly OfficeCell[]> {
  const cast = (text: string, { quoting }: { readonly quoting: boolean }): OfficeCell => ({ text, quoted: quoting });
  for (const file of files) yield* createReadStream(file).pipe(parse({ cast: cast, from_line: 2 })) as AsyncIterable<readonly OfficeCell[]>;
}

/** Compares cells as shown: numbers with as many digits as fit, times to the second, texts with one kind of line end. */
function judgeOfficeCell(found: OfficeCell, cell: string | null, { kind }: HostileColumn): boolean {
  if (cell === null) return found.text === '' && !found.quoted;
  if (kind === 'number' && isExactNumber(cell))
    return !found.quoted && Math.abs(Number(found.text) - Number(cell)) <= Math.abs(Number(cell)) * 1e-9;
  const serial = kind === 'datetime' ? serialOf(cell) : null;
  if (serial !== null) {
    const shown = serialOf(found.text.replace(' ', 'T'));
    return !found.quoted && shown !== null && Math.abs(shown - serial) * 86_400 < 1;
  }
  const allowed = withOneEnd(Array.from(cell).filter(isXmlCharacter).join(''));
  const shown = withOneEnd(found.text);
  if (allowed === '') return shown === '';
  return found.quoted && (cell.length > unbroken ? allowed.startsWith(shown.slice(0, unbroken)) : shown === allowed);
}

/** In a cell with several lines, LibreOffice breaks lines after 16,368 characters: the rest is left to the other reader. */
const unbroken = 16_000;

/** A text with one kind of line end. */
function withOneEnd(text: string): string {
  return text.replaceAll(/\r\n?|\n\r?/g, '\n');
}
