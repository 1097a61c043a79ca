import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { csvChunks } from '../../../src/core/export/csv/csv-chunks.ts';
import { openTable } from '../../../src/core/export/export-table.ts';
import { inSharedSnapshot } from '../../../src/core/query/snapshot.ts';
import { noNotes } from '../../../src/shared/export-notes.ts';
import { exportFile, type ExportControl } from '../../../src/core/export/export-file.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { everything, makeStudy, type StudyFixture } from '../query/study-fixture.ts';
import { made, planOf, type Asked } from './plan.ts';
import { readCsv } from './rfc4180.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
});
afterEach(() => {
  fixture.remove();
});

const plan: Asked = {
  selection: everything('labs'),
  columns: ['subject', 'result', 'result_number', 'collected'],
};

async function run(more: Partial<Asked> = {}, control: ExportControl = {}, replace = false) {
  const path = join(fixture.folder, 'out.csv');
  const outcome = await exportFile(fixture.study, planOf({ ...plan, ...more }), { path, replace, made }, control);
  return { outcome, bytes: readFileSync(path), text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 };
}

const files = () =>
  readdirSync(fixture.folder)
    .filter((name) => !name.startsWith('study.db'))
    .sort();

describe('a CSV export', () => {
  beforeEach(() => {
    fixture.add('labs', [
      { record_id: 'b', subject: '0012', result: '=1+1', result_number: '5.10', collected: '2025-01-02T00:00:00', performer: 'Dr Name' },
      { record_id: 'a', subject: '0012', result: 'say "x", twice', result_number: 24, collected: '2025-01-01T00:00:00' },
      { record_id: 'c', subject: '003-04', result: '', result_number: null, collected: null },
    ]);
  });

  test('of rows as stored is written from their bytes, not from cells, which take several times as long', async () => {
    const { selection, columns = [] } = plan;
    const written = await inSharedSnapshot(fixture.study, async () => {
      const table = openTable(fixture.study, { selection, sort: [], columns });
      const pages = (): never => {
        throw new Error('The cells were read.');
      };
      const bytes: Uint8Array[] = [];
      for await (const piece of csvChunks({ ...table, pages }, planOf(plan), noNotes()).pieces) bytes.push(Buffer.from(piece.bytes));
      return Buffer.concat(bytes).toString('utf8');
    });
    expect(written).toBe((await run()).text);
  });

  test('is exact, byte for byte, and reports what it wrote', async () => {
    const { outcome, bytes, mode } = await run();
    const expected =
      'Subject,Result,Result number,Collected\r\n0012,"say ""x"", twice",24,2025-01-01T00:00:00\r\n0012,=1+1,5.10,2025-01-02T00:00:00\r\n003-04,"",,\r\n';
    expect(bytes.toString('utf8')).toBe(expected);
    expect(outcome).toEqual({
      ...noNotes(),
      id: made.id,
      generation: 1,
      evidence: 'out.csv.carrel.json',
      evidenceSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      rowDigests: [],
      cloud: null,
      subjects: null,
      rows: 3,
      columns: 4,
      bytes: Buffer.byteLength(expected),
      sha256: createHash('sha256').update(expected).digest('hex'),
    });
    expect(mode).toBe(0o600);
    expect(files()).toEqual(['out.csv', 'out.csv.carrel.json']);
  });

  test('for spreadsheets has a byte order mark, guards texts and counts them', async () => {
    const { outcome, bytes, text } = await run({ format: 'csv-excel', delimiter: ';' });
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text.split('\r\n')[2]).toBe(`0012;'=1+1;5.10;2025-01-02T00:00:00`);
    expect(outcome.guarded).toBe(1);
  });

  test('has the rows, order, columns and headings asked for', async () => {
    const { text } = await run({
      selection: { ...everything('labs'), where: [{ column: 'subject', op: '=', values: ['0012'] }] },
      sort: [{ column: 'collected', descending: true }],
      columns: ['record_id', 'test'],
      vocabulary: 'sdtm',
    });
    expect(text).toBe('LBSPID,LBTEST\r\nb,\r\na,\r\n');
  });

  test('has all columns except those that name a person if none are named', async () => {
    const { outcome, text } = await run({ columns: [] });
    const named = datasets.labs.columns.filter((column) => column.personal !== true);
    expect(readCsv(text)[0]?.map((cell) => cell.text)).toEqual(named.map((column) => column.plain));
    expect(outcome.columns).toBe(datasets.labs.columns.length - 1);
    expect(text).not.toContain('Dr Name');
    expect((await run({ columns: ['performer'] }, {}, true)).text).toContain('Dr Name');
  });

  test('is only a header if there are no rows', async () => {
    const { outcome, text } = await run({ selection: { ...everything('labs'), subjects: [] } });
    expect(text).toBe('Subject,Result,Result number,Collected\r\n');
    expect(outcome.rows).toBe(0);
  });

  test.each([
    { columns: ['resutl'] },
    { sort: [{ column: 'x', descending: false }] },
    { selection: { ...everything('labs'), where: [{ column: 'result', op: '<' as const, values: ['1'] }] } },
  ])('is a USAGE error and leaves nothing if a column or operator does not exist: %#', async (more) => {
    await expect(run(more)).rejects.toMatchObject({ code: 'USAGE' });
    expect(files()).toEqual([]);
  });

  test('replaces a file only if allowed', async () => {
    writeFileSync(join(fixture.folder, 'out.csv'), 'earlier');
    await expect(run()).rejects.toMatchObject({ code: 'EXPORT' });
    expect(readFileSync(join(fixture.folder, 'out.csv'), 'utf8')).toBe('earlier');
    expect((await run({}, {}, true)).text).toMatch(/^Subject/);
  });
});

describe('a long CSV export', () => {
  beforeEach(() => {
    fixture.add(
      'labs',
      Array.from({ length: 9000 }, (_, index) => ({
        record_id: `r${String(index)}`,
        subject: String(index % 37).padStart(4, '0'),
        result: 'x'.repeat(40),
        result_number: index,
      })),
    );
  });

  test('reports its progress and holds every row once, in order', async () => {
    const seen: number[] = [];
    const { outcome, text } = await run(
      { sort: [{ column: 'result_number', descending: true }] },
      {
        onProgress: (rows, of) => {
          expect(of).toBe(9000);
          seen.push(rows);
        },
      },
    );
    expect(outcome.rows).toBe(9000);
    expect(seen.at(-1)).toBe(9000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(
      readCsv(text)
        .slice(1)
        .map((record) => Number(record[2]?.text)),
    ).toEqual(Array.from({ length: 9000 }, (_, index) => 8999 - index));
  });

  test('leaves nothing when cancelled, and the earlier file unchanged', async () => {
    writeFileSync(join(fixture.folder, 'out.csv'), 'earlier');
    const control = new AbortController();
    await expect(
      run(
        {},
        {
          signal: control.signal,
          onProgress: (rows) => {
            if (rows > 3000) control.abort();
          },
        },
        true,
      ),
    ).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(files()).toEqual(['out.csv']);
    expect(readFileSync(join(fixture.folder, 'out.csv'), 'utf8')).toBe('earlier');
    expect((await run({}, {}, true)).outcome.rows).toBe(9000);
  });

  test('holds one generation, whatever is written meanwhile', async () => {
    const { outcome, text } = await run(
      {},
      {
        onProgress: (rows) => {
          if (rows === 2000) fixture.change("DELETE FROM labs_row WHERE rowid > 2500; UPDATE labs_row SET result = 'changed'");
        },
      },
    );
    expect(outcome.rows).toBe(9000);
    expect(text).not.toContain('changed');
    expect((await run({}, {}, true)).outcome.rows).toBe(2500);
  });
});
