import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';

const hasR = spawnSync('Rscript', ['--vanilla', '-e', 'library(jsonlite); library(digest)']).status === 0;

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const texts = ['0012', '10E2', 'NA', ' a ', 'say "x"', 'a,b;c', 'null', '\u00e9\u{1d49c}', 'a\rb\nc\r\nd', '', '\u00ff', null];

/** An id that sorts in the order of the texts. */
function idOf(n: number): string {
  return `r${String(n).padStart(2, '0')}`;
}

async function write(asked: Partial<Asked> = {}): Promise<string> {
  fixture.add(
    'labs',
    texts.map((text, n) => ({
      record_id: idOf(n),
      subject: '0012',
      result: text,
      result_number: n % 3 === 0 ? null : `${String(n)}.50`,
    })),
  );
  const path = join(fixture.folder, 'labs.csv');
  const columns = ['record_id', 'subject', 'result', 'result_number'];
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns, ...asked }), { path, replace: true, made });
  return path;
}

/** The JSON that a script prints after the client is loaded; `path` is the export. */
function run(path: string, script: string): unknown {
  const whole = `source(${JSON.stringify(join(repositoryFolder, 'clients/r/carrel_export.R'))}, encoding = 'UTF-8'); path <- commandArgs(TRUE)[1]; ${script}`;
  return JSON.parse(
    execFileSync('Rscript', ['--vanilla', '-e', whole, path], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } }),
  );
}

describe.skipIf(!hasR)('the reader for R', () => {
  test.each<[string, Partial<Asked>]>([
    ['csv', {}],
    ['csv-excel with semicolons', { format: 'csv-excel', delimiter: ';' }],
  ])('reads every cell of %s: texts as texts and numbers as numbers', async (_, asked) => {
    const path = await write({ ...asked, sort: [{ column: 'record_id', descending: false }] });
    const rows = run(path, 'rows <- read_export(path); cat(jsonlite::toJSON(rows, dataframe = "values", na = "null", digits = NA))');
    expect(rows).toEqual(texts.map((text, n) => [idOf(n), '0012', text, n % 3 === 0 ? null : n + 0.5]));
  });

  test('drops characters that R cannot hold, with a warning, and reads a file without rows', async () => {
    fixture.add('labs', [{ record_id: 'z', subject: '0013', result: 'a\0b' }]);
    const path = await write({ selection: { ...everything('labs'), where: [{ column: 'subject', op: 'in', values: ['0013'] }] } });
    const warned = 'rows <- tryCatch(read_export(path), warning = conditionMessage); cat(jsonlite::toJSON(rows))';
    expect(run(path, warned)).toEqual([expect.stringContaining('1 characters U+0000')]);
    const read = 'rows <- suppressWarnings(read_export(path)); cat(jsonlite::toJSON(rows, dataframe = "values", na = "null"))';
    expect(run(path, read)).toEqual([['z', '0013', 'ab', null]]);
    fixture.change('DELETE FROM labs_row');
    const none = await write({ selection: { ...everything('labs'), where: [{ column: 'subject', op: 'in', values: ['nobody'] }] } });
    expect(run(none, 'rows <- read_export(path); cat(jsonlite::toJSON(c(nrow(rows), ncol(rows))))')).toEqual([0, 4]);
  });

  test('reports study, dataset, generation and labels, and refuses a file that does not match its evidence', async () => {
    const path = await write();
    const reported =
      'rows <- read_export(path); cat(jsonlite::toJSON(c(attr(rows, "study"), attr(rows, "dataset"), attr(rows, "generation"), attr(rows$result_number, "label"))))';
    expect(run(path, reported)).toEqual(['22-001', 'labs', '1', 'Result number']);
    appendFileSync(path, 'x');
    expect(run(path, 'cat(jsonlite::toJSON(tryCatch({ read_export(path); "read" }, error = conditionMessage)))')).toEqual([
      expect.stringContaining('labs.csv does not match labs.csv.carrel.json') as string,
    ]);
  });
});
