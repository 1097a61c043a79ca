import { escaped } from './sheet-xml.ts';
import { stylesXml } from './styles-xml.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook around its sheets (ECMA-376, Part 1): path and content. */
export function workbookParts(names: readonly string[]): readonly (readonly [string, string])[] {
  const sheets = names.map((name, at) => ({ name: escaped(name).replaceAll('"', '&quot;'), number: at + 1 }));
  const styleId = names.length + 1;
  return [
    [
      '[Content_Types].xml',
      [
        `${head}<Types xmlns="${types}">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>`,
        `<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/>`,
        ...sheets.map(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kind}.worksheet+xml"/>`),
        '</Types>',
      ].join(''),
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      [
        `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>`,
        ...sheets.map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`),
        '</sheets></workbook>',
      ].join(''),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      [
        `${head}<Relationships xmlns="${relations}">`,
        ...sheets.map(
          ({ number }) => `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
        ),
        `<Relationship Id="rId${styleId}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      ].join(''),
    ],
    ['xl/styles.xml', stylesXml],
  ];
}
