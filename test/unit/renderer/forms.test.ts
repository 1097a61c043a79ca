import { describe, expect, test } from 'vitest';
import { requestOf, suggestName, type ExportOptions } from '../../../src/renderer/export/export-options.ts';
import type { ExportSource } from '../../../src/renderer/export/export-source.ts';
import { addressProblem, connectionOf, emptyForm, isComplete } from '../../../src/renderer/start/connect-values.ts';
import { judgePassphrase } from '../../../src/renderer/parts/passphrase-strength.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';

describe('the address of a service', () => {
  test.each(['', 'https://research.example.org', 'https://research.example.org/path', 'http://127.0.0.1:8080', 'http://localhost:1'])(
    '"%s" may be used',
    (address) => {
      expect(addressProblem(address)).toBeNull();
    },
  );

  test.each([
    'research.example.org',
    'http://research.example.org',
    'https://name:word@research.example.org',
    'ftp://research.example.org',
  ])('"%s" is refused before anything is sent', (address) => {
    expect(addressProblem(address)).not.toBeNull();
  });

  test('blanks around what was pasted are dropped, but not from the secret', () => {
    const values = { ...emptyForm, baseUrl: ' https://a.example ', partnerId: ' 1 ', clientId: 'c ', secret: ' s ', study: '22' };
    expect(connectionOf(values)).toMatchObject({ baseUrl: 'https://a.example', partnerId: '1', clientId: 'c', demo: false });
    expect(isComplete(values)).toBe(true);
    expect(isComplete({ ...values, study: ' ' })).toBe(false);
  });
});

describe('the strength of a passphrase', () => {
  test('short ones are refused, with what is missing', () => {
    expect(judgePassphrase('abc')).toMatchObject({ enough: false, says: 'Too short: 5 more to go.' });
  });

  test('a repeated character stays weak however long', () => {
    expect(judgePassphrase('aaaaaaaaaaaaaaaaaaaaaaaa').level).toBe(1);
  });

  test('several words are better than one', () => {
    expect(judgePassphrase('correct horse battery staple').level).toBeGreaterThan(judgePassphrase('correcthorse').level);
  });
});

describe('what the export dialog asks for', () => {
  const selection = {
    dataset: 'labs' as const,
    where: [{ column: 'test', op: 'in' as const, values: ['ALT'] }],
    search: 'x',
    subjects: null,
    chosen: null,
  };
  const source: ExportSource = {
    study: '22/001 A',
    dataset: 'labs',
    selection,
    chosen: { mode: 'only', keys: ['k'] },
    sort: [{ column: 'subject', descending: false }],
    shown: ['test', 'subject'],
    counts: { selected: 1, filtered: 5, all: 9 },
    filters: [],
  };
  const options: ExportOptions = { rows: 'filtered', format: 'csv', vocabulary: 'plain', columns: 'shown', delimiter: ',' };

  const partOf = (chosen: ExportOptions) => {
    const [part] = requestOf(source, chosen).parts;
    if (part === undefined) throw new Error('The request has no part.');
    return part;
  };

  test('filtered rows leave the ticks aside; selected rows keep the filters', () => {
    expect(partOf(options).selection).toEqual(selection);
    expect(partOf({ ...options, rows: 'selected' }).selection).toEqual({ ...selection, chosen: source.chosen });
  });

  test('all rows know no filter, search or tick', () => {
    expect(partOf({ ...options, rows: 'all' }).selection).toEqual({
      dataset: 'labs',
      where: [],
      search: '',
      subjects: null,
      chosen: null,
    });
  });

  test('the columns shown keep their order; all leaves out those that name a person', () => {
    expect(partOf(options).columns).toEqual(['test', 'subject']);
    const all = partOf({ ...options, columns: 'all' }).columns;
    const personal = datasets.labs.columns.filter((column) => column.personal === true).map((column) => column.name);
    expect(personal.length).toBeGreaterThan(0);
    expect(all.filter((name) => personal.includes(name))).toEqual([]);
    expect(all.length + personal.length).toBe(datasets.labs.columns.length);
  });

  test('the name of the file holds study, dataset, rows and time, and nothing that a path could mistake', () => {
    expect(suggestName(source, options, new Date(2026, 4, 14, 9, 5))).toBe('22-001-A_labs_filtered_20260514-0905.csv');
  });
});
