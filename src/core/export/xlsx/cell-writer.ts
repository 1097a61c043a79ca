import type { Column } from '../../../shared/datasets/declaration.ts';
import { noNotes } from '../../../shared/export-notes.ts';
import type { StoredCell } from '../csv/csv.ts';
import { workbookCell, type CellNotes } from './cells.ts';
import { cellXml, type CellWriter } from './sheet-xml.ts';
import { styles } from './styles-xml.ts';

/** Cells cached per column: most columns repeat, and those that do not must not fill the memory. */
const mostKnown = 2000;
const longestKnown = 100;

/** Writes the cells of a column; alterations are counted each time. */
export function cellWriter(column: Pick<Column, 'kind'>, notes: CellNotes): CellWriter {
  const known = new Map<StoredCell, string>();
  return (cell) => {
    if (cell === null) return '';
    const answer = known.get(cell);
    if (answer !== undefined) return answer;
    const counted = notes.cut + notes.stripped + notes.numbersAsText;
    const xml = cellXml(workbookCell(column, cell, notes));
    const isPlain = counted === notes.cut + notes.stripped + notes.numbersAsText;
    if (known.size < mostKnown && isPlain && xml.length <= longestKnown) known.set(cell, xml);
    return xml;
  };
}

/** Writes wrapped text for reading, and numbers. A filter value may be as long and strange as any text. */
export function proseCell(cell: StoredCell): string {
  if (cell === null || cell === '') return '';
  return typeof cell === 'number'
    ? cellXml({ kind: 'number', digits: String(cell) })
    : cellXml(workbookCell({ kind: 'text' }, cell, noNotes()), styles.prose);
}
