import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { noNotes } from '../../../src/shared/export-notes.ts';
import { exactCsv, excelCsv, type CsvWriter, type StoredCell } from '../../../src/core/export/csv/csv.ts';
import type { Column, ColumnKind } from '../../../src/shared/datasets/declaration.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';

function column(name: string, kind: ColumnKind): Column {
  return { name, kind, plain: name, sdtm: null, help: '', width: 100, section: 'All', shown: true, paths: [name] };
}

const columns = [column('a', 'text'), column('b', 'number'), column('c', 'list')];

function records(writer: CsvWriter, rows: readonly (readonly StoredCell[])[], skip = 0): string {
  return rows.map((row) => writer.record(row, skip)).join('');
}

function exact(rows: StoredCell[][], delimiter: ',' | ';' | '\t' = ','): string {
  return records(exactCsv(columns, delimiter), rows, 0);
}

describe('csv, byte for byte', () => {
  test.each<[string, StoredCell[], string]>([
    ['plain', ['x', 5.1, '["p","q"]'], 'x,5.1,p; q\r\n'],
    ['no value and an empty text', [null, null, null], ',,\r\n'],
    ['an empty text', ['', 0, null], '"",0,\r\n'],
    ['digits as sent', ['0012', '5.10', null], '0012,5.10,\r\n'],
    ['numbers as JavaScript and the service write them', ['', 1e21, null], '"",1e+21,\r\n'],
    ['spaces stay', [' a ', -1, null], ' a ,-1,\r\n'],
    ['a comma', ['a,b', 1, null], '"a,b",1,\r\n'],
    ['a quote', ['say "x"', 1, null], '"say ""x""",1,\r\n'],
    ['line breaks stay', ['a\r\nb\nc\rd', 1, null], '"a\r\nb\nc\rd",1,\r\n'],
    ['other delimiters need no quotes', ['a;b\tc', 1, null], 'a;b\tc,1,\r\n'],
    ['formulas are left unchanged', ['=1+1', -2, null], '=1+1,-2,\r\n'],
    ['a list with a comma', [null, null, '["p,q","é"]'], ',,"p,q; é"\r\n'],
  ])('%s', (_name, row, line) => {
    expect(exact([row])).toBe(line);
  });

  test('the header uses the requested vocabulary and has no byte order mark', () => {
    const named: Column = { ...column('test', 'text'), plain: 'Test, name', sdtm: 'LBTEST', paths: ['code.text', 'code.coding[].display'] };
    expect(exactCsv([named], ',').header('plain')).toBe('"Test, name"\r\n');
    expect(exactCsv([named], ',').header('sdtm')).toBe('LBTEST\r\n');
    expect(exactCsv([named], ',').header('source')).toBe('code.text | code.coding[].display\r\n');
  });

  test('quotes cells that contain the chosen delimiter', () => {
    expect(exact([['a;b', 1, null]], ';')).toBe('"a;b";1;\r\n');
    expect(exact([['a,b', 1, null]], ';')).toBe('a,b;1;\r\n');
    expect(exact([['a\tb', 1, null]], '\t')).toBe('"a\tb"\t1\t\r\n');
  });

  test('a record of one empty cell is not an empty line', () => {
    expect(records(exactCsv([column('a', 'text')], ','), [[null], ['']])).toBe('""\r\n""\r\n');
  });

  test('leading cells of a row can be skipped', () => {
    expect(records(exactCsv(columns, ','), [[17, 'x', 1, null]], 1)).toBe('x,1,\r\n');
  });
});

describe('csv for spreadsheets', () => {
  test.each<[StoredCell, string]>([
    [`=cmd|' /C calc'!A0`, `'=cmd|' /C calc'!A0`],
    ['+1', '+1'],
    ['-1', '-1'],
    ['-12.5', '-12.5'],
    ['-12 mm', `'-12 mm`],
    ['--', `'--`],
    ['@x', `'@x`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['＝1', `'＝1`],
    ['＋x', `'＋x`],
    ['－x', `'－x`],
    ['＠x', `'＠x`],
    ['+', `'+`],
    ['-1e5', `'-1e5`],
    ['a=1', 'a=1'],
    ['a;b', '"a;b"'],
    ['', '""'],
    ['0012', '0012'],
  ])('writes the text %j as %j', (text, written) => {
    expect(records(excelCsv([column('a', 'text')], ',', noNotes()), [[text]])).toBe(`${written}\r\n`);
  });

  test('keeps numbers as numbers and counts guarded cells', () => {
    const notes = noNotes();
    const writer = excelCsv([column('=a', 'text'), column('b', 'number'), column('c', 'datetime'), column('d', 'list')], ';', notes);
    expect(writer.header('plain')).toBe(`\uFEFF'=a;b;c;d\r\n`);
    expect(
      records(writer, [
        ['-x', -5, '=1', '["=2"]'],
        ['x', '-5.0', '2025-01-01', null],
      ]),
    ).toBe(`'-x;-5;'=1;'=2\r\nx;-5.0;2025-01-01;\r\n`);
    expect(notes.guarded).toBe(4);
  });
});

const nasty = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', '=', 'a', ' ', 'é', '\u0000', "'") }),
);
const cells = fc.array(
  fc.tuple(
    fc.option(nasty),
    fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
    fc.option(fc.array(fc.string()).map((list) => JSON.stringify(list))),
  ),
  { maxLength: 20 },
);

describe('round trips', () => {
  test('an independent reader gets every cell back and can tell empty texts from missing values', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const read = readCsv(records(exactCsv(columns, delimiter), rows, 0), delimiter);
        expect(read.length).toBe(rows.length);
        rows.forEach(([text, number, list], index) => {
          const [a, b, c] = read[index] ?? [];
          expect(a?.quoted === false && a.text === '' ? null : a?.text).toBe(text);
          expect(b?.text === '' ? null : Number(b?.text)).toBe(Object.is(number, -0) ? 0 : number);
          expect(c?.text).toBe(list === null ? '' : (JSON.parse(list) as string[]).join('; '));
        });
      }),
    );
  });

  test('spreadsheet cells are equal once the apostrophe is removed, and none begins a formula', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(',', ';', '\t'), (rows, delimiter) => {
        const notes = noNotes();
        const writer = excelCsv(columns, delimiter, notes);
        const read = readCsv(records(writer, rows, 0), delimiter);
        let apostrophes = 0;
        rows.forEach(([text], index) => {
          const cell = read[index]?.[0]?.text ?? '';
          if (cell !== (text ?? '')) {
            apostrophes++;
            expect(cell).toBe(`'${text ?? ''}`);
          } else expect(/^[=@\t\r\n＝＋－＠]/.test(cell) || (/^[+-]/.test(cell) && Number.isNaN(Number(cell)))).toBe(false);
        });
        expect(notes.guarded).toBeGreaterThanOrEqual(apostrophes);
      }),
    );
  });

  const python = spawnSync('python3', ['--version']).status === 0;
  test.skipIf(!python)('Python reads the same cells', () => {
    const rows = fc.sample(
      fc.tuple(fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', 'é') }), fc.constant(null), fc.constant(null)),
      { numRuns: 500, seed: 7 },
    );
    const script =
      'import csv,io,json,sys; print(json.dumps(list(csv.reader(io.StringIO(sys.stdin.buffer.read().decode("utf-8"), newline=""), strict=True))))';
    const read = spawnSync('python3', ['-c', script], { input: exact(rows), encoding: 'utf8' });
    expect(JSON.parse(read.stdout)).toEqual(rows.map(([text]) => [text, '', '']));
  });
});
