import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVault } from '../../src/core/vault/open-vault.ts';
import { readAesZip } from '../aes-zip.ts';
import { carrel, connectTo, passphrase, startSandbox, workFolder, type Ended, type Json, type Sandbox } from './carrel.ts';
import { readCsv, searchAll } from './service.ts';

const folder = workFolder();
const dataDir = join(folder.path, 'data');
const study = '24-006';
const zipPassphrase = 'a phrase for whoever gets it';
const seen: string[] = [];
/** What a person typed, which may be repeated. */
const typed: string[] = [];
/** What the service sent that identifies subjects and dates. */
let canaries: readonly string[] = [];
let sandbox: Sandbox;

/** The days of this run: it may last over midnight. */
const today = [0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

const at = (name: string): string => join(folder.path, name);

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const done = await carrel([...args, '--json'], { dataDir, env: { CARREL_PASSPHRASE: passphrase, ...env } });
  seen.push(done.stdout, done.stderr);
  return done;
}

const protect = (dataset: string, format: string, out: string, ...more: readonly string[]) =>
  run(['export', study, '--dataset', dataset, '--format', format, '--out', at(out), '--protect', ...more]);

/** The records of an exported file by their headings. */
function rowsOf(name: string): readonly Readonly<Record<string, string>>[] {
  const [header = [], ...records] = readCsv(readFileSync(at(name), 'utf8'));
  return records.map((record) => Object.fromEntries(header.map((heading, place) => [heading, record[place] ?? ''])));
}

/** Subjects, record ids, practitioners and days, as they stand in the resources. */
function tellingIn(resources: readonly Json[]): readonly string[] {
  const text = JSON.stringify(resources);
  const found = [
    /"Patient\/([^"]+)"/g,
    /"id":"([^"]{30,})"/g,
    /"(Practitioner\/[^"]+)"/g,
    /"(\d{4}-\d\d-\d\d)T/g,
    /"value":"(\d+-drug_exposure)"/g,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(([, telling = '']) => telling));
  // An export contains the day it was made and that of its copy.
  return [...new Set(found)].filter((telling) => !today.includes(telling));
}

beforeAll(async () => {
  sandbox = await startSandbox(['--subjects', '6', '--studies', `${study},22-001`]);
  await connectTo(sandbox, dataDir);
  await run(['sync', study, '22-001']);
  const asked = [
    ['observation', { category: 'laboratory' }],
    ['observation', { category: 'vital-signs' }],
    ['MedicationStatement', {}],
    ['Group', {}],
  ] as const;
  for (const [resource, parameters] of asked) canaries = [...canaries, ...tellingIn(await searchAll(sandbox, study, resource, parameters))];
});
afterAll(async () => {
  await sandbox.stop();
  folder.remove();
});

describe('a protected export from a terminal', () => {
  test('has pseudonyms for subjects and records, and days for dates, with --protect alone', async () => {
    const done = await protect('labs', 'csv', 'labs.csv');
    expect(done).toMatchObject({
      code: 0,
      result: { files: [{ dataset: 'labs', undated: 0, evidence: 'labs.csv.carrel.json' }] },
    });
    const rows = rowsOf('labs.csv');
    expect(rows.length).toBe(done.result.files[0].rows);
    // The service's own codes are in no list that all studies share.
    expect(new Set(rows.map((row) => row['Service code']))).toEqual(new Set(['']));
    expect(new Set(rows.map((row) => row['Test'])).size).toBeGreaterThan(5);
    expect(new Set(rows.map((row) => row['Subject (pseudonym)'])).size).toBeGreaterThan(2);
    for (const row of rows) {
      expect(row['Subject (pseudonym)']).toMatch(/^P-[0-9A-HJKMNP-TV-Z]{13}$/);
      expect(row['Record id (pseudonym)']).toMatch(/^R-[0-9A-HJKMNP-TV-Z]{13}$/);
      expect(row['Collected (day)']).toMatch(/^-?[1-9]\d*$/);
    }
    expect(JSON.parse(readFileSync(at('labs.csv.carrel.json'), 'utf8'))).toMatchObject({
      protection: { recipient: 'default', daysFrom: "the subject's first date in the study" },
      datasets: [{ leftOut: expect.arrayContaining(['Performer', 'Reference range']) }],
    });
  });

  test('is the same each time for one recipient, whatever the case of the name, and different for another', async () => {
    for (const [name, recipient] of [
      ['a.csv', 'Acme'],
      ['b.csv', 'ACME'],
      ['c.csv', 'Other'],
    ] as const)
      expect((await protect('labs', 'csv', name, '--recipient', recipient)).code).toBe(0);
    const [a, b, c] = ['a.csv', 'b.csv', 'c.csv'].map((name) => readFileSync(at(name), 'utf8'));
    expect(b).toBe(a);
    expect(c).not.toBe(a);
    const subjects = (name: string) => new Set(rowsOf(name).map((row) => row['Subject (pseudonym)']));
    expect([...subjects('c.csv')].filter((pseudonym) => subjects('a.csv').has(pseudonym))).toEqual([]);
    expect((await protect('vitals', 'csv', 'v.csv', '--recipient', 'acme')).code).toBe(0);
    expect(subjects('v.csv')).toEqual(subjects('a.csv'));
  });

  test('counts days from a visit or the baseline assessment, and is exit 2 if nobody has it', async () => {
    expect((await protect('labs', 'csv', 'visit.csv', '--anchor', 'visit:C1D1')).code).toBe(0);
    const first = rowsOf('visit.csv').filter((row) => row['Visit'] === 'C1D1');
    expect(new Set(first.map((row) => row['Collected (day)']))).toEqual(new Set(['1']));
    for (const anchor of ['visit:no such visit', 'baseline']) {
      const done = await protect('labs', 'csv', 'none.csv', '--anchor', anchor);
      expect([done.code, existsSync(at('none.csv'))]).toEqual([2, false]);
    }
    const baseline = await run([
      'export',
      '22-001',
      '--dataset',
      'responses',
      '--format',
      'csv',
      '--out',
      at('responses.csv'),
      '--protect',
      '--anchor',
      'baseline',
    ]);
    expect(baseline.code).toBe(0);
    const assessed = rowsOf('responses.csv').filter((row) => row['Assessment'] === 'Baseline');
    expect(assessed.length).toBeGreaterThan(2);
    expect(assessed.some((row) => row['Assessed (day)'] === '1')).toBe(true);
  });

  test('takes subjects by unique ids in a preview', async () => {
    const plain = await run(['export', study, '--dataset', 'labs', '--format', 'csv', '--headers', 'sdtm', '--out', at('plain.csv')]);
    const [first] = rowsOf('plain.csv');
    rmSync(at('plain.csv'));
    writeFileSync(at('names.txt'), `USUBJID\n${first?.['USUBJID'] ?? ''}\nnobody-at-all\n`);
    const done = await run(['export', study, '--dataset', 'labs', '--protect', '--preview', '--subjects', at('names.txt')]);
    rmSync(at('names.txt'));
    expect([plain.code, done.code]).toEqual([0, 0]);
    expect(done.result.preview).toEqual([expect.objectContaining({ dataset: 'labs', subjects: 1 })]);
  });

  test('respects the data cut-off in a preview, as in the export', async () => {
    const args = ['export', study, '--dataset', 'labs', '--protect'];
    await run(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', at('dates.csv')]);
    const days = rowsOf('dates.csv')
      .map((row) => (row['Collected'] ?? '').slice(0, 10))
      .toSorted();
    rmSync(at('dates.csv'));
    const median = days[Math.floor(days.length / 2)] ?? '';
    const cutOff = ['--cut-off', median];
    typed.push(median);
    const [all, preview, written] = [
      await run([...args, '--preview']),
      await run([...args, '--preview', ...cutOff]),
      await run([...args, '--format', 'csv', '--out', at('up-to.csv'), ...cutOff]),
    ];
    expect([all.code, preview.code, written.code]).toEqual([0, 0, 0]);
    const rows = rowsOf('up-to.csv').length;
    rmSync(at('up-to.csv'));
    expect(preview.result.preview).toEqual([expect.objectContaining({ dataset: 'labs', rows })]);
    expect(rows).toBeLessThan(all.result.preview[0].rows);
    expect(rows).toBeGreaterThan(0);
  });

  test('previews columns, treatments and counts but no value, and writes nothing', async () => {
    const before = readdirSync(folder.path);
    const trail = await run(['status', study]);
    const args = ['export', study, '--dataset', 'all', '--protect', '--preview'];
    const done = await run(args);
    expect([trail.code, done.code, readdirSync(folder.path)]).toEqual([0, 0, before]);
    const labs = done.result.preview.find(({ dataset }: Json) => dataset === 'labs');
    expect(labs.textCounts).toMatchObject({ tells: 0 });
    expect(labs.textCounts.leave).toBeGreaterThan(labs.textCounts.unseen);
    expect(JSON.stringify(done.result.preview)).not.toContain('Alanine');
    expect(labs).toMatchObject({ rows: rowsOf('labs.csv').length, undated: 0, counts: { pseudonym: 4, day: 2, dropped: 6 } });
    expect(labs.columns).toEqual(
      expect.arrayContaining([
        { name: 'subject', heading: 'Subject (pseudonym)', treatment: 'pseudonym', reason: 'It identifies the subject.' },
        { name: 'performer', heading: 'Performer', treatment: 'dropped', reason: 'It identifies a person at the site.' },
      ]),
    );
    const said = await carrel(args, { dataDir });
    seen.push(said.stdout);
    expect(said.stdout).toMatch(/^labs: [\d,]+ rows of \d+ subjects, 43 columns: 31 kept, 4 pseudonyms, 2 days, 6 dropped$/m);
    expect(said.stdout).toMatch(/^ {2}Collected \(day\) +day +A date may identify/m);
    expect(said.stdout.trimEnd().split('\n').at(-1)).toBe('Nothing was written.');
  });

  test('keeps a rare text that the --allow file names, and counts it', async () => {
    const plain = await run(['export', study, '--dataset', 'medications', '--format', 'csv', '--out', at('plain-cm.csv')]);
    expect(plain.code).toBe(0);
    const subjectsOf = Map.groupBy(rowsOf('plain-cm.csv'), (row) => row['Medication'] ?? '');
    const rare = [...subjectsOf].find(([, rows]) => new Set(rows.map((row) => row['Subject'])).size < 5)?.[0] ?? '';
    rmSync(at('plain-cm.csv'));
    const medications = async (name: string, ...more: readonly string[]): Promise<readonly (string | undefined)[]> => {
      expect((await protect('medications', 'csv', name, '--columns', 'medication', ...more)).code).toBe(0);
      return rowsOf(name).map((row) => row['Medication']);
    };
    expect(await medications('cm.csv')).not.toContain(rare);
    writeFileSync(at('allow.txt'), `# Looked at.\nmedications.medication\t${rare}\n`);
    expect(await medications('cm-allowed.csv', '--allow', at('allow.txt'))).toContain(rare);
    expect(JSON.parse(readFileSync(at('cm-allowed.csv.carrel.json'), 'utf8'))).toMatchObject({ protection: { allowedTexts: 1 } });
    rmSync(at('allow.txt'));
  });

  test('previews the texts that need --allow as comments in a file, so that none is exported unread', async () => {
    const preview = await run(['export', study, '--dataset', 'all', '--protect', '--preview', '--texts', at('texts.txt')]);
    expect(preview.code).toBe(0);
    expect(statSync(at('texts.txt')).mode & 0o777).toBe(0o600);
    const lines = readFileSync(at('texts.txt'), 'utf8');
    const vault = await openVault(dataDir, { passphrase });
    const sha256 = createHash('sha256').update(lines).digest('hex');
    const texts = lines.split('\n').filter((line) => line.includes('\t')).length;
    expect(vault.audit.entries().map(({ event }) => event)).toContainEqual({ kind: 'texts-written', study, texts, sha256 });
    vault.close();
    const medicationsOf = async (name: string): Promise<ReadonlySet<string | undefined>> => {
      expect((await protect('medications', 'csv', name, '--columns', 'medication', '--allow', at('texts.txt'))).code).toBe(0);
      return new Set(rowsOf(name).map((row) => row['Medication']));
    };
    expect(await medicationsOf('unread.csv')).toEqual(new Set(['']));
    writeFileSync(at('texts.txt'), lines.replaceAll(/^# (?=medications\.)/gm, ''));
    expect((await medicationsOf('read.csv')).size).toBeGreaterThan(2);
    rmSync(at('texts.txt'));
    const alone = await run(['export', study, '--dataset', 'labs', '--format', 'csv', '--out', at('x.csv'), '--texts', at('texts.txt')]);
    expect([alone.code, existsSync(at('x.csv')), existsSync(at('texts.txt'))]).toEqual([2, false, false]);
  });

  test.each([
    ['a malformed line', 'medications medication Aspirin'],
    ['a column whose texts are not released one by one', 'labs.performer\tSomebody'],
    ['a dataset that does not exist', 'adverse.term\tNausea'],
  ])('is exit 2 with %s in the --allow file, and names only the line number', async (_, line) => {
    writeFileSync(at('allow.txt'), `${line}\n`);
    const done = await protect('labs', 'csv', 'refused.csv', '--allow', at('allow.txt'));
    expect([done.code, existsSync(at('refused.csv'))]).toEqual([2, false]);
    expect(done.stderr + done.stdout).toContain('Line 1 of the "--allow" file');
    expect(done.stderr + done.stdout).not.toContain(line.split(/\s/).at(-1));
    rmSync(at('allow.txt'));
  });

  test('does not name what was filtered for in the file beside it', async () => {
    typed.push(canaries[0] ?? '');
    const filtered = await protect('labs', 'csv', 'filtered.csv', '--where', `subject = ${canaries[0] ?? ''}`, '--recipient', 'Acme');
    expect(filtered.code).toBe(0);
    expect(readFileSync(at('filtered.csv.carrel.json'), 'utf8')).not.toContain(canaries[0]);
  });
});

describe('identifying values from the service', () => {
  const formats = ['csv', 'csv-excel', 'dataset-json', 'dataset-json-nd', 'xpt'] as const;

  test('exist in the original data', () => {
    expect(canaries.length).toBeGreaterThan(500);
    expect(canaries.filter((canary) => canary.startsWith(`${study}-`)).length).toBeGreaterThan(3);
  });

  test.each(formats)('do not appear in a folder of %s files', async (format) => {
    expect((await protect('all', format, `all-${format}`)).code).toBe(0);
    const files = readdirSync(at(`all-${format}`)).map((name) => readFileSync(join(at(`all-${format}`), name)));
    expect(files.length).toBe(10);
    expectClean(Buffer.concat(files));
  });

  test('do not appear in an encrypted zip of a workbook or in the evidence beside it', async () => {
    const args = ['export', study, '--dataset', 'all', '--format', 'xlsx', '--out', at('study.zip'), '--protect'];
    expect((await run(args, { CARREL_EXPORT_PASSPHRASE: zipPassphrase })).code).toBe(0);
    const members = readAesZip(readFileSync(at('study.zip')), zipPassphrase);
    expect(Object.keys(members)).toEqual(['study.xlsx', 'evidence.json']);
    const workbook = spawnSync(
      'python3',
      [
        '-c',
        'import io,sys,zipfile\nbook=zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))\nfor name in book.namelist(): sys.stdout.buffer.write(book.read(name))',
      ],
      {
        input: members['study.xlsx'],
        maxBuffer: 1 << 28,
      },
    );
    expect(workbook.stdout.includes('(pseudonym)')).toBe(true);
    expectClean(Buffer.concat([workbook.stdout, members['evidence.json'] ?? Buffer.alloc(0), readFileSync(at('study.zip.carrel.json'))]));
  });

  test('do not appear in the terminal output', () => {
    expectClean(Buffer.from(seen.join('\n')), typed);
  });
});

function expectClean(bytes: Buffer, but: readonly string[] = []): void {
  const text = bytes.toString('latin1');
  expect(canaries.filter((canary) => !but.includes(canary) && text.includes(canary))).toEqual([]);
}

describe('an encrypted zip', () => {
  const encrypted = (out: string) =>
    run(['export', study, '--dataset', 'all', '--format', 'csv', '--out', at(out), '--protect'], {
      CARREL_EXPORT_PASSPHRASE: zipPassphrase,
    });

  test('is AES-256 per member and opens with its passphrase only', async () => {
    expect((await encrypted('all.zip')).code).toBe(0);
    const zip = readFileSync(at('all.zip'));
    expect(() => readAesZip(zip, 'another')).toThrow('wrong');
    const members = readAesZip(zip, zipPassphrase);
    expect(Object.keys(members)).toEqual(['subjects.csv', 'medications.csv', 'labs.csv', 'vitals.csv', 'responses.csv', 'evidence.json']);
    expect(members['labs.csv']?.equals(readFileSync(at('labs.csv')))).toBe(true);
    expect(members['labs.csv']?.includes('(pseudonym)')).toBe(true);
    expect(zip.includes('(pseudonym)')).toBe(false);
    expect(zip.includes(zipPassphrase)).toBe(false);
  });

  test.for([
    [
      '7-Zip',
      ['7z', '7zz', '7za'],
      (path: string) => ['x', '-so', `-p${zipPassphrase}`, path, 'labs.csv'],
      (path: string) => ['t', '-pwrong', path],
    ],
    [
      'bsdtar',
      ['bsdtar'],
      (path: string) => ['-xOf', path, '--passphrase', zipPassphrase, 'labs.csv'],
      (path: string) => ['-xOf', path, '--passphrase', 'wrong', 'labs.csv'],
    ],
  ] as const)('is opened by %s with its passphrase only', async ([name, programs, open, wrongly], context) => {
    const program = programs.find((one) => spawnSync(one, ['--help']).error === undefined);
    if (program === undefined) return context.skip(`SKIP: ${name} is not installed (${programs.join(', ')})`);
    expect((await encrypted(`for-${name}.zip`)).code).toBe(0);
    const done = spawnSync(program, open(at(`for-${name}.zip`)), { maxBuffer: 1 << 28 });
    expect(done.status).toBe(0);
    expect(done.stdout.equals(readFileSync(at('labs.csv')))).toBe(true);
    expect(spawnSync(program, wrongly(at(`for-${name}.zip`))).status).not.toBe(0);
  });

  test('is encrypted without --protect too if there is a passphrase', async () => {
    const args = ['export', study, '--dataset', 'labs', '--format', 'csv', '--out', at('open.zip')];
    expect((await run(args, { CARREL_EXPORT_PASSPHRASE: zipPassphrase })).code).toBe(0);
    expect(readAesZip(readFileSync(at('open.zip')), zipPassphrase)['labs.csv']?.includes(`${study}-`)).toBe(true);
  });
});
