import { describe, expect, test } from 'vitest';
import {
  cellWords,
  copiedCell,
  filterLabel,
  nextSort,
  rangeProblem,
  readListingView,
  shownRows,
  tabbed,
  valuesOf,
  wholeView,
  type ListingView,
} from '../../../src/renderer/record/listings/listing-rows.ts';
import { knownChoice } from '../../../src/renderer/data/model/chart-choices.ts';
import { clipboardText } from '../../../src/renderer/record/grid/copying.ts';

const column = (name: string, kind: 'text' | 'number' | 'datetime') => ({ name, label: name, kind, help: '', width: 100, decimals: 0 });
const columns = [column('subject', 'text'), column('labs', 'number'), column('last', 'datetime')];
const rows = [
  ['01-701-1015', 12, '2025-03-01'],
  ['01-701-1023', 3, null],
  ['=cmd', 100, '2025-02-01'],
] as const;
const ids = (view: Partial<ListingView>): readonly unknown[] => shownRows(columns, rows, { ...wholeView, ...view }).map(([id]) => id);

describe('what was stored of a view', () => {
  test('is read as it was stored', () => {
    const view: ListingView = {
      search: 'a',
      filters: [
        { column: 'subject', kind: 'in', values: [''] },
        { column: 'subject', kind: 'contains', text: 'a' },
        { column: 'labs', kind: 'between', least: '', most: '5' },
      ],
      sort: { column: 'labs', descending: true },
    };
    expect(readListingView(JSON.stringify(view))).toEqual(view);
  });

  test.each([
    ['nothing', ''],
    ['half of it', '{"search":"'],
    ['null', 'null'],
    ['another shape', '{}'],
    ['a filter of another kind', '{"search":"","filters":[{"column":"labs","kind":"near"}],"sort":null}'],
    ['a filter without its values', '{"search":"","filters":[{"column":"labs","kind":"in"}],"sort":null}'],
    ['a strange order', '{"search":"","filters":[],"sort":5}'],
  ])('is the whole listing if it is %s, which would keep the place from being shown', (_what, stored) => {
    expect(readListingView(stored)).toEqual(wholeView);
  });

  test('is a choice only if it is among the options', () => {
    const options = [
      ['labs', 'Labs'],
      ['vitals', 'Vitals'],
    ] as const;
    expect([undefined, 'vitals', 'constructor'].map((stored) => knownChoice(stored, 'labs', options))).toEqual(['labs', 'vitals', 'labs']);
  });
});

describe('rows of a listing', () => {
  test('are sorted by number or date, with missing values last in either direction', () => {
    expect(ids({ sort: { column: 'labs', descending: true } })).toEqual(['=cmd', '01-701-1015', '01-701-1023']);
    expect(ids({ sort: { column: 'last', descending: false } })).toEqual(['=cmd', '01-701-1015', '01-701-1023']);
    expect(ids({ sort: { column: 'last', descending: true } })).toEqual(['01-701-1015', '=cmd', '01-701-1023']);
    expect(ids({})).toEqual(['01-701-1015', '01-701-1023', '=cmd']);
  });

  test.each([
    [{ column: 'labs', kind: 'between', least: '10', most: '' }, ['01-701-1015', '=cmd']],
    [{ column: 'labs', kind: 'between', least: '', most: '12' }, ['01-701-1015', '01-701-1023']],
    [{ column: 'last', kind: 'between', least: '2025-02-01', most: '2025-02' }, ['=cmd']],
    [{ column: 'last', kind: 'in', values: [''] }, ['01-701-1023']],
    [{ column: 'subject', kind: 'contains', text: '701-10' }, ['01-701-1015', '01-701-1023']],
    [{ column: 'gone', kind: 'contains', text: 'x' }, ['01-701-1015', '01-701-1023', '=cmd']],
  ] as const)('%j leaves %j', (filter, left) => {
    expect(ids({ filters: [filter] })).toEqual(left);
  });

  test.each([
    ['datetime', ['31.01.2025', ''], 'Enter a date, such as 2025-01-31 or 2025-01'],
    ['datetime', ['', '2025-2-1'], 'Enter a date, such as 2025-01-31 or 2025-01'],
    ['datetime', ['2025-01', ' 2025-02-03 '], null],
    ['datetime', ['', ''], null],
    ['number', ['1,000', ''], 'A comma before three digits is ambiguous: write 1000 or 1.000'],
    ['number', ['five', ''], 'Enter a number, such as 5.1'],
    ['number', ['5,1', ''], null],
  ] as const)('of %s from and up to %j: %j', (kind, ends, problem) => {
    expect(rangeProblem({ kind }, ...ends)).toBe(problem);
  });

  test('are found by words in any column and any order', () => {
    expect(ids({ search: '2025-03 1015' })).toEqual(['01-701-1015']);
    expect(ids({ search: '1015 nothing' })).toEqual([]);
  });

  test('are copied with a header, guarded against formulas as in exports', () => {
    expect(tabbed(columns, rows.slice(1), clipboardText)).toBe("subject\tlabs\tlast\n01-701-1023\t3\t\n'=cmd\t100\t2025-02-01");
  });

  test('have words for filters, values and numbers', () => {
    expect(filterLabel({ column: 'labs', kind: 'between', least: '10', most: '20' }, 'Labs')).toBe('Labs 10 to 20');
    expect(filterLabel({ column: 'last', kind: 'in', values: [''] }, 'Last date')).toBe('Last date missing');
    expect(valuesOf(rows, 2)).toEqual([
      ['', 1],
      ['2025-02-01', 1],
      ['2025-03-01', 1],
    ]);
    expect([cellWords(null, columns[1] ?? column('', 'text')), cellWords(1234, column('labs', 'number'))]).toEqual(['–', '1,234']);
    expect([copiedCell(null), copiedCell(1234), copiedCell(2.345), copiedCell('2025-02-01')]).toEqual(['', '1234', '2.345', '2025-02-01']);
  });

  test('are sorted descending first in a column of counts', () => {
    const labs = column('labs', 'number');
    const steps = [wholeView, { ...wholeView, sort: nextSort(wholeView, labs) }];
    expect(steps[1]?.sort).toEqual({ column: 'labs', descending: true });
    expect(nextSort({ ...wholeView, sort: { column: 'labs', descending: true } }, labs)).toEqual({ column: 'labs', descending: false });
    expect(nextSort({ ...wholeView, sort: { column: 'labs', descending: false } }, labs)).toBeNull();
  });
});
