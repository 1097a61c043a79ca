import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upToCutOff } from '../../../src/core/query/up-to-cut-off.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { writeViewCode } from '../../../src/core/view-code/view-code.ts';
import { fifteenDigits } from '../../../src/core/view-code/view-digest.ts';
import { longestCode, type CodeFile, type CodeLanguage } from '../../../src/shared/calls/view-code.ts';
import { datasetNames, datasets, type DatasetName } from '../../../src/shared/datasets/datasets.ts';
import type { HeaderVocabulary } from '../../../src/shared/datasets/declaration.ts';
import { localSpan } from '../../../src/shared/derive/plausible-date.ts';
import { parsePartialDate } from '../../../src/shared/partial-date.ts';
import { askInstance } from '../../unit/export/duckdb.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { hostileRows, hostileView } from './hostile-views.ts';

const python = ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['-c', 'import pandas']).status === 0);
const hasR = spawnSync('Rscript', ['-e', 'library(digest); library(jsonlite)']).status === 0;
const views = 60;
const vocabularies = ['plain', 'sdtm', 'source'] as const;
const stops = 'These are not the rows that Carrel showed';

let fixture: StudyFixture;
let duckDb: DuckDBInstance;
beforeAll(async () => {
  duckDb = await DuckDBInstance.create(':memory:');
  fixture = makeStudy((text, isLocal) => (isLocal ? localSpan(text) : parsePartialDate(text))?.from ?? null);
  for (const vocabulary of vocabularies) mkdirSync(folderOf(vocabulary));
  for (const name of datasetNames) {
    fixture.add(name, hostileRows(name, 400));
    await write(name, 'parquet', 'plain');
    for (const vocabulary of vocabularies) await write(name, 'csv', vocabulary);
  }
}, 60_000);
afterAll(() => {
  duckDb.closeSync();
  fixture.remove();
});

/** The folder of the exports that code for a vocabulary reads. */
function folderOf(vocabulary: HeaderVocabulary): string {
  return join(fixture.folder, vocabulary);
}

async function write(dataset: DatasetName, format: CodeFile, vocabulary: HeaderVocabulary): Promise<void> {
  const columns = datasets[dataset].columns.map(({ name }) => name);
  const plan = planOf({ selection: everything(dataset), columns, format, vocabulary });
  await exportFile(fixture.study, plan, { path: join(folderOf(vocabulary), `${dataset}.${format}`), replace: true, made });
}

interface Code {
  readonly text: string;
  readonly rows: number;
  readonly folder: string;
}

function codeOf(dataset: DatasetName, seed: number, language: CodeLanguage, file: CodeFile): Code {
  const view = hostileView(dataset, seed);
  const { text, rows } = writeViewCode(fixture.study, { ...view, language, file }, 0);
  return { text, rows, folder: folderOf(file === 'parquet' ? 'plain' : view.vocabulary) };
}

/** Runs SQL as if it were in the folder of the file, and returns the number of rows. */
async function askThere(text: string, folder: string): Promise<number> {
  return (await askInstance(duckDb, text.replace(/(read_parquet|read_csv)\('/, `$1('${folder}/`))).rows.length;
}

const trials = datasetNames.flatMap((name) => (['parquet', 'csv'] as const).map((file) => [name, file] as const));

describe('a view as code returns the rows that the grid shows, even with misleading texts, numbers and dates', () => {
  test.each(trials)('%s as SQL over %s', async (name, file) => {
    const wrong: string[] = [];
    for (let seed = 0; seed < (name === 'labs' ? views : views / 4); seed++) {
      const { text, rows, folder } = codeOf(name, seed, 'sql', file);
      const found = await askThere(text, folder).catch(String);
      if (found !== rows) wrong.push(`View ${String(seed)}: ${String(found)} of ${String(rows)}`);
    }
    expect(wrong).toEqual([]);
  });

  test.skipIf(python === undefined)('labs as Python over CSV', () => {
    writeScripts('python', 'py');
    expect(JSON.parse(run(python ?? '', ['-c', runPython]))).toEqual(expectedRows('py'));
  });

  test.skipIf(!hasR)('labs as R over CSV', () => {
    writeScripts('r', 'R');
    expect(JSON.parse(run('Rscript', ['-e', runR]))).toEqual(expectedRows('R'));
  });
});

describe('a view ordered by a list', () => {
  const lesions = [['T1'], ['T1', 'T2'], ['T1', 'T10'], ['T'], ['a"b'], ['a\\b', 'c'], ['a\nb', 'c'], ['Ω', 'x'], ['a b'], null];
  const asked = (descending: boolean) => ({
    selection: everything('responses'),
    sort: [{ column: 'lesions', descending }],
    columns: ['record_id', 'lesions'],
    vocabulary: 'plain' as const,
  });
  let listed: StudyFixture;
  beforeAll(async () => {
    listed = makeStudy();
    listed.add(
      'responses',
      lesions.map((items, at) => ({ record_id: String(at), subject: '0012', lesions: items })),
    );
    for (const format of ['csv', 'parquet'] as const) {
      const plan = planOf({ selection: everything('responses'), format });
      await exportFile(listed.study, plan, { path: join(listed.folder, `responses.${format}`), replace: true, made });
    }
  });
  afterAll(() => {
    listed.remove();
  });

  const orders = (['csv', 'parquet'] as const).flatMap((file) => [false, true].map((descending) => [file, descending] as const));
  test.each(orders)('returns its rows as SQL over %s, descending: %s', async (file, descending) => {
    const { text, rows } = writeViewCode(listed.study, { ...asked(descending), language: 'sql', file }, 0);
    expect(await askThere(text, listed.folder)).toBe(rows);
  });

  test.skipIf(python === undefined).each([false, true])('returns its rows as Python, descending: %s', (descending) => {
    const { text } = writeViewCode(listed.study, { ...asked(descending), language: 'python', file: 'csv' }, 0);
    writeFileSync(join(listed.folder, 'view.py'), text);
    const { status, stderr } = spawnSync(python ?? '', ['view.py'], { cwd: listed.folder, encoding: 'utf8', env: environment });
    expect([status, stderr]).toEqual([0, '']);
  });

  test.skipIf(!hasR).each([false, true])('returns its rows as R, descending: %s', (descending) => {
    const { text } = writeViewCode(listed.study, { ...asked(descending), language: 'r', file: 'csv' }, 0);
    writeFileSync(join(listed.folder, 'view.R'), text);
    const { status, stderr } = spawnSync('Rscript', ['view.R'], { cwd: listed.folder, encoding: 'utf8', env: environment });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe('code stops over a file that has other rows', () => {
  test.each(['parquet', 'csv'] as const)('as SQL over %s', async (file) => {
    const { text, folder } = codeOf('labs', 28, 'sql', file);
    const [before = '', after = ''] = text.split(';\n\nSELECT CASE');
    const other = `${before} ${before.includes('\nWHERE') ? 'AND' : 'WHERE'} record_id <> 'r17';\n\nSELECT CASE${after}`;
    await expect(askThere(other, folder)).rejects.toThrow(stops);
  });

  test.skipIf(python === undefined || !hasR)('as Python and as R', () => {
    const folder = join(fixture.folder, 'changed');
    mkdirSync(folder);
    const file = readFileSync(join(folderOf(hostileView('labs', 28).vocabulary), 'labs.csv'), 'utf8');
    writeFileSync(join(folder, 'labs.csv'), file.replace('r17', 'r9999'));
    writeFileSync(join(folder, 'view.py'), codeOf('labs', 28, 'python', 'csv').text);
    writeFileSync(join(folder, 'view.R'), codeOf('labs', 28, 'r', 'csv').text);
    for (const [program, script] of [
      [python ?? '', 'view.py'],
      ['Rscript', 'view.R'],
    ] as const) {
      const { status, stderr } = spawnSync(program, [script], { cwd: folder, encoding: 'utf8', env: environment });
      expect([status, stderr]).toEqual([1, expect.stringContaining(stops)]);
    }
  });
});

describe('code of a view under a data cut-off', () => {
  const day = '2025-06-30';
  const asked = { selection: everything('labs'), sort: [], columns: ['subject', 'test'], vocabulary: 'plain' as const };
  const codeUnder = (cutOff: string | null, file: CodeFile = 'parquet'): { readonly text: string; readonly rows: number } => {
    try {
      return writeViewCode(upToCutOff(fixture.study, cutOff), { ...hostileView('labs', 28), ...asked, language: 'sql', file });
    } finally {
      upToCutOff(fixture.study, null);
    }
  };

  test.each(['parquet', 'csv'] as const)('names the day and requests a file up to it: %s', (file) => {
    const { text } = codeUnder(day, file);
    expect(text).toContain('-- Data cut-off 2025-06-30: export with it in force, or with --cut-off 2025-06-30.\n');
    expect(text).toMatch(/^-- {3}carrel export 22-001 --dataset labs .*--cut-off 2025-06-30 --out labs\.(parquet|csv)$/m);
    expect(codeUnder(null, file).text).not.toContain('cut-off');
  });

  test('returns its rows from such a file, and stops over all records', async () => {
    const { text, rows } = codeUnder(day);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(codeUnder(null).rows);
    await expect(askThere(text, folderOf('plain'))).rejects.toThrow(stops);
    const folder = join(fixture.folder, 'cut-off');
    mkdirSync(folder);
    const columns = datasets.labs.columns.map(({ name }) => name);
    const plan = planOf({ selection: everything('labs'), columns, format: 'parquet', cutOff: day });
    try {
      await exportFile(fixture.study, plan, { path: join(folder, 'labs.parquet'), replace: true, made });
    } finally {
      upToCutOff(fixture.study, null);
    }
    expect(await askThere(text, folder)).toBe(rows);
  });
});

test('a study number with line breaks and direction marks stays within its comment', () => {
  const study = { ...fixture.study, study: "1\n'\u202e DROP" };
  const { text } = writeViewCode(study, { ...hostileView('labs', 28), language: 'sql', file: 'csv' }, 0);
  expect(text.split('\n').findIndex((line) => !line.startsWith('-- '))).toBeGreaterThan(5);
  expect(text).toContain("'1?'\\''? DROP'");
});

test('hidden characters in the value of a filter are visible as escapes in the code', () => {
  const where = [{ column: 'visit', op: '=' as const, values: ['a"\\\u202e\n\'x'] }];
  const asked = { ...hostileView('labs', 28), selection: { ...everything('labs'), where }, file: 'csv' as const };
  const written = (language: CodeLanguage): string => writeViewCode(fixture.study, { ...asked, language }).text;
  expect(written('python')).toContain(String.raw`(labs["visit"] == "a\"\\\u202e\u000a'x")`);
  expect(written('r')).toContain(String.raw`((labs$visit == "a\"\\\u202e\u000a'x") %in% TRUE)`);
  expect(written('sql')).toContain(String.raw`"visit" = ('a"\' || chr(8238) || chr(10) || '''x')`);
});

test('a column that names a person at the site is included in the command that writes the file', () => {
  const asked = { ...hostileView('labs', 28), selection: everything('labs'), columns: ['performer'] };
  const { text } = writeViewCode(fixture.study, { ...asked, language: 'python', file: 'parquet' });
  expect(text).toMatch(/# {3}carrel export 22-001 --dataset labs --format parquet --columns \S*performer\S* --out labs\.parquet/);
});

test.each([
  [[], 'csv', 'Export, all rows, all columns, "CSV, exact", headers sdtm, separator comma.'],
  [[], 'parquet', 'Export, all rows, all columns, Parquet, headers plain.'],
  [['performer'], 'parquet', 'Export, all rows, the shown columns (first show those named above), Parquet, headers plain.'],
] as const)('with the columns %j over %s it says how the window writes a file that has them all', (more, file, says) => {
  const asked = { selection: everything('labs'), sort: [], columns: ['subject', ...more], vocabulary: 'sdtm' as const };
  expect(writeViewCode(fixture.study, { ...asked, language: 'sql', file }).text).toContain(`-- In the window: ${says}\n`);
});

test('a filter with more subjects than code can hold is refused', () => {
  const subjects = Array.from({ length: 100_000 }, (_, n) => `S-${String(n)}`);
  const asked = { ...hostileView('labs', 28), selection: { ...everything('labs'), subjects } };
  expect(() => writeViewCode(fixture.study, { ...asked, language: 'r', file: 'csv' })).toThrow('names too many subjects or records');
});

test('code of the greatest length is written, and one character more is refused', () => {
  const written = (subject: string): string => {
    const asked = { ...hostileView('labs', 28), selection: { ...everything('labs'), subjects: [subject] } };
    return writeViewCode(fixture.study, { ...asked, language: 'sql', file: 'csv' }).text;
  };
  const longest = 'S'.repeat(1 + longestCode - written('S').length);
  expect(written(longest)).toHaveLength(longestCode);
  expect(() => written(`${longest}S`)).toThrow('names too many subjects or records');
});

test.each([
  [0.1, '0.1'],
  [1 / 3, '0.333333333333333'],
  [-0, '-0'],
  [1e21, '1e+21'],
  [1.5e-7, '1.5e-07'],
  [123456789.123456789, '123456789.123457'],
  [999999999999999.9, '1e+15'],
  [0.0001, '0.0001'],
])('%d is written with the fifteen digits that C prints', (value, digits) => {
  expect(fifteenDigits(value)).toBe(digits);
});

const environment = { ...process.env, PYTHONUTF8: '1', LC_ALL: 'C.UTF-8' };

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { cwd: fixture.folder, encoding: 'utf8', env: environment });
}

function writeScripts(language: CodeLanguage, ending: string): void {
  for (let seed = 0; seed < views; seed++) {
    const { text, folder } = codeOf('labs', seed, language, 'csv');
    writeFileSync(join(folder, `view-${String(seed)}.${ending}`), text);
  }
}

function expectedRows(ending: string): Record<string, number> {
  const seeds = Array.from({ length: views }, (_, seed) => seed);
  return Object.fromEntries(seeds.map((seed) => [`view-${String(seed)}.${ending}`, codeOf('labs', seed, 'sql', 'csv').rows]));
}

const runPython = `import glob, json, os, traceback
found = {}
for path in glob.glob("*/view-*.py"):
    folder, name = os.path.split(path)
    os.chdir(folder)
    space = {}
    try:
        exec(open(name, encoding="utf-8").read(), space)
        found[name] = len(space["view"])
    except BaseException as error:
        found[name] = traceback.format_exc()
    os.chdir("..")
print(json.dumps(found))`;

const runR = `found <- list()
for (path in Sys.glob("*/view-*.R")) {
  setwd(dirname(path))
  space <- new.env()
  found[[basename(path)]] <- tryCatch({ source(basename(path), local = space, encoding = "UTF-8"); nrow(space$view) }, error = conditionMessage)
  setwd("..")
}
cat(jsonlite::toJSON(found, auto_unbox = TRUE))`;
