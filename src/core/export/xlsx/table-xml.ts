import { escaped, spanOf } from './sheet-xml.ts';

/** What spreadsheet programs take as the name of a column: longer ones, empty ones and those with line ends are told as damage. */
const longestName = 255;
const unnamable = /[\u0000-\u001f\u007f\ud800-\udfff\ufffe\uffff]/;

/**
 * The rows of a sheet as a table of the workbook (ECMA-376 Part 1, 18.5), so that filters, pivots and Power Query refer to it by its
 * name. Null where there can be none: without rows, or with headings that are no names, or that are the same in upper and lower case.
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

/** Text between quotes. */
export function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}

/** The name of a table: a letter first, and nothing that could be a place in a sheet, such as `LB2`. */
export function tableName(name: string, part: number): string {
  const plain = name.replaceAll(/[^a-zA-Z_]+/g, '_').toLowerCase();
  return part === 0 ? plain : `${plain}_part_${String(part + 1)}`;
}
