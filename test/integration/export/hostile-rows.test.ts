import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { noNotes } from '../../../src/shared/export-notes.ts';
import { exactCsv, excelCsv, type CsvWriter } from '../../../src/core/export/csv/csv.ts';
import { guardText } from '../../../src/shared/formula-guard.ts';
import type { Column, ColumnKind } from '../../../src/shared/datasets/declaration.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';

/** F65 of docs/reliability.md: dangerous cell values in 100,000 rows, among texts composed of characters with a special meaning. */
const named = [
  `=cmd|' /C calc'!A0`,
  '+1',
  '-1',
  '@x',
  '\t',
  '\r',
  '\u0000',
  ';',
  'a\r\n"b"\r\n',
  '',
  ' ',
  '-1 mm',
  '＝1',
  ' =1+1',
  '\u00a0@SUM(1)',
  '\u200b=1+1',
  '\u202e+1x',
  '\ufeff-cmd',
  '\u0000=1',
  '\u3000＝1',
  'x'.repeat(32_768),
];
const pieces = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\u0000',
  ';',
  ',',
  '"',
  '""',
  "'",
  '1',
  '.5',
  'e',
  'é',
  '𝛼',
  '\u202E',
  '\uFEFF',
  '\u200b',
  ' ',
  'a',
];

type Row = readonly [text: string, number: number, more: string];

function makeRows(count: number): readonly Row[] {
  let state = 65;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const text = (): string => Array.from({ length: next(8) }, () => pieces[next(pieces.length)]).join('');
  return Array.from({ length: count }, (_, place) => {
    // The long text is rare, or the file would take gigabytes.
    const one = place % 10 === 0 ? named[place % 5000 === 0 ? named.length - 1 : next(named.length - 1)] : text();
    return [one ?? '', next(2_000_001) - 1_000_000, text()];
  });
}

function column(name: string, kind: ColumnKind): Column {
  return { name, kind, plain: name, sdtm: null, help: '', width: 100, section: 'All', shown: true, paths: [name] };
}

const columns = [column('a', 'text'), column('b', 'number'), column('c', 'text')];
const rows = makeRows(100_000);

function written(writer: CsvWriter, these = rows): string {
  return these.map((row) => writer.record(row, 0)).join('');
}

function textsOf(file: string, delimiter = ','): readonly (readonly string[])[] {
  return readCsv(file, delimiter).map((record) => record.map(({ text }) => text));
}

/** The first row that differs, instead of a diff of a hundred thousand; 0 if there is none. */
function firstDifference(found: readonly (readonly string[])[], expected: readonly (readonly string[])[]): unknown {
  const at = expected.findIndex((record, place) => JSON.stringify(record) !== JSON.stringify(found[place]));
  return at < 0 ? found.length - expected.length : { row: at, found: found[at], expected: expected[at] };
}

describe('100,000 hostile rows', () => {
  test.each([',', ';', '\t'] as const)('csv by %j: an independent reader gets every cell back', (delimiter) => {
    const expected = rows.map(([text, number, more]) => [text, String(number), more]);
    expect(firstDifference(textsOf(written(exactCsv(columns, delimiter)), delimiter), expected)).toBe(0);
  });

  test('csv-excel: cells are equal once the apostrophe is removed, none begins a formula, numbers stay numbers', () => {
    const read = textsOf(written(excelCsv(columns, ';', noNotes())), ';');
    const bare = (cell: string, text: string): string => (guardText(text) === text ? cell : cell.replace(/^'/, ''));
    const without = read.map(([a = '', b = '', c = ''], place) => [bare(a, rows[place]?.[0] ?? ''), b, bare(c, rows[place]?.[2] ?? '')]);
    expect(
      firstDifference(
        without,
        rows.map(([text, number, more]) => [text, String(number), more]),
      ),
    ).toBe(0);
    const dangerous = read.filter((record) => [0, 2].some((place) => /^[=@\t\r\n＝＋－＠]|^[+-](?![\d.]*$)/.test(record[place] ?? '')));
    expect(dangerous).toEqual([]);
    expect(read.every(([, b = '']) => /^-?\d+$/.test(b))).toBe(true);
  });

  const python = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], { encoding: 'utf8' });
  test.skipIf(python.status !== 0)("Python's csv module reads the same cells", () => {
    // Before 3.11, the module rejected NUL.
    const these = python.stdout.trim() === 'True' ? rows : rows.filter((row) => !row.join('').includes('\u0000'));
    expect(these.length).toBeGreaterThan(50_000);
    const script = `
import csv, io, json, sys
csv.field_size_limit(1_000_000)
for record in csv.reader(io.StringIO(sys.stdin.buffer.read().decode("utf-8"), newline=""), strict=True): print(json.dumps(record))`;
    const read = spawnSync('python3', ['-c', script], {
      input: written(exactCsv(columns, ','), these),
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const found = read.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as readonly string[]);
    expect(
      firstDifference(
        found,
        these.map(([text, number, more]) => [text, String(number), more]),
      ),
    ).toBe(0);
  });
});
