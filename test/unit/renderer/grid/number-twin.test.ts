import { expect, test } from 'vitest';
import { labs } from '../../../../src/shared/datasets/labs.ts';
import { vitals } from '../../../../src/shared/datasets/vitals.ts';
import { askedOrder, codeTwin, numberTwin } from '../../../../src/renderer/record/grid/number-twin.ts';

test('only results have a number column', () => {
  for (const dataset of [labs, vitals]) {
    const twins = dataset.columns.flatMap((column) => {
      const twin = numberTwin(dataset, column);
      return twin === null ? [] : [`${column.name} ${twin.name}`];
    });
    expect(twins).toEqual(['result result_number']);
  }
});

test('only tests have a code column', () => {
  for (const dataset of [labs, vitals])
    expect(dataset.columns.filter((column) => codeTwin(dataset, column) !== null).map(({ name }) => name)).toEqual(['test']);
});

test('sorting by results goes by their numbers first', () => {
  expect(
    askedOrder(labs, [
      { column: 'subject', descending: false },
      { column: 'result', descending: true },
    ]),
  ).toEqual([
    { column: 'subject', descending: false },
    { column: 'result_number', descending: true },
    { column: 'result', descending: true },
  ]);
});

test('the sort order has no more terms than the reader accepts', () => {
  const eight = labs.columns.slice(0, 8).map(({ name }) => ({ column: name, descending: false }));
  expect(eight.map(({ column }) => column)).toContain('result');
  expect(askedOrder(labs, eight)).toHaveLength(8);
});
