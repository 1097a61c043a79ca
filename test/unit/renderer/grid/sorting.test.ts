import { expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import { defaultSort, nextSort, nextStep, sortOf } from '../../../../src/renderer/data/table/sorting.ts';

const upwards = (column: string) => ({ column, descending: false });
const downwards = (column: string) => ({ column, descending: true });

test('a click sorts ascending, then descending, then in the default order', () => {
  const one = nextSort(labs, defaultSort(labs), 'result', false);
  expect(one).toEqual([upwards('result')]);
  const two = nextSort(labs, one, 'result', false);
  expect(two).toEqual([downwards('result')]);
  expect(nextSort(labs, two, 'result', false)).toEqual(defaultSort(labs));
});

test('the next step is named as what a click does, also for the column with which the default order begins', () => {
  const steps = [defaultSort(labs), [upwards('subject')], [downwards('subject')]].map((sort) => nextStep(labs, sort, 'subject'));
  expect(steps).toEqual(['ascending', 'descending', 'default']);
  expect(nextStep(labs, [downwards('result')], 'result')).toBe('default');
  expect(nextStep(labs, [downwards('result')], 'visit')).toBe('ascending');
});

test('a click on one of several sort columns makes it the only one', () => {
  expect(nextSort(labs, [upwards('subject'), upwards('collected')], 'subject', false)).toEqual([upwards('subject')]);
});

test('an added column sorts ascending, then descending, then is removed', () => {
  const one = nextSort(labs, [upwards('subject')], 'visit', true);
  expect(one).toEqual([upwards('subject'), upwards('visit')]);
  const two = nextSort(labs, one, 'visit', true);
  expect(two).toEqual([upwards('subject'), downwards('visit')]);
  expect(nextSort(labs, two, 'visit', true)).toEqual([upwards('subject')]);
});

test('removing the last term restores the default order', () => {
  expect(nextSort(labs, [downwards('visit')], 'visit', true)).toEqual(defaultSort(labs));
});

test('the sort order has no more terms than the reader accepts', () => {
  const eight = labs.columns.slice(0, 8).map(({ name }) => upwards(name));
  expect(nextSort(labs, eight, 'record_id', true)).toBe(eight);
});

test('ranks count from one, and unsorted columns have none', () => {
  expect(sortOf(defaultSort(labs), 'collected')).toEqual({ descending: false, rank: 2 });
  expect(sortOf(defaultSort(labs), 'result')).toBeNull();
});
