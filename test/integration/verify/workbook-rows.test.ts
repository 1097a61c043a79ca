import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { verifyFile } from '../../../src/core/verify/verify-file.ts';
import { planOf } from '../../unit/export/plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { addLabs, columns, exportTo, trailOf } from './exported.ts';
import { rewriteZip } from './zips.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  addLabs(fixture);
  fixture.add('subjects', [{ subject: '0012' }, { subject: '0013' }]);
});
afterEach(() => {
  fixture.remove();
});

const plan: ExportPlan = {
  ...planOf({ selection: everything('labs'), format: 'xlsx' }),
  parts: [
    { selection: everything('labs'), sort: [], columns },
    { selection: everything('subjects'), sort: [], columns: [] },
  ],
};
const labsSheet = 'xl/worksheets/sheet1.xml';

/** The same for a recipient: pseudonyms, and days instead of dates. */
const pseudonymised: ExportPlan = {
  ...plan,
  protection: { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: Buffer.alloc(32, 7) },
};

function sharedTexts(items: string): string {
  return `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${items}</sst>`;
}

/** Adds the relation of a workbook with shared texts. */
function withRelation(text: string, name: string): string {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  const relation = `<Relationship Id="rId99" Type="${type}" Target="sharedStrings.xml"/>`;
  return name === 'xl/_rels/workbook.xml.rels' ? text.replace('</Relationships>', `${relation}</Relationships>`) : text;
}

/** The comparison of a workbook after a change to one part, even in form only. */
async function comparedAfter(change: (text: string, name: string) => string) {
  const { path, event } = await exportTo(fixture, 'study.xlsx', plan);
  writeFileSync(path, await rewriteZip(path, change));
  const { verdict, rows, differs } = await verifyFile(path, trailOf(event));
  expect(verdict).toBe('changed');
  return { rows, differs };
}

/** The comparison of the rows alone. */
async function rowsAfter(change: (text: string, name: string) => string) {
  return (await comparedAfter(change)).rows;
}

const inLabs =
  (from: string | RegExp, to: string) =>
  (text: string, name: string): string => {
    if (name !== labsSheet) return text;
    expect(text).toMatch(from);
    return text.replace(from, to);
  };

describe('the rows of a changed workbook', () => {
  test('are the same if it was only repacked', async () => {
    expect(await rowsAfter((text) => text)).toEqual({ same: true, by: 'trail', added: 0 });
  });

  test('are the same if the kind of a column was changed in the Codebook, which is reported', async () => {
    const inCodebook = (text: string, name: string): string =>
      name === 'xl/worksheets/sheet3.xml' ? text.replace('>number<', '>text<') : text;
    expect(await comparedAfter(inCodebook)).toEqual({ rows: { same: true, by: 'trail', added: 0 }, differs: 'codebook' });
  });

  test('are the same if only the elements of cells were put on lines of their own', async () => {
    expect(await rowsAfter(inLabs(/<\/v><\/c>/g, '</v>\n7\n</c>'))).toEqual({ same: true, by: 'trail', added: 0 });
  });

  test('differ by a changed heading, which is named, or by a changed value', async () => {
    const rows = { same: false, by: 'trail', added: 0 };
    expect(await comparedAfter(inLabs('>Subject<', '>Person<'))).toEqual({ rows, differs: 'headings' });
    expect(await comparedAfter(inLabs('>0012<', '>0013<'))).toEqual({ rows, differs: null });
  });

  test('are the same for pseudonyms and days too', async () => {
    const { path, event } = await exportTo(fixture, 'study.xlsx', pseudonymised);
    writeFileSync(path, await rewriteZip(path, (text) => text));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', rows: { same: true, by: 'trail', added: 0 } });
  });

  test('are the same with shared texts, as spreadsheet programs store them', async () => {
    const { path, event } = await exportTo(fixture, 'study.xlsx', plan);
    const shared: string[] = [];
    const apart = (text: string, name: string): string =>
      name === labsSheet
        ? text.replaceAll(/t="inlineStr"><is>(<t .*?<\/t>)<\/is>/gs, (_found, part: string) => {
            shared.push(`<si>${part}<rPh sb="0" eb="1"><t>spoken</t></rPh></si>`);
            return `t="s"><v>${String(shared.length - 1)}</v>`;
          })
        : text;
    const more = (): Record<string, string> => ({ 'xl/sharedStrings.xml': `<?xml version="1.0"?>\n${sharedTexts(shared.join(''))}` });
    writeFileSync(path, await rewriteZip(path, (text, name) => apart(withRelation(text, name), name), more));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', rows: { same: true, by: 'trail', added: 0 } });
    // Without these texts the rows differ.
    writeFileSync(path, await rewriteZip(path, (text, name) => (name === 'xl/sharedStrings.xml' ? sharedTexts('') : text)));
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ rows: { same: false, by: 'trail', added: 0 } });
  });

  test.each([
    ['numbers with all digits that a program may write', inLabs('<v>0.1</v>', '<v>0.10000000000000001</v>')],
    ['dates with another last digit', inLabs(/<v>45779\.2506944\d*<\/v>/, '<v>45779.2506944445</v>')],
    ['quotients with another last digit', inLabs('<v>1.8666666666666667</v>', '<v>1.86666666666666</v>')],
    ['an empty row and an empty cell at the end', inLabs('</sheetData>', '<row r="5"/><row r="9"><c r="A9" s="1"/></row></sheetData>')],
    [
      'names of elements with a prefix',
      (text: string, name: string) => inLabs(/<(\/?)(?=\w)/g, '<$1x:')(text, name).replace(/(<x:worksheet xmlns)=/, '$1:x='),
    ],
    [
      'what Excel adds',
      (text: string, name: string) =>
        inLabs(
          /(?<=<worksheet xmlns="[^"]*")/,
          ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac" xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac"',
        )(inLabs(/<row r="(\d)"/g, '<row r="$1" spans="1:6" x14ac:dyDescent="0.25"')(text, name), name),
    ],
    [
      'what other programs add in their own namespaces',
      inLabs('</sheetData>', '</sheetData><extLst xmlns:x9="urn:x9"><ext><x9:row r="9"><x9:c/></x9:row></ext></extLst>'),
    ],
  ])('are the same with %s', async (_what, change) => {
    expect(await rowsAfter(change)).toEqual({ same: true, by: 'trail', added: 0 });
  });

  test.each([
    ['another number', inLabs('<v>24</v>', '<v>25</v>')],
    ['another text', inLabs('10E2', '10E3')],
    ['a text that became a number', inLabs(/<c r="A2"[^/]*?>.*?<\/c>/s, '<c r="A2"><v>12</v></c>')],
    ['an additional cell', inLabs('</row></sheetData>', '<c r="H4"><v>1</v></c></row></sheetData>')],
    ['a missing cell', inLabs(/<c r="B2".*?<\/c>/s, '')],
    ['a missing row', inLabs(/<row r="4">.*?<\/row>/s, '')],
    ['an additional row', inLabs('</sheetData>', '<row r="5"><c r="A5"><v>1</v></c></row></sheetData>')],
    ['another quotient', inLabs('<v>1.8666666666666667</v>', '<v>1.866668</v>')],
    ['another minute', inLabs(/<v>45779\.2506944\d*<\/v>/, '<v>45779.2513888889</v>')],
    ['an invalid number in an empty cell', inLabs('</row><row r="4">', '<c r="G3"><v>NaN</v></c></row><row r="4">')],
    ['another heading', inLabs('>Result<', '>Result (checked)<')],
    ['a formula', inLabs('<v>24</v>', '<f>12+12</f><v>24</v>')],
    ['a boolean', inLabs('<c r="D2"><v>24</v>', '<c r="D2" t="b"><v>1</v>')],
  ])('differ with %s', async (_what, change) => {
    expect(await rowsAfter(change)).toEqual({ same: false, by: 'trail', added: 0 });
  });

  test('differ if a sheet has another name', async () => {
    const renamed = (text: string, name: string): string => (name === 'xl/workbook.xml' ? text.replace('name="LB"', 'name="Labs"') : text);
    expect(await rowsAfter(renamed)).toEqual({ same: false, by: 'trail', added: 1 });
  });

  test.each([
    ['a document type declaration', inLabs('<worksheet', '<!DOCTYPE w [<!ENTITY a "aa">]><worksheet')],
    ['an undeclared entity', inLabs('10E2', '&lol;')],
    ['rows out of order', inLabs('<row r="4">', '<row r="2">')],
    ['cells out of order', inLabs('<c r="C2"', '<c r="A2"')],
    ['a truncated end', inLabs(/<\/sheetData>.*/s, '<')],
    ['bytes that are not UTF-8', inLabs('10E2', '\udc80')],
  ])('are not compared at all: %s', async (_what, change) => {
    expect(await rowsAfter(change)).toBe(null);
  });
});

describe('a workbook that was made to look unchanged', () => {
  /** A changed number, and an About sheet with matching digests. */
  async function forged() {
    const { path, event } = await exportTo(fixture, 'study.xlsx', plan);
    fixture.change("UPDATE labs_row SET result_number = 25 WHERE record_id = 'a'");
    const { event: other } = await exportTo(fixture, 'other.xlsx', plan, '0d9c6f6a-0000-4000-8000-000000000009');
    const own = await rewriteZip(join(fixture.folder, 'other.xlsx'), (text) =>
      text.replaceAll('0d9c6f6a-0000-4000-8000-000000000009', event.id ?? ''),
    );
    writeFileSync(path, own);
    expect(other.rowDigests?.[0]).not.toBe(event.rowDigests?.[0]);
    return { path, event };
  }

  test('is exposed by the digests in the audit trail', async () => {
    const { path, event } = await forged();
    expect(await verifyFile(path, trailOf(event))).toMatchObject({ verdict: 'changed', rows: { same: false, by: 'trail', added: 0 } });
  });

  test('is compared with its own digests only if the trail entry has none', async () => {
    const { path, event } = await forged();
    const { rowDigests: _digests, ...earlier } = event;
    expect(await verifyFile(path, trailOf(earlier))).toMatchObject({ verdict: 'changed', rows: { same: true, by: 'file', added: 0 } });
  });
});

const office = ['/usr/bin/soffice', '/usr/bin/libreoffice', '/Applications/LibreOffice.app/Contents/MacOS/soffice'].find((path) =>
  existsSync(path),
);

/** One start of LibreOffice for all files, as starting takes far longer than the work. */
test.skipIf(office === undefined)('a workbook saved again by LibreOffice has the same rows, also with pseudonyms', async () => {
  const written = {
    plain: await exportTo(fixture, 'plain.xlsx', plan),
    pseudonymised: await exportTo(fixture, 'pseudonymised.xlsx', pseudonymised),
  };
  const folder = join(fixture.folder, 'saved');
  mkdirSync(folder);
  const profile = `-env:UserInstallation=file://${join(fixture.folder, 'profile')}`;
  const paths = Object.values(written).map(({ path }) => path);
  execFileSync(office ?? '', [profile, '--headless', '--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', folder, ...paths], {
    stdio: 'ignore',
    env: { ...process.env, HOME: fixture.folder },
  });
  for (const [name, { event }] of Object.entries(written)) {
    expect(await verifyFile(join(folder, `${name}.xlsx`), trailOf(event)), name).toMatchObject({
      verdict: 'changed',
      reason: 'id',
      known: { id: event.id },
      datasets: [{ dataset: 'labs' }, { dataset: 'subjects' }],
      rows: { same: true, by: 'trail', added: 0 },
    });
  }
});
