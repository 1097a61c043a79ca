import { createHash } from 'node:crypto';
import fs, { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEvidence } from '../../../src/core/export/evidence-file.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf } from './plan.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', test: 'ALT', result: '=1+1', result_number: 24 },
    { record_id: 'b', subject: '0013', test: 'AST', result: '5', result_number: 5 },
  ]);
  fixture.add('subjects', [{ subject: '0012' }, { subject: '0013' }]);
});
afterEach(() => {
  fixture.remove();
});

const files = (): readonly string[] =>
  readdirSync(fixture.folder)
    .filter((name) => !name.startsWith('study.db'))
    .sort();
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const at = (name: string): string => join(fixture.folder, name);
const read = (name: string): Record<string, unknown> => JSON.parse(readFileSync(at(name), 'utf8')) as Record<string, unknown>;

const where = [{ column: 'subject', op: '=' as const, values: ['0012'] }];
const filtered = planOf({ selection: { ...everything('labs'), where }, format: 'csv-excel' });
const both: ExportPlan = {
  ...planOf({ selection: everything('labs') }),
  parts: [filtered.parts[0], { selection: everything('subjects'), sort: [], columns: [] }].filter((part) => part !== undefined),
};

const write = (plan: ExportPlan, name: string, replace = false) => exportFile(fixture.study, plan, { path: at(name), replace, made });

/** The members of a zip as texts. */
async function membersOf(name: string, password?: string): Promise<Record<string, string>> {
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(at(name))])), password === undefined ? {} : { password });
  const texts: Record<string, string> = {};
  for (const entry of await zip.getEntries()) {
    if (entry.directory) continue;
    texts[entry.filename] = await entry.getData(new TextWriter());
  }
  return texts;
}

describe('the evidence beside a file', () => {
  test('states each word of a search, because each may be in another text', async () => {
    await write(planOf({ selection: { ...everything('labs'), search: 'alt  0012' } }), 'labs.csv');
    expect(read('labs.csv.carrel.json')).toMatchObject({
      datasets: [{ rows: 1, filters: ['Texts of the record contain “alt” and “0012”'], query: { search: 'alt  0012' } }],
    });
  });

  test('states the selection in words and as a query, the row count, guarded cells and the digest of the file', async () => {
    const outcome = await write(filtered, 'labs.csv');
    const evidence = read('labs.csv.carrel.json');
    const bytes = readFileSync(at('labs.csv'));
    expect(evidence).toMatchObject({
      carrelEvidence: 1,
      file: 'labs.csv',
      bytes: bytes.length,
      sha256: sha256(bytes),
      export: { id: made.id, at: made.at, by: 'Carrel 0.1.0', demo: true },
      study: '22-001',
      format: 'csv-excel',
      datasets: [{ dataset: 'labs', rows: 1, filters: ['Subject is 0012'], query: { where } }],
      notes: { guarded: 1, cut: 0 },
    });
    const evidenceSha256 = sha256(readFileSync(at('labs.csv.carrel.json')));
    expect(outcome).toMatchObject({ sha256: sha256(bytes), evidence: 'labs.csv.carrel.json', evidenceSha256, guarded: 1 });
    expect(readEvidence(readFileSync(at('labs.csv.carrel.json'), 'utf8'))).toMatchObject({ sha256: sha256(bytes), study: '22-001' });
    expect(files()).toEqual(['labs.csv', 'labs.csv.carrel.json']);
  });

  test('states how many subjects a subject filter covers, ignoring ids that are not in the study', async () => {
    const subjects = ['0012', 'nobody'];
    const outcome = await write(planOf({ selection: { ...everything('labs'), subjects } }), 'labs.csv');
    expect(read('labs.csv.carrel.json')).toMatchObject({ subjects: { of: 1, all: 2, says: '1 of 2 subjects' } });
    expect(outcome.subjects).toEqual({ of: 1, all: 2 });
    const whole = await write(planOf({ selection: everything('labs') }), 'whole.csv');
    expect(read('whole.csv.carrel.json')).toMatchObject({ subjects: null });
    expect(whole.subjects).toBeNull();
  });

  test('does not replace an earlier one without permission, and then nothing is written', async () => {
    writeFileSync(at('labs.csv.carrel.json'), 'earlier');
    await expect(write(filtered, 'labs.csv')).rejects.toMatchObject({ code: 'EXPORT' });
    expect(files()).toEqual(['labs.csv.carrel.json']);
    expect(readFileSync(at('labs.csv.carrel.json'), 'utf8')).toBe('earlier');
  });

  test('restores the earlier file if it cannot be written, even on a disk without hard links', async () => {
    writeFileSync(at('labs.csv'), 'earlier');
    const { linkSync } = fs;
    fs.linkSync = () => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' });
    };
    syncBuiltinESMExports();
    try {
      const control = {
        onWritten: () => {
          mkdirSync(at('labs.csv.carrel.json'));
        },
      };
      await expect(
        exportFile(fixture.study, planOf({ selection: everything('labs') }), { path: at('labs.csv'), replace: true, made }, control),
      ).rejects.toMatchObject({ code: 'EXPORT' });
    } finally {
      fs.linkSync = linkSync;
      syncBuiltinESMExports();
    }
    expect(readFileSync(at('labs.csv'), 'utf8')).toBe('earlier');
    expect(files()).toEqual(['labs.csv', 'labs.csv.carrel.json']);
  });

  test('restores the earlier file if it cannot be written, and leaves nothing new', async () => {
    writeFileSync(at('labs.csv'), 'earlier');
    const plan = planOf({ selection: everything('labs') });
    const control = {
      onWritten: () => {
        mkdirSync(at('labs.csv.carrel.json'));
      },
    };
    await expect(exportFile(fixture.study, plan, { path: at('labs.csv'), replace: true, made }, control)).rejects.toMatchObject({
      code: 'EXPORT',
    });
    expect(readFileSync(at('labs.csv'), 'utf8')).toBe('earlier');
    expect(files()).toEqual(['labs.csv', 'labs.csv.carrel.json']);
  });
});

describe('a zip', () => {
  test('holds a file for each dataset and evidence with their digests, and has its own evidence beside it', async () => {
    const outcome = await write({ ...both, zip: { passphrase: null } }, 'study.zip');
    const members = await membersOf('study.zip');
    expect(Object.keys(members)).toEqual(['labs.csv', 'subjects.csv', 'evidence.json']);
    expect(members['labs.csv']?.split('\r\n').length).toBe(3);
    const digests = ['labs.csv', 'subjects.csv'].map((name) => ({ name, sha256: sha256(members[name] ?? '') }));
    const inside = JSON.parse(members['evidence.json'] ?? '') as unknown;
    expect(inside).toMatchObject({ export: { id: made.id }, members: digests, datasets: [{ filters: ['Subject is 0012'] }, {}] });
    expect(read('study.zip.carrel.json')).toMatchObject({ sha256: outcome.sha256, members: digests });
    expect(outcome).toMatchObject({ rows: 3, sha256: sha256(readFileSync(at('study.zip'))) });
  });

  test('with a passphrase opens only with it, and the evidence beside it reveals no value', async () => {
    await write({ ...both, zip: { passphrase: 'a phrase of six words or so' } }, 'study.zip');
    await expect(membersOf('study.zip')).rejects.toThrow();
    await expect(membersOf('study.zip', 'another')).rejects.toThrow();
    expect(Object.keys(await membersOf('study.zip', 'a phrase of six words or so'))).toContain('labs.csv');
    expect(readFileSync(at('study.zip.carrel.json'), 'utf8')).not.toContain('0012');
    // A digest of the content would confirm a right guess.
    expect(read('study.zip.carrel.json')).not.toHaveProperty('members');
    expect(readFileSync(at('study.zip')).includes('0012')).toBe(false);
  });

  test('of a workbook holds the workbook and the evidence', async () => {
    await write({ ...both, format: 'xlsx', zip: { passphrase: null } }, 'study.zip');
    expect(Object.keys(await membersOf('study.zip'))).toEqual(['study.xlsx', 'evidence.json']);
  });
});

test('writes several datasets as one workbook, but not as one file of another format', async () => {
  expect(await write({ ...both, format: 'xlsx' }, 'study.xlsx')).toMatchObject({ rows: 3, evidence: null });
  await expect(write(both, 'study.csv')).rejects.toMatchObject({ code: 'USAGE' });
  expect(files()).toEqual(['study.xlsx']);
});
