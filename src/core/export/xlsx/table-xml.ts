import { escaped, spanOf } from './sheet-xml.ts';

/** What spreadsheet programs accept as a column name: longer or empty names, and those with line breaks, are reported as damage. */
const longestName = 255;
const unnamable = /[\u0000-\u001f\u007f\ud800-\udfff\ufffe\uffff]/;

/**
 * Returns the rows of a sheet as a table of the workbook (ECMA-376 Part 1, 18.5), so that filters, pivots and Power Query can refer to it
 * by name. Returns null if a table is not possible: without rows, or if headings are not valid names or differ only in case.
 */
export function tableXml(name: string, id: number, headings: readonly string[], rows: number): string | null {
  const distinct = new Set(headings.map((heading) => heading.toLowerCase()));
  const isNamable = (heading: string): boolean => heading !== '' && heading.length <= longestName && !unnamable.test(heading);
  if (rows === 0 || distinct.size !== headings.length || !headings.every(isNamable)) return null;
  const span = spanOf(headings.length, rows);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<table xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"',
    ` id="${id}" name="${name}" displayName="${name}" ref="${span}" totalsRowShown="0"><autoFilter ref="${span}"/>`,
    `<tableColumns count="${headings.length}">`,
    ...headings.map((heading, at) => `<tableColumn id="${at + 1}" name="${attribute(heading)}"/>`),
    '</tableColumns><tableStyleInfo name="TableStyleLight1" showFirstColumn="0" showLastColumn="0" showRowStripes="0" showColumnStripes="0"/></table>',
  ].join('');
}

/** Escapes text for an attribute. */
export function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/** Returns the name of a table: it begins with a letter and cannot be a cell reference, such as `LB2`. */
export function tableName(name: string, part: number): string {
  const plain = name.replaceAll(/[^a-zA-Z_]+/g, '_').toLowerCase();
  return part === 0 ? plain : `${plain}_part_${String(part + 1)}`;
}
