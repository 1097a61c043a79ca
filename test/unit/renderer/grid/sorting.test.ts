import { expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import { defaultSort, nextSort, sortOf } from '../../../../src/renderer/data/table/sorting.ts';

const upwards = (column: string) => ({ column, descending: false });
const downwards = (column: string) => ({ column, descending: true });

test('alone: upwards, downwards, the order of the dataset', () => {
  const one = nextSort(labs, defaultSort(labs), 'result', false);
  expect(one).toEqual([upwards('result')]);
  const two = nextSort(labs, one, 'result', false);
  expect(two).toEqual([downwards('result')]);
  expect(nextSort(labs, two, 'result', false)).toEqual(defaultSort(labs));
});

test('a column of several becomes the only one first', () => {
  expect(nextSort(labs, [upwards('subject'), upwards('collected')], 'subject', false)).toEqual([upwards('subject')]);
});

test('added: one more term, turned, taken out', () => {
  const one = nextSort(labs, [upwards('subject')], 'visit', true);
  expect(one).toEqual([upwards('subject'), upwards('visit')]);
  const two = nextSort(labs, one, 'visit', true);
  expect(two).toEqual([upwards('subject'), downwards('visit')]);
  expect(nextSort(labs, two, 'visit', true)).toEqual([upwards('subject')]);
});

test('taking out the last term brings the order of the dataset back', () => {
  expect(nextSort(labs, [downwards('visit')], 'visit', true)).toEqual(defaultSort(labs));
});

test('no more terms than the reader takes', () => {
  const eight = labs.columns.slice(0, 8).map(({ name }) => upwards(name));
  expect(nextSort(labs, eight, 'record_id', true)).toBe(eight);
});

test('a rank counts from one', () => {
  expect(sortOf(defaultSort(labs), 'collected')).toEqual({ descending: false, rank: 2 });
  expect(sortOf(defaultSort(labs), 'result')).toBeNull();
});
