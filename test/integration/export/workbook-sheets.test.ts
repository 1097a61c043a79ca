import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { workbookPieces, type SheetSource } from '../../../src/core/export/xlsx/workbook.ts';

const form = { properties: { title: 'T', by: 'Carrel', at: '2026-11-22T12:00:00.000Z' }, isLarge: false };

/** The names of the sheets of a table, with the spans of their tables and their rows without the header. */
async function sheetsOf(of: number) {
  const rows = function* (): Generator<readonly []> {
    for (let row = 0; row < of; row++) yield [];
  };
  const columns = [{ heading: 'Subject', width: 12, write: () => '' }];
  const source: SheetSource = { name: 'LB', table: 'labs', columns, of, rows: rows(), skip: 0 };
  const bytes: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of workbookPieces([source], () => true, form)) bytes.push(new Uint8Array(piece.bytes));
  const entries = await new ZipReader(new BlobReader(new Blob(bytes))).getEntries();
  const read = async (path: string): Promise<string> => {
    const entry = entries.find(({ filename }) => filename === path);
    return entry === undefined || entry.directory ? '' : await entry.getData(new TextWriter());
  };
  const names = [...(await read('xl/workbook.xml')).matchAll(/<sheet name="([^"]+)"/g)].map(([, name]) => name);
  return await Promise.all(
    names.map(async (name, at) => {
      const [, table, span] = / name="([^"]+)" .* ref="([^"]+)" totals/.exec(await read(`xl/tables/table${String(at + 1)}.xml`)) ?? [];
      return [name, table, span, (await read(`xl/worksheets/sheet${String(at + 1)}.xml`)).split('<row ').length - 2];
    }),
  );
}

test('a table goes on in another sheet where one is full, each with a header and a table of its own', async () => {
  expect(await sheetsOf(1_048_575)).toEqual([['LB', 'labs', 'A1:A1048576', 1_048_575]]);
  expect(await sheetsOf(2_097_151)).toEqual([
    ['LB', 'labs', 'A1:A1048576', 1_048_575],
    ['LB (2)', 'labs_part_2', 'A1:A1048576', 1_048_575],
    ['LB (3)', 'labs_part_3', 'A1:A2', 1],
  ]);
});
