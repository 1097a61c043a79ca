import { attribute } from './table-xml.ts';
import { escaped } from './sheet-xml.ts';
import { stylesXml } from './styles-xml.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const core = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';
const extended = 'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What the file manager and the program show about the file. */
export interface WorkbookProperties {
  readonly title: string;
  /** The Carrel version that made it, and when (ISO 8601 in UTC). */
  readonly by: string;
  readonly at: string;
}

/** A sheet as the other parts refer to it, with its table part if it has one. */
interface NamedSheet {
  readonly name: string;
  readonly tableXml: string | null;
}

type Part = readonly [path: string, xml: string];

/** The parts of a workbook other than its sheets (ECMA-376, Part 1): path and content. */
export function workbookParts(sheets: readonly NamedSheet[], properties: WorkbookProperties): readonly Part[] {
  const numbers = sheets.map((_, at) => at + 1);
  const tables = tablesOf(sheets);
  const overrides = [
    ['/xl/workbook.xml', `${kind}.sheet.main+xml`],
    ['/xl/styles.xml', `${kind}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
    ['/docProps/app.xml', 'application/vnd.openxmlformats-officedocument.extended-properties+xml'],
    ...numbers.map((number) => [`/xl/worksheets/sheet${number}.xml`, `${kind}.worksheet+xml`]),
    ...tables.map(({ number }) => [`/xl/tables/table${number}.xml`, `${kind}.table+xml`]),
  ];
  return [
    [
      '[Content_Types].xml',
      [
        `${head}<Types xmlns="${types}">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        ...overrides.map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`),
        '</Types>',
      ].join(''),
    ],
    [
      '_rels/.rels',
      relationships([
        [`${office}/officeDocument`, 'xl/workbook.xml'],
        ['http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties', 'docProps/core.xml'],
        [`${office}/extended-properties`, 'docProps/app.xml'],
      ]),
    ],
    ['docProps/core.xml', coreXml(properties)],
    ['docProps/app.xml', `${head}<Properties xmlns="${extended}"><Application>Carrel</Application></Properties>`],
    [
      'xl/workbook.xml',
      [
        `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>`,
        ...sheets.map(({ name }, at) => `<sheet name="${attribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`),
        '</sheets></workbook>',
      ].join(''),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationships([
        ...numbers.map((number) => [`${office}/worksheet`, `worksheets/sheet${number}.xml`] as const),
        [`${office}/styles`, 'styles.xml'],
      ]),
    ],
    ['xl/styles.xml', stylesXml],
    ...tables.flatMap(({ number, sheet, xml }): readonly Part[] => [
      [`xl/worksheets/_rels/sheet${sheet}.xml.rels`, relationships([[`${office}/table`, `../tables/table${number}.xml`]])],
      [`xl/tables/table${number}.xml`, xml],
    ]),
  ];
}

/** Tables by their numbers, with the number of their sheet. */
function tablesOf(sheets: readonly NamedSheet[]): readonly { readonly number: number; readonly sheet: number; readonly xml: string }[] {
  return sheets
    .flatMap(({ tableXml }, at) => (tableXml === null ? [] : [{ sheet: at + 1, xml: tableXml }]))
    .map((table, at) => ({ number: at + 1, ...table }));
}

function relationships(all: readonly (readonly [type: string, target: string])[]): string {
  const each = all.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`);
  return `${head}<Relationships xmlns="${relations}">${each.join('')}</Relationships>`;
}

function coreXml({ title, by, at }: WorkbookProperties): string {
  return [
    `${head}<cp:coreProperties xmlns:cp="${core}" xmlns:dc="http://purl.org/dc/elements/1.1/"`,
    ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(by)}</dc:creator>`,
    `<dcterms:created xsi:type="dcterms:W3CDTF">${escaped(at)}</dcterms:created></cp:coreProperties>`,
  ].join('');
}
