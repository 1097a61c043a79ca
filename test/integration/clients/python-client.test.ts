import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repositoryFolder } from '../../../scripts/runtime/repository.ts';
import { exportFile } from '../../../src/core/export/export-file.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf, type Asked } from '../../unit/export/plan.ts';

const python = ['python3', '/usr/bin/python3'].find((program) => spawnSync(program, ['-c', 'import pandas']).status === 0);

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const texts = ['0012', '10E2', 'NA', '', ' a ', 'a\r\nb', 'say "x"', 'a,b;c\td', 'null', '\u{1d49c}', null];
const columns = ['record_id', 'subject', 'visit', 'result', 'result_number', 'collected'];

function add(): void {
  fixture.add(
    'labs',
    texts.map((text, n) => ({
      ...{ record_id: `r${String(n)}`, subject: text ?? '0013', visit: text, result: text },
      ...{ result_number: n % 3 === 0 ? null : `${String(n)}.50`, collected: n % 2 === 0 ? '2025-03' : '2025-03-02T10:00:00' },
    })),
  );
}

async function write(asked: Partial<Asked>): Promise<string> {
  const path = join(fixture.folder, 'labs.csv');
  await exportFile(fixture.study, planOf({ selection: everything('labs'), columns, ...asked }), { path, replace: true, made });
  return path;
}

/** The JSON that a script prints after the client is imported. */
function run(script: string, path: string): unknown {
  const whole = `import json, sys\nsys.path.insert(0, ${JSON.stringify(join(repositoryFolder, 'clients/python'))})\nimport carrel_export, pandas\n${script}`;
  return JSON.parse(execFileSync(python ?? '', ['-c', whole, path], { encoding: 'utf8', env: { ...process.env, PYTHONUTF8: '1' } }));
}

const cells = `rows = carrel_export.read_export(sys.argv[1])
print(json.dumps([[None if pandas.isna(cell) else cell for cell in row] for row in rows.itertuples(index=False)]))`;

describe.skipIf(python === undefined)('the reader for Python', () => {
  test.each<[string, Partial<Asked>]>([
    ['with commas', {}],
    ['with tabs and SDTM-style headings', { delimiter: '\t', vocabulary: 'sdtm' }],
  ])('reads every cell of an exact CSV %s: texts as texts, numbers as numbers, missing values as missing', async (_, asked) => {
    add();
    const rows = run(cells, await write({ ...asked, sort: [{ column: 'record_id', descending: false }] })) as unknown[][];
    const order = texts.map((_text, n) => n).sort((left, right) => (`r${String(left)}` < `r${String(right)}` ? -1 : 1));
    expect(rows).toEqual(
      order.map((n) => [
        ...[`r${String(n)}`, texts[n] ?? '0013', texts[n], texts[n]],
        ...[n % 3 === 0 ? null : n + 0.5, n % 2 === 0 ? '2025-03' : '2025-03-02T10:00:00'],
      ]),
    );
  });

  test('reads a missing number where it is the only column', async () => {
    add();
    const rows = run(cells, await write({ columns: ['result_number'], sort: [{ column: 'record_id', descending: false }] })) as unknown[][];
    expect(rows.filter(([cell]) => cell === null)).toHaveLength(4);
    expect(rows).toHaveLength(texts.length);
  });

  test('reads a single column in a time that grows with the file', () => {
    const timed = `import time
def took(n):
    text = '"Result"\\r\\n' + '1234567\\r\\n' * n
    start = time.process_time()
    assert sum(1 for _ in carrel_export._records(text, ',')) == n + 1
    return time.process_time() - start
print(json.dumps(took(200_000) / max(took(20_000), 0.001)))`;
    expect(run(timed, '')).toBeLessThan(40);
  });

  test('reports study, dataset, generation and labels', async () => {
    add();
    const reported = `rows = carrel_export.read_export(sys.argv[1])
print(json.dumps([rows.attrs['study'], rows.attrs['dataset'], rows.attrs['generation'], rows.attrs['labels']['result_number'], str(rows['subject'].dtype)]))`;
    expect(run(reported, await write({}))).toEqual(['22-001', 'labs', 1, 'Result number', 'string']);
  });

  test('labels the columns of Parquet with SDTM-style headings, which have SAS names', async () => {
    add();
    // What pyarrow would read is given, so that the test needs no pyarrow.
    const labels = `pandas.read_parquet = lambda path: pandas.DataFrame(columns=['SUBJID', 'RESULTNU', 'RESULTNU_sent'])
print(json.dumps(carrel_export.read_export(sys.argv[1]).attrs['labels']))`;
    expect(run(labels, await write({ format: 'parquet', vocabulary: 'sdtm' }))).toEqual({ SUBJID: 'SUBJID', RESULTNU: 'Result number' });
  });

  test('refuses a file that does not match its evidence', async () => {
    add();
    const path = await write({});
    appendFileSync(path, 'x');
    const refused = `try: carrel_export.read_export(sys.argv[1])
except carrel_export.NotTheExport as error: print(json.dumps(str(error)))`;
    expect(run(refused, path)).toContain('labs.csv does not match labs.csv.carrel.json');
  });
});
