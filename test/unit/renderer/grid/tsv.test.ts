import { describe, expect, test } from 'vitest';
import type { GridRow } from '../../../../src/shared/contract.ts';
import type { CellValue, Column } from '../../../../src/shared/datasets/declaration.ts';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import type { Selection } from '../../../../src/shared/query.ts';
import type { Call } from '../../../../src/shared/rpc.ts';
import { beforeSigns, formulasBehind } from '../../shared/hostile-formulas.ts';
import {
  clipboardCell,
  clipboardText,
  clipboardHeader,
  clipboardLines,
  readLines,
  type CopyRequest,
} from '../../../../src/renderer/record/grid/copying.ts';

const columns: readonly Column[] = labs.columns.filter(({ name }) => ['subject', 'result', 'times_upper_limit'].includes(name));

const resultColumn = labs.columns.find(({ name }) => name === 'result') ?? labs.columns[0];

function row(values: Readonly<Record<string, CellValue>>): GridRow {
  return { key: 'k', added: 1, changed: 1, cells: labs.columns.map(({ name }) => (values[name] ?? null) as GridRow['cells'][number]) };
}

test('the header uses the names of the chosen vocabulary', () => {
  expect(clipboardHeader(columns, 'plain')).toBe('Subject\tResult\t× ULN');
  expect(clipboardHeader(columns, 'sdtm')).toBe('SUBJID\tLBORRES\t× ULN');
});

test('values are copied as sent, in column order; a missing value is empty', () => {
  expect(
    clipboardLines(labs, columns, [row({ subject: '0012', result: '62', times_upper_limit: 1.107142857 }), row({ subject: '0015' })]),
  ).toEqual(['0012\t62\t1.107142857', '0015\t\t']);
});

describe('guarding against spreadsheet formulas', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-cmd', "'-cmd"],
    ['-1.5', '-1.5'],
    ['＝1', "'＝1"],
  ])('%s', (sent, copied) => {
    expect(clipboardLines(labs, columns, [row({ result: sent })])[0]).toBe(`\t${copied}\t`);
  });

  test.each(beforeSigns)('a formula behind %j is guarded on the clipboard as in a file', (start) => {
    for (const formula of formulasBehind(start)) {
      // Quoted if it has tabs or line breaks.
      const cell = clipboardCell(resultColumn, formula).replace(/^"(.*)"$/s, '$1');
      expect(cell).toBe(`'${formula}`);
    }
  });

  test('one cell that is copied stays one, with whatever follows its tabs and line breaks', () => {
    expect(clipboardCell(resultColumn, 'see note\n=1+1')).toBe('"see note\n=1+1"');
    expect(clipboardText('ok\t=1+1')).toBe('"ok\t=1+1"');
  });

  test('a number is left unchanged', () => {
    expect(clipboardCell({ ...columns[0], kind: 'number' } as Column, '-1E+5')).toBe('-1E+5');
  });
});

test('a tab, a line break or a quote stays within its cell', () => {
  expect(clipboardLines(labs, columns, [row({ result: 'a\tb' }), row({ result: 'a\n"b"' })])).toEqual(['\t"a\tb"\t', '\t"a\n""b"""\t']);
});

describe('reading the rows to copy', () => {
  const selection: Selection = { dataset: 'labs', where: [], search: '', subjects: null, chosen: null };
  const request: CopyRequest = { question: { study: '22-001', selection, sort: [] }, dataset: labs, columns, vocabulary: 'plain' };

  /** Answers pages of 1000 rows out of 1500, each in the state that `generationAt` gives for its offset. */
  function rowsIn(generationAt: (offset: number) => number): Call {
    const call = async (_name: string, { query: { offset, limit } }: { query: { offset: number; limit: number } }) => {
      const rows = Array.from({ length: Math.min(limit, 1500 - offset) }, (_, at) => row({ subject: String(offset + at) }));
      return { generation: generationAt(offset), rows };
    };
    return call as unknown as Call;
  }

  test('reads all of them in steps', async () => {
    const lines = await readLines(
      rowsIn(() => 3),
      request,
    );
    expect([lines.length, lines[1], lines.at(-1)]).toEqual([1501, '0\t\t', '1499\t\t']);
  });

  test('refuses a mixture of two states', async () => {
    const mixed = readLines(
      rowsIn((offset) => (offset === 0 ? 3 : 4)),
      request,
    );
    await expect(mixed).rejects.toThrow('A sync changed the rows');
  });
});
