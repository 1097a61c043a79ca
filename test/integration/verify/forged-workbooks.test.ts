import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { rowDigest, rowText } from '../../../src/core/export/xlsx/row-digest.ts';
import { openPlainFile } from '../../../src/core/verify/plain-file.ts';
import { verifyFile } from '../../../src/core/verify/verify-file.ts';
import { compareTables } from '../../../src/core/verify/workbook-tables.ts';
import { readMembers } from '../../../src/core/verify/zip-directory.ts';
import type { VerifiedFile } from '../../../src/shared/calls/verify.ts';
import { planOf } from '../../unit/export/plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { addLabs, columns, exportTo, trailOf } from './exported.ts';
import { rewriteZip, zipOf } from './zips.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const plan: ExportPlan = planOf({ selection: everything('labs'), columns, format: 'xlsx' });
let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  addLabs(fixture);
});
afterEach(() => {
  fixture.remove();
});

type Change = (text: string, name: string) => string;

async function rowsAfter(change: Change, more: Readonly<Record<string, string>> = {}): Promise<VerifiedFile['rows']> {
  const { path, event } = await exportTo(fixture, 'study.xlsx', plan);
  writeFileSync(path, await rewriteZip(path, change, () => more));
  return (await verifyFile(path, trailOf(event))).rows;
}

const inPart =
  (part: string, from: string | RegExp, to: string): Change =>
  (text, name) => {
    if (name !== part) return text;
    expect(text).toMatch(from);
    return text.replace(from, to);
  };
const inLabs = (from: string | RegExp, to: string): Change => inPart('xl/worksheets/sheet1.xml', from, to);
const lastRow = /<row r="4">.*?<\/row>/s;
const fourth = '<row r="5"><c r="A5"><v>1</v></c></row>';

/**
 * Each of these holds the exported rows where a careless reader finds them but shows others, so the audit trail must not vouch
 * for them.
 */
describe('a forged workbook that shows other rows than it holds', () => {
  test('is the same before any change', async () => {
    expect(await rowsAfter((text) => text)).toEqual({ same: true, by: 'trail', added: 0 });
  });

  test.each([
    ['a cell reference in the value of another attribute', inLabs('<c r="D2"', `<c cm=" r='D2'" r="H2"`)],
    ['a type in the value of another attribute', inLabs('<c r="D2"', `<c cm=" t='n'" r="D2" t="b"`)],
    ['a cell reference in an unusual notation', inLabs('<c r="D2"', '<c r = "D3"')],
    ['a cell of another row', inLabs('<c r="D2"', '<c r="D3"')],
    ['a number in a text column', inLabs('<v>24</v>', '<is><t>24</t></is>')],
    ['a number in two parts', inLabs('<v>24</v>', '<v>2</v><v>4</v>')],
    ['a text in two parts', inLabs('<t>=1+1</t>', '<t>=1</t><t>+1</t>')],
    ['a text in a number column', inLabs('<is><t>=1+1</t></is>', '<v>=1+1</v>')],
    ['a text outside its element', inLabs('<is><t>=1+1</t></is>', '<is/><t>=1+1</t>')],
    ['a row inside an element of another program', inLabs(lastRow, '<z:x xmlns:z="urn:z">$&</z:x>')],
    [
      'a row below the table',
      (text: string, name: string) => inLabs(/(<row r="4">.*?<\/row>)(<\/sheetData>)/s, '$2<extLst><ext>$1</ext></extLst>')(text, name),
    ],
    ['a row in a processing instruction', inLabs(lastRow, '<?x >$&<?y ?>')],
    ['a row in a separate table', inLabs(lastRow, '</sheetData><sheetData>$&')],
    ['another namespace for its names', inLabs(lastRow, '<row r="4" xmlns="urn:z"/>')],
    [
      'a second prefix for its namespace',
      inLabs('</sheetData>', `<y:row xmlns:y="${main}" r="5"><y:c r="A5"><y:v>1</y:v></y:c></y:row></sheetData>`),
    ],
    ['a row between two attributes', inLabs('</sheetData>', `<z:x a=">"/>${fourth}<z:x a="/>"></z:x></sheetData>`)],
    ['another declared encoding', inLabs('encoding="UTF-8"', 'encoding="ISO-8859-1"')],
    [
      'a table after its end',
      inLabs('</worksheet>', `</worksheet><worksheet xmlns="${main}"><sheetData>${fourth}</sheetData></worksheet>`),
    ],
    ['a workbook in another place', inPart('_rels/.rels', 'xl/workbook.xml', 'xl/other.xml')],
    [
      'a second workbook',
      inPart('_rels/.rels', '</Relationships>', `<Relationship Id="r9" Type="${office}/officeDocument" Target="o.xml"/>$&`),
    ],
    ['two sheets with the same name', inPart('xl/workbook.xml', /<sheet name="LB"[^>]*>/, '$&<sheet name="lb" sheetId="9" r:id="rId2"/>')],
    [
      'a sheet with another prefix of the relation',
      inPart('xl/workbook.xml', '<sheets>', `<sheets xmlns:q="${office}"><sheet name="x" q:id="rId2"/>`),
    ],
    [
      'two relations with the same id',
      inPart(
        'xl/_rels/workbook.xml.rels',
        '</Relationships>',
        `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/>$&`,
      ),
    ],
    ['an external sheet', inPart('xl/_rels/workbook.xml.rels', 'Target="worksheets/sheet1.xml"', '$& TargetMode="External"')],
  ])('is not reported to have the same rows: %s', async (_what, change) => {
    expect((await rowsAfter(change))?.same).not.toBe(true);
  });

  test('has a number of 60,000 digits that is none, which is read in linear time', async () => {
    const before = process.threadCpuUsage();
    expect((await rowsAfter(inLabs('<v>24</v>', `<v>${'1'.repeat(60_000)}x</v>`)))?.same).toBe(false);
    // Quadratic work on this many characters takes more than seven seconds.
    expect(process.threadCpuUsage(before).user).toBeLessThan(4_000_000);
  });

  test('has its texts read from the part that its relation names', async () => {
    const texts = (text: string): string => `<sst xmlns="${main}"><si><t>${text}</t></si></sst>`;
    const apart: Change = (text, name) =>
      inPart(
        'xl/_rels/workbook.xml.rels',
        '</Relationships>',
        `<Relationship Id="rId99" Type="${office}/sharedStrings" Target="texts.xml"/></Relationships>`,
      )(inLabs(/t="inlineStr"><is><t>=1\+1<\/t><\/is>/, 't="s"><v>0</v>')(text, name), name);
    const shown = { 'xl/texts.xml': texts('another'), 'xl/sharedStrings.xml': texts('=1+1') };
    expect(await rowsAfter(apart, shown)).toEqual({ same: false, by: 'trail', added: 0 });
    expect(await rowsAfter(apart, { 'xl/texts.xml': texts('=1+1') })).toEqual({ same: true, by: 'trail', added: 0 });
  });

  test('has its additional sheets counted, even if the first one is hidden', async () => {
    const added = inPart('xl/workbook.xml', '<sheets>', '<sheets><sheet name="LB " sheetId="9" r:id="rId2"/>');
    const hidden: Change = (text, name) => added(text, name).replace('name="LB"', 'name="LB" state="veryHidden"');
    expect(await rowsAfter(hidden)).toEqual({ same: true, by: 'trail', added: 1 });
  });
});

test('elements named like inherited object members are ordinary elements', async () => {
  const named = '<__defineGetter__ a="b"/><constructor a="b"/><toString/>';
  expect(await rowsAfter(inLabs('<sheetData>', `${named}<sheetData>`))).toEqual({ same: true, by: 'trail', added: 0 });
});

describe('a table that spans two sheets', () => {
  const [path, rows] = ['long.xlsx', 1_048_576];
  const sheet = (heading: string, row: string): string =>
    `<worksheet xmlns="${main}"><sheetData><row><c t="inlineStr"><is><t>${heading}</t></is></c></row>${row}</sheetData></worksheet>`;

  /** All its rows but the last are empty and so need not be present. */
  async function compared(secondHeading: string) {
    const digest = rowDigest({ sheet: 'LB', headings: ['Result'], kinds: [] });
    digest.add(rowText([null]).repeat(rows - 1) + rowText([5]));
    const names = ['LB', 'LB (2)'].map((name, at) => `<sheet name="${name}" r:id="s${String(at)}"/>`);
    const bytes = await zipOf({
      '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="a" Type="x/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${[0, 1].map((at) => `<Relationship Id="s${String(at)}" Type="x/worksheet" Target="s${String(at)}.xml"/>`).join('')}</Relationships>`,
      'xl/s0.xml': sheet('Result', ''),
      'xl/s1.xml': sheet(secondHeading, '<row><c><v>5</v></c></row>'),
    });
    writeFileSync(join(fixture.folder, path), bytes);
    const file = await openPlainFile(join(fixture.folder, path));
    const evidence = { id: '', at: '', study: '', datasets: [{ dataset: 'labs', rows, columns: 1, generation: 1, digest: '' } as const] };
    const members = (await readMembers(file)) ?? new Map();
    const found = await compareTables(file, members, evidence, [digest.end()], () => undefined);
    await file.close();
    return found;
  }

  test('must have its header on each sheet', async () => {
    expect(await compared('Result')).toEqual({ same: true, added: 0 });
    expect(await compared('Dose')).toEqual({ same: false, added: 0 });
  });
});
