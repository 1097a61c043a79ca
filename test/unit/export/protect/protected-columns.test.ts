import { describe, expect, test } from 'vitest';
import {
  askedColumns,
  checkProtected,
  protectedColumn,
  pseudonymOf,
  sayAnchor,
  splitColumns,
} from '../../../../src/core/export/protect/protected-columns.ts';
import { protectedSort } from '../../../../src/core/export/protect/protected-order.ts';
import { findColumn } from '../../../../src/core/query/columns.ts';
import { datasets } from '../../../../src/shared/datasets/datasets.ts';
import { treatmentOf } from '../../../../src/shared/protection.ts';

const { labs } = datasets;
const context = { recipient: 'Acme', anchor: { kind: 'baseline' } } as const;
const as = (name: string) => protectedColumn(findColumn(labs, name), context);

describe('a column leaves', () => {
  test('as declared if it is kept', () => {
    expect(as('result')).toBe(findColumn(labs, 'result'));
  });

  test('as a pseudonym wide enough to be read, with its rule', () => {
    expect(as('subject')).toMatchObject({
      name: 'subject',
      width: Math.max(findColumn(labs, 'subject').width, 150),
      help: expect.stringMatching(/^Stands for the subject: the same in every dataset/) as string,
      instead: { what: 'pseudonym', rule: 'Pseudonym for Acme of: subject.reference' },
    });
    expect(protectedColumn({ ...findColumn(labs, 'subject'), width: 40 }, context).width).toBe(150);
    expect(protectedColumn({ ...findColumn(labs, 'subject'), width: 400 }, context).width).toBe(400);
  });

  test('as a day that is a number, and no variable of SDTM', () => {
    expect(as('collected')).toMatchObject({
      ...{ name: 'collected_day', kind: 'number', sdtm: null },
      instead: { what: 'day', rule: expect.stringMatching(/^Days from the baseline assessment: .* Of: effectiveDateTime$/) as string },
    });
  });

  test('never if it names a person', () => {
    expect(() => as('performer')).toThrow(new RangeError('The column performer is omitted from a protected export.'));
  });
});

test('only identifiers have pseudonyms', () => {
  expect(pseudonymOf(findColumn(labs, 'subject'))).toBe('subject');
  expect(pseudonymOf(findColumn(datasets.responses, 'case_id'))).toBe('case');
  expect(pseudonymOf(findColumn(datasets.responses, 'lesions'))).toBe('lesion');
  expect(() => pseudonymOf(findColumn(labs, 'collected'))).toThrow(new RangeError('The column collected is not an identifier.'));
});

test.each([
  [{ kind: 'visit', label: 'C1D1' }, 'the first date of visit “C1D1”'],
  [{ kind: 'visit', label: 'Visit of Mrs Doe' }, 'the first date of a visit that was named'],
  // Its words are plain, but they hold a date.
  [{ kind: 'visit', label: 'Day 3, Mar 12' }, 'the first date of a visit that was named'],
  [{ kind: 'first-record' }, "the subject's first date in the study"],
] as const)('the anchor %o is named as %s', (anchor, words) => {
  expect(sayAnchor(anchor)).toBe(words);
});

test('without named columns all are asked for, and dropped ones are told apart', () => {
  expect(askedColumns(labs, [])).toBe(labs.columns);
  const { leaving, leftOut } = splitColumns(labs, ['performer', 'result', 'subject']);
  expect([leaving.map(({ name }) => name), leftOut.map(({ name }) => name)]).toEqual([['result', 'subject'], ['performer']]);
  const all = splitColumns(labs, []);
  expect(all.leaving.length + all.leftOut.length).toBe(labs.columns.length);
  expect(all.leftOut.every((column) => treatmentOf(column).treatment === 'dropped')).toBe(true);
});

describe('a protected export is refused', () => {
  test('if none of its columns would leave', () => {
    expect(() => {
      checkProtected(labs, ['performer'], []);
    }).toThrow('None of the named columns of the labs dataset is included in a protected export. Name others.');
    expect(() => {
      checkProtected(labs, ['performer', 'result'], []);
    }).not.toThrow();
  });

  test('if a later column of its order would not leave', () => {
    const sort = ['result', 'performer'].map((column) => ({ column, descending: false }));
    expect(() => {
      checkProtected(labs, ['result'], sort);
    }).toThrow('A protected export cannot be sorted by "performer", which it does not include');
  });
});

describe('the order of a protected export', () => {
  const order = (...sort: Parameters<typeof protectedSort>[1]): readonly (readonly [string, boolean])[] =>
    protectedSort(labs, sort).map(({ column, descending }) => [column.name, descending]);

  test('ends with subject and record, ascending', () => {
    expect(order({ column: 'result', descending: true })).toEqual([
      ['result', true],
      ['subject', false],
      [labs.key, false],
    ]);
  });

  test('has neither twice', () => {
    expect(order({ column: 'subject', descending: true }, { column: labs.key, descending: true })).toEqual([
      ['subject', true],
      [labs.key, true],
    ]);
  });

  test('begins with the usual columns if none is named', () => {
    const usual = labs.defaultSort.map((name) => [name, false]);
    expect(order().slice(0, usual.length)).toEqual(usual);
    expect(new Set(order().map(([name]) => name))).toEqual(new Set([...labs.defaultSort, 'subject', labs.key]));
  });
});
