import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { workbookPieces, type SheetSource } from '../../../src/core/export/xlsx/workbook.ts';

const form = { properties: { title: 'T & <T>', by: 'Carrel 0.1.0', at: '2026-11-22T12:00:00.000Z' }, isLarge: false };

function sourceOf(name: string, rows: readonly (readonly string[])[], differing: Partial<SheetSource> = {}): SheetSource {
  const write = (cell: string | number | null): string => ` t="inlineStr"><is><t>${String(cell)}</t></is></c>`;
  return {
    name,
    table: name.toLowerCase(),
    columns: [{ heading: 'Subject', width: 12, write }],
    of: rows.length,
    rows,
    skip: 0,
    ...differing,
  };
}

/** The parts of a workbook as texts, and how many rows of data were counted. */
async function written(...sources: readonly SheetSource[]) {
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  let counted = 0;
  for await (const piece of workbookPieces(sources, ({ table }) => table !== null, form)) {
    bytes.push(new Uint8Array(piece.bytes));
    counted += piece.rows;
  }
  const parts: Record<string, string> = {};
  for (const entry of await new ZipReader(new BlobReader(new Blob(bytes))).getEntries())
    if (!entry.directory) parts[entry.filename] = await entry.getData(new TextWriter());
  return { parts, counted };
}

test('only sheets with rows and names of their own have tables, numbered across all of them', async () => {
  const page = sourceOf('About', [['x']], { table: null });
  const { parts, counted } = await written(sourceOf('LB', [['0012'], ['0013']]), page, sourceOf('VS', []), sourceOf('RS', [['0014']]));
  expect(counted).toBe(3);
  expect(
    Object.keys(parts)
      .filter((path) => path.includes('table'))
      .toSorted(),
  ).toEqual(['xl/tables/table1.xml', 'xl/tables/table2.xml']);
  expect(parts['xl/tables/table1.xml']).toContain(' id="1" name="lb" displayName="lb" ref="A1:A3"');
  expect(parts['xl/tables/table2.xml']).toContain(' id="2" name="rs" displayName="rs" ref="A1:A2"');
  expect(parts['xl/worksheets/_rels/sheet4.xml.rels']).toContain('Target="../tables/table2.xml"');
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<tablePart r:id="rId1"/>');
  for (const other of ['2', '3']) expect(parts[`xl/worksheets/sheet${other}.xml`]).toContain('<autoFilter');
});

test('its parts name each sheet by its number, its title and who made it', async () => {
  const { parts } = await written(sourceOf('LB', [['0012']]), sourceOf('A & B', [['0012']]));
  expect(parts['xl/workbook.xml']).toContain('<sheet name="LB" sheetId="1" r:id="rId1"/><sheet name="A &amp; B" sheetId="2" r:id="rId2"/>');
  const relations = parts['xl/_rels/workbook.xml.rels'] ?? '';
  expect([...relations.matchAll(/Id="(rId\d)"[^>]*Target="([^"]+)"/g)].map(([, id, target]) => [id, target])).toEqual([
    ['rId1', 'worksheets/sheet1.xml'],
    ['rId2', 'worksheets/sheet2.xml'],
    ['rId3', 'styles.xml'],
  ]);
  const types = parts['[Content_Types].xml'] ?? '';
  for (const part of ['worksheets/sheet1', 'worksheets/sheet2', 'tables/table1', 'tables/table2', 'styles', 'workbook'])
    expect(types).toContain(`<Override PartName="/xl/${part}.xml"`);
  expect(types).not.toContain('sheet3.xml');
  expect(parts['docProps/core.xml']).toContain('<dc:title>T &amp; &lt;T&gt;</dc:title><dc:creator>Carrel 0.1.0</dc:creator>');
});

test('a row has the number of its line, and a long sheet all of its rows', async () => {
  const long = 'x'.repeat(100_000);
  const { parts, counted } = await written(
    sourceOf(
      'LB',
      Array.from({ length: 7 }, (_, at) => [long + String(at)]),
    ),
  );
  const rows = [...(parts['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<row r="(\d)"><c r="A\d" t=.*?x(\d)<\/t>/g)].map(([, row, at]) => [
    row,
    at,
  ]);
  expect(rows).toEqual(Array.from({ length: 7 }, (_, at) => [String(at + 2), String(at)]));
  expect(counted).toBe(7);
});

test('fewer rows than announced are an error, which no file survives', async () => {
  await expect(written(sourceOf('LB', [['0012']], { of: 2 }))).rejects.toThrow(new RangeError('Fewer rows arrived than were announced.'));
});
