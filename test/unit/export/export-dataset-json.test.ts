import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf, type Asked } from './plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', result_number: '5.10', times_upper_limit: null, collected: '2026-05' },
    { record_id: 'b', subject: '10E2', result_number: null, times_upper_limit: 0.5, collected: '2026-05-04T06:00:00' },
  ]);
});
afterEach(() => {
  fixture.remove();
});

const columns = ['subject', 'result_number', 'times_upper_limit', 'collected'];

async function write(more: Partial<Asked>): Promise<string> {
  const path = join(fixture.folder, 'labs.json');
  const plan = planOf({ selection: everything('labs'), columns, format: 'dataset-json', ...more });
  await exportFile(fixture.study, plan, { path, replace: true, made });
  return readFileSync(path, 'utf8');
}

const rows = [
  ['0012', '5.10', null, '2026-05'],
  ['10E2', null, '0.5', '2026-05-04T06:00:00'],
];

test('a Dataset-JSON document holds the metadata and the rows as sent', async () => {
  expect(JSON.parse(await write({}))).toMatchObject({
    datasetJSONVersion: '1.1.0',
    fileOID: made.id,
    studyOID: '22-001',
    itemGroupOID: 'IG.LB',
    name: 'LB',
    records: 2,
    columns: [
      { itemOID: 'IT.LB.subject', name: 'subject', label: 'Subject', dataType: 'string' },
      { name: 'result_number', dataType: 'decimal', targetDataType: 'decimal' },
      { name: 'times_upper_limit', dataType: 'decimal' },
      { name: 'collected', label: 'Collected', dataType: 'datetime' },
    ],
    rows,
  });
});

test('with SDTM-style headings, names are valid in SAS and labels are plain words', async () => {
  const { columns: items } = JSON.parse(await write({ vocabulary: 'sdtm' })) as { columns: readonly Record<string, string>[] };
  expect(items.map(({ name, label }) => [name, label])).toEqual([
    ['SUBJID', 'Subject'],
    ['RESULTNU', 'Result number'],
    ['TIMESUPP', '× ULN'],
    ['LBDTC', 'Collected'],
  ]);
});

test('states text length and SAS display format of each column, and marks the key', async () => {
  const { columns: items } = JSON.parse(await write({ columns: ['record_id', ...columns] })) as {
    columns: readonly { readonly name: string; readonly length?: number; readonly displayFormat?: string; readonly keySequence?: number }[];
  };
  const found = (name: string) => items.find((item) => item.name === name);
  expect([found('record_id')?.keySequence, found('subject')?.keySequence]).toEqual([1, undefined]);
  expect([found('subject')?.length, found('result_number')?.length]).toEqual([4, undefined]);
  expect(items.map(({ displayFormat }) => displayFormat)).toEqual([undefined, undefined, 'BEST12.', '12.2', 'E8601DT.']);
});

test('the line-based form has the metadata on the first line and one row on each further line', async () => {
  const [head, ...lines] = (await write({ format: 'dataset-json-nd' })).trimEnd().split('\n');
  expect(JSON.parse(head ?? '')).toMatchObject({ records: 2, name: 'LB' });
  expect(JSON.parse(head ?? '')).not.toHaveProperty('rows');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
});

test('an export without rows is metadata only', async () => {
  const none = { selection: { ...everything('labs'), subjects: [] } };
  expect(JSON.parse(await write(none))).toMatchObject({ records: 0, rows: [] });
  expect((await write({ ...none, format: 'dataset-json-nd' })).trimEnd().split('\n')).toHaveLength(1);
});
