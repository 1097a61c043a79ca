import { expect, test } from 'vitest';
import { sasDateNames, sasNames } from '../../../src/core/export/sas-names.ts';
import { datasetNames, datasets } from '../../../src/shared/datasets/datasets.ts';

test('the numeric dates of a text are named after it, shortened to eight characters', () => {
  expect(sasDateNames(['LBDTC', 'LBISSUED'], ['LBDTC', 'LBISSUED'])).toEqual([
    ['LBDT', 'LBDTM'],
    ['LBISSUDT', 'LBISSDTM'],
  ]);
});

test.each(datasetNames)('SAS accepts the name of every column of %s and of its numeric dates, and no two are equal', (name) => {
  const { columns } = datasets[name];
  const names = sasNames(columns);
  const dated = names.filter((_, at) => columns[at]?.kind === 'datetime');
  const all = [...names, ...sasDateNames(dated, names).flat()];
  expect(all.filter((one) => !/^[A-Z_][A-Z0-9_]{0,7}$/.test(one))).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
});
