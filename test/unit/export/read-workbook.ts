import { execFileSync } from 'node:child_process';

export interface ReadSheet {
  readonly name: string;
  /** Texts and numbers by cell reference, such as `B2`. */
  readonly cells: Readonly<Record<string, string | number>>;
  readonly rows: number;
}

/** Reads a workbook with a program other than the one that wrote it: Python’s zip and XML readers. */
export function readWorkbook(path: string): readonly ReadSheet[] {
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8', maxBuffer: 1 << 28 })) as readonly ReadSheet[];
}

const script = `
import json, re, sys, zipfile
import xml.etree.ElementTree as tree
main = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
relation = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
parts = {one.get('Id'): one.get('Target') for one in tree.fromstring(book.read('xl/_rels/workbook.xml.rels'))}
plain = lambda text: re.sub('_x([0-9A-Fa-f]{4})_', lambda found: chr(int(found[1], 16)), text)
def read(cell):
    if cell.get('t') == 'inlineStr': return plain(''.join(t.text or '' for t in cell.iter(main + 't')))
    assert cell.find(main + 'f') is None
    return float(cell.find(main + 'v').text)
sheets = []
for sheet in tree.fromstring(book.read('xl/workbook.xml')).iter(main + 'sheet'):
    xml = tree.fromstring(book.read('xl/' + parts[sheet.get(relation)]))
    cells = {cell.get('r'): read(cell) for cell in xml.iter(main + 'c')}
    sheets.append({'name': sheet.get('name'), 'cells': cells, 'rows': len(list(xml.iter(main + 'row')))})
print(json.dumps(sheets))
`;
