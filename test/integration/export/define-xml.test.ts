import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', visit: 'C1D1', result: 'x'.repeat(70), unit: 'U/L', times_upper_limit: 0.5 },
    { record_id: 'b', subject: '0013', visit: '<C1> & "D2"\u0001', result: '5', unit: 'mg/dL', range_flag: 'HIGH' },
  ]);
  fixture.add('subjects', [{ subject: '0012' }, { subject: '0013' }]);
});
afterEach(() => {
  fixture.remove();
});

const columns = ['record_id', 'subject', 'visit', 'result', 'result_number', 'collected', 'times_upper_limit', 'range_flag'];
const plan: ExportPlan = {
  ...planOf({ selection: everything('labs'), format: 'xpt', zip: { passphrase: null } }),
  define: true,
  parts: [
    { selection: everything('labs'), sort: [], columns },
    { selection: everything('subjects'), sort: [], columns: ['subject'] },
  ],
};

/** The define.xml of a zip, read by Python: for each element its name, attributes and text. */
async function elements(more: Partial<ExportPlan> = {}): Promise<readonly (readonly [string, Readonly<Record<string, string>>, string])[]> {
  const path = join(fixture.folder, 'study.zip');
  await exportFile(fixture.study, { ...plan, ...more }, { path, replace: true, made });
  const script = `
import json, sys, zipfile
import xml.etree.ElementTree as tree
root = tree.fromstring(zipfile.ZipFile(sys.argv[1]).read('define.xml'))
plain = lambda name: name.split('}')[-1]
print(json.dumps([[plain(one.tag), {plain(key): value for key, value in one.attrib.items()}, (one.text or '').strip()] for one in root.iter()]))`;
  return JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8', maxBuffer: 1 << 24 })) as [
    string,
    Record<string, string>,
    string,
  ][];
}

test('a define.xml describes datasets, variables with lengths, methods and code lists of values found, and every reference resolves', async () => {
  const all = await elements();
  const of = (name: string) => all.filter(([one]) => one === name).map(([, attributes]) => attributes);
  expect(of('ItemGroupDef').map(({ OID, Structure, IsNonStandard }) => [OID, Structure, IsNonStandard])).toEqual([
    ['IG.LB', 'One record per lab result', 'Yes'],
    ['IG.DM', 'One record per subject', 'Yes'],
  ]);
  expect(of('leaf').map(({ href }) => href)).toEqual(['labs.xpt', 'subjects.xpt']);
  const item = (oid: string) => of('ItemDef').find(({ OID }) => OID === oid);
  expect(item('IT.LB.result')).toMatchObject({ Name: 'LBORRES', DataType: 'text', Length: '70' });
  expect(item('IT.LB.result_number')).toMatchObject({ DataType: 'float' });
  expect(item('IT.LB.collected')).toMatchObject({ Name: 'LBDTC', DataType: 'incompleteDatetime' });
  expect(of('MethodDef').map(({ OID }) => OID)).toEqual([
    ...['MT.LB.times_upper_limit', 'MT.LB.range_flag'],
    ...['MT.LB.collected.DATE', 'MT.LB.collected.DATETIME'],
  ]);
  expect(
    of('ItemRef')
      .filter(({ KeySequence }) => KeySequence === '1')
      .map(({ ItemOID }) => ItemOID),
  ).toEqual(['IT.LB.record_id', 'IT.DM.subject']);
  expect(of('EnumeratedItem').map(({ CodedValue }) => CodedValue)).toEqual(expect.arrayContaining(['C1D1', '<C1> & "D2"\ufffd', 'HIGH']));
  expect(of('CodeList').map(({ OID }) => OID)).not.toContain('CL.LB.subject');
  const references = [
    ...of('ItemRef').flatMap(({ ItemOID, MethodOID }) => [ItemOID, MethodOID]),
    ...of('CodeListRef').map(({ CodeListOID }) => CodeListOID),
  ].filter((oid) => oid !== undefined);
  const defined = new Set(all.flatMap(([, { OID }]) => OID ?? []));
  expect(references.filter((oid) => !defined.has(oid))).toEqual([]);
});

test('a define.xml describes the numeric dates of a transport file and the lengths that it has', async () => {
  fixture.add('labs', [{ record_id: 'c', subject: '0014', result: 'é'.repeat(300), collected: '2025-03-02T10:15:30' }]);
  const all = await elements();
  const items = all.filter(([name]) => name === 'ItemDef').map(([, attributes]) => attributes);
  expect(items.find(({ Name }) => Name === 'LBORRES')).toMatchObject({ Length: '200' });
  expect(items.filter(({ OID }) => OID?.startsWith('IT.LB.collected') === true)).toEqual([
    expect.objectContaining({ Name: 'LBDTC' }),
    expect.objectContaining({ Name: 'LBDT', DataType: 'integer', DisplayFormat: 'DATE9.' }),
    expect.objectContaining({ Name: 'LBDTM', DataType: 'float', DisplayFormat: 'DATETIME20.' }),
  ]);
  const refs = all.filter(([name]) => name === 'ItemRef').map(([, attributes]) => attributes);
  expect(refs.slice(8, 10)).toEqual([
    expect.objectContaining({ ItemOID: 'IT.LB.collected.DATE', OrderNumber: '9', MethodOID: 'MT.LB.collected.DATE' }),
    expect.objectContaining({ ItemOID: 'IT.LB.collected.DATETIME', OrderNumber: '10', MethodOID: 'MT.LB.collected.DATETIME' }),
  ]);
});

const vocabularies = ['plain', 'sdtm', 'source'] as const;
test.each(vocabularies)('a define.xml names the items of Dataset-JSON with %s headings as the file does', async (vocabulary) => {
  const all = await elements({ format: 'dataset-json', vocabulary });
  const script = `
import json, sys, zipfile
columns = json.loads(zipfile.ZipFile(sys.argv[1]).read('labs.json'))['columns']
print(json.dumps([[one['itemOID'], one['name']] for one in columns]))`;
  const items = JSON.parse(execFileSync('python3', ['-c', script, join(fixture.folder, 'study.zip')], { encoding: 'utf8' })) as unknown;
  const defined = all.filter(([name, { OID }]) => name === 'ItemDef' && OID?.startsWith('IT.LB') === true);
  expect(defined.map(([, { OID, Name }]) => [OID, Name])).toEqual(items);
});

test('a define.xml of a protected export holds only what leaves', async () => {
  const protection = { recipient: 'Acme', anchor: { kind: 'first-record' as const }, salt: Buffer.alloc(32, 1) };
  const text = JSON.stringify(await elements({ protection }));
  expect(text).toContain('C1D1');
  expect(text).not.toContain('D2');
  expect(text).not.toContain('0012');
});

test.each<[string, Partial<ExportPlan>]>([
  ['without a zip', { zip: null, parts: plan.parts.slice(0, 1) }],
  ['of a format that it does not describe', { format: 'csv' }],
])('a define.xml is refused %s', async (_, more) => {
  await expect(elements(more)).rejects.toMatchObject({ code: 'USAGE' });
});
