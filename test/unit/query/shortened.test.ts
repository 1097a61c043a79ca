import { describe, expect, test } from 'vitest';
import { shortenedRow, withShortChanges, withShortHistory, withShortTests } from '../../../src/core/query/shortened.ts';
import type { Change, GridRow } from '../../../src/shared/contract.ts';
import { endsEarly, isShortened, longestShown } from '../../../src/shared/short-text.ts';

type Cell = GridRow['cells'][number];
const [fits, long] = ['x'.repeat(longestShown), 'x'.repeat(longestShown + 1)];
const begun = `${fits}${endsEarly}`;
const inRow = (cell: Cell): Cell | undefined => shortenedRow({ key: 'r1', added: 1, changed: 1, cells: [cell] }).cells[0];

function inChange(column: string, before: Cell, after: Cell): Change['fields'] {
  const change = { generation: 2, at: '2026-11-20T09:00:00.000Z', dataset: 'labs', key: 'r1', subject: null, kind: 'changed' } as const;
  const listed = { ...change, fields: [{ column, before, after }] };
  const [{ fields } = listed] = withShortChanges({ changes: [listed] }).changes;
  expect(withShortHistory({ history: [listed] }).history).toEqual([{ ...change, fields }]);
  return fields;
}

describe('a row for a table', () => {
  test.each<[string, Cell]>([
    ['a text up to the limit', fits],
    ['no text', ''],
    ['a number', 7],
    ['nothing', null],
    ['a list up to the limit', Array<string>(1000).fill('y')],
  ])('has %s as it is', (_what, cell) => {
    expect(inRow(cell)).toEqual(cell);
  });

  test('has the beginning of a longer text, and of a longer list', () => {
    expect(inRow(long)).toBe(begun);
    expect(inRow([long, 'y'])).toEqual([begun, 'y']);
    expect(inRow(Array<string>(1001).fill('y'))).toEqual([...Array<string>(1000).fill('y'), endsEarly]);
  });
});

test('what ends early can be told from what fits', () => {
  for (const value of [begun, [begun], ['y', endsEarly]]) expect(isShortened(value)).toBe(true);
  for (const value of [fits, long, endsEarly, `${fits}x`, [], ['y']]) expect(isShortened(value)).toBe(false);
});

describe('a change for a list', () => {
  test('has the beginnings of both values', () => {
    expect(inChange('result', long, 'y')).toEqual([{ column: 'result', before: begun, after: 'y' }]);
  });

  test('keeps what no column describes a list of paths and values', () => {
    const short = JSON.stringify([{ path: 'code.note', value: '"late"' }]);
    const listed = JSON.stringify([{ path: 'code.note', value: long }]);
    const [field] = inChange('_undescribed', short, listed);
    expect(field?.before).toBe(short);
    expect(JSON.parse(String(field?.after))).toEqual([{ path: 'code.note', value: begun }]);
  });

  test.each([`[${long}`, JSON.stringify(long), JSON.stringify({ long })])('has the beginning of any other text there', (text) => {
    expect(inChange('_undescribed', text, null)).toEqual([
      { column: '_undescribed', before: `${text.slice(0, longestShown)}${endsEarly}`, after: null },
    ]);
  });
});

test('a test for a list has the beginnings of its texts, and all of what is counted', () => {
  const met = (text: string | null) => [
    { text, records: 1, reading: null, understood: false },
    { text: null, records: 2, reading: null, understood: false },
  ];
  const test = {
    ...{ dataset: 'labs' as const, records: 3, codes: [], decided: false, rule: null, proposed: null },
    ...{ test: long, serviceCode: long, units: met(long), ranges: met(long) },
  };
  const short = { ...test, test: begun, serviceCode: begun, units: met(begun), ranges: met(begun) };
  expect(withShortTests({ digest: 'ab', tests: [test] })).toEqual({ digest: 'ab', tests: [short] });
  const fitting = { ...test, test: fits, serviceCode: null, units: met('U/L'), ranges: met(null) };
  expect(withShortTests({ tests: [fitting] }).tests).toEqual([fitting]);
});
