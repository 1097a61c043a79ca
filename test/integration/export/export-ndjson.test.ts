import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { readRecordSource } from '../../../src/core/query/record.ts';
import { openDatabase } from '../../../src/core/store/database/database.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { labText, mirroredStudy, type MirroredStudy } from '../../unit/query/mirrored-study.ts';
import { everything, studyNumber } from '../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';

let mirrored: MirroredStudy;
beforeEach(() => {
  mirrored = mirroredStudy();
});
afterEach(() => {
  mirrored.remove();
});

async function run(more: Partial<Asked> = {}) {
  const path = join(mirrored.folder, 'out.ndjson');
  const plan = planOf({ selection: everything('labs'), format: 'ndjson', ...more });
  const outcome = await exportFile(mirrored.study, plan, { path, replace: true, made });
  const text = readFileSync(path, 'utf8');
  return {
    outcome,
    text,
    ids: text
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { id?: string }).id),
  };
}

const big = labText('r2', { subject: '2', value: '12345678901234567890.10', extra: ',"note":[{"text":"a\\r\\nb \\u00e9 \u2028"}]' });
const pages = [
  [labText('r3', { subject: '3' }), big],
  [null, labText('r1', { subject: '1' })],
];

test('writes the resources as sent, one per line, in the order sent', async () => {
  await mirrored.mirror('labs', pages);
  const { text, outcome, ids } = await run();
  expect(ids).toEqual(['r3', 'r2', 'r1']);
  expect(text.split('\n')[1]).toBe(big.replaceAll('\r\n', ''));
  expect(text.split('\n')[1]).toContain('12345678901234567890.10');
  expect(outcome).toMatchObject({ rows: 3, columns: 0, guarded: 0, bytes: Buffer.byteLength(text) });
});

test('applies sort, subject filter, chosen rows and search', async () => {
  await mirrored.mirror('labs', pages);
  expect((await run({ sort: [{ column: 'subject', descending: false }] })).ids).toEqual(['r1', 'r2', 'r3']);
  expect(
    (await run({ sort: [{ column: 'subject', descending: true }], selection: { ...everything('labs'), subjects: ['1', '3'] } })).ids,
  ).toEqual(['r3', 'r1']);
  expect((await run({ selection: { ...everything('labs'), chosen: { mode: 'except', keys: ['r2'] } } })).ids).toEqual(['r3', 'r1']);
  expect((await run({ selection: { ...everything('labs'), search: 'zzz' } })).text).toBe('');
});

test('writes the newest resources after a second sync', async () => {
  await mirrored.mirror('labs', pages);
  await mirrored.mirror('labs', [[labText('r1', { value: '7.0' })]]);
  const { text } = await run();
  expect(text).toBe(`${labText('r1', { value: '7.0' }).replaceAll('\r\n', '')}\n`);
});

test('writes subjects as the Group resource on one line', async () => {
  const group = `{"resourceType":"Group",\n"identifier":[{"use":"usual","value":"${studyNumber}"}],"type":"person","member":[{"entity":{"reference":"Patient/0012"}}]}`;
  await mirrored.mirror('subjects', [[group]]);
  const { text, outcome } = await run({ selection: everything('subjects') });
  expect(text).toBe(`${group.replaceAll('\n', '')}\n`);
  expect(outcome.rows).toBe(1);
});

test.each([
  [{ subjects: ['0012'] }],
  [{ where: [{ column: 'subject', op: '=' as const, values: ['0012'] }] }],
  [{ search: '0012' }],
  [{ chosen: { mode: 'only' as const, keys: ['0012'] } }],
])('refuses to write the Group, which names every subject, as if narrowed by %j', async (narrowed) => {
  const members = ['0012', '0013'].map((subject) => `{"entity":{"reference":"Patient/${subject}"}}`);
  const group = `{"resourceType":"Group","identifier":[{"use":"usual","value":"${studyNumber}"}],"type":"person","member":[${members.join(',')}]}`;
  await mirrored.mirror('subjects', [[group]]);
  await expect(run({ selection: { ...everything('subjects'), ...narrowed } })).rejects.toMatchObject({ code: 'USAGE' });
});

test('writes a very large Group whole on one line, and shows it as the source of a member', async () => {
  // A Group with more values than any other resource may have: it is read member by member.
  const members = Array.from({ length: 60_000 }, (_, n) => `{"entity":{"reference":"Patient/${String(n).padStart(6, '0')}"}}`);
  const group = `{"resourceType":"Group","identifier":[{"use":"usual","value":"${studyNumber}"}],"type":"person","member":[${members.join(',')}]}`;
  await mirrored.mirror('subjects', [[group]]);
  const { text, outcome } = await run({ selection: everything('subjects') });
  expect(text === `${group}\n`).toBe(true);
  expect(outcome.rows).toBe(1);
  expect(readRecordSource(mirrored.study, datasets.subjects, '059999')?.raw.length).toBe(group.length);
});

test('fails if the Group resource is missing', async () => {
  await mirrored.mirror('subjects', [[null]]);
  const db = openDatabase(mirrored.path, Buffer.alloc(32, 9), 'write');
  db.exec("UPDATE state SET records = 3 WHERE dataset = 'subjects'");
  db.close();
  await expect(run({ selection: everything('subjects') })).rejects.toMatchObject({ code: 'EXPORT' });
});

test('writes an empty file for a study that was never mirrored', async () => {
  expect((await run()).text).toBe('');
});
