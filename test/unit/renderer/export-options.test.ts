import { describe, expect, test } from 'vitest';
import {
  fitsPreset,
  headerSample,
  initialOptions,
  requestOf,
  rowCount,
  suggestName,
  withLake,
  withEndingOf,
  withPreset,
  type ExportOptions,
  type ExportSubject,
} from '../../../src/renderer/tasks/export/export-options.ts';
import { isProtectReady, leavingNames, protectedAtFirst } from '../../../src/renderer/tasks/export/protect-options.ts';
import type { GridSource } from '../../../src/renderer/record/export/export-source.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { presetOf, siteHandOver } from '../../../src/shared/export-preset.ts';

const selection = {
  dataset: 'labs' as const,
  where: [{ column: 'test', op: 'in' as const, values: ['ALT'] }],
  search: 'x',
  subjects: null,
  chosen: null,
};
const grid: GridSource = {
  dataset: 'labs',
  selection,
  chosen: { mode: 'only', keys: ['k'] },
  sort: [{ column: 'subject', descending: false }],
  shown: ['test', 'subject'],
  counts: { selected: 1, filtered: 5, all: 9 },
  filters: [],
};
const subject: ExportSubject = {
  source: { study: '22/001 A', subjects: null, grid },
  whole: [
    { dataset: 'subjects', rows: 4, all: 4, shown: ['subject'] },
    { dataset: 'labs', rows: 9, all: 12, shown: ['test', 'subject'] },
  ],
  meant: null,
};
const options: ExportOptions = {
  scope: 'grid',
  rows: 'filtered',
  format: 'csv',
  vocabulary: 'plain',
  columns: 'shown',
  delimiter: ',',
  preset: null,
  protect: null,
  define: false,
  lake: false,
};
const at = new Date(2026, 4, 14, 9, 5);

const partOf = (chosen: ExportOptions) => {
  const [part] = requestOf(subject, chosen).parts;
  if (part === undefined) throw new Error('The request has no part.');
  return part;
};

describe('the request of the export dialog', () => {
  test('ignores ticks for filtered rows, and keeps the filters for selected rows', () => {
    expect(partOf(options).selection).toEqual(selection);
    expect(partOf({ ...options, rows: 'selected' }).selection).toEqual({ ...selection, chosen: grid.chosen });
  });

  test('includes a lake only for the whole study with all subjects, and ignores choices made for files', () => {
    const whole: ExportSubject = { ...subject, source: { ...subject.source, grid: null } };
    const lake: ExportOptions = { ...options, scope: 'study', rows: 'all', delimiter: ';', lake: true };
    const { study } = subject.source;
    expect(requestOf(whole, lake)).toEqual({
      ...{ study, parts: [], vocabulary: 'plain', format: 'parquet', delimiter: ',', zip: null, protection: null, lake: true },
    });
    expect(requestOf(subject, lake).parts).toEqual([]);
    // A lake has no data cut-off.
    expect([rowCount(whole, lake), rowCount(whole, { ...lake, lake: false })]).toEqual([16, 13]);
    expect(requestOf(subject, { ...lake, scope: 'grid' }).lake).toBeUndefined();
    expect(requestOf({ ...whole, source: { ...whole.source, subjects: ['S-01'] } }, lake).lake).toBeUndefined();
  });

  test('includes all datasets in a lake, even after a preset for some of them', () => {
    const labs = presetOf('Labs', requestOf(subject, options));
    const lake = withLake({ ...withPreset(options, { ...labs, parts: [...labs.parts, ...labs.parts] }), scope: 'study' }, true);
    expect(lake).toMatchObject({ lake: true, preset: null, columns: 'all' });
    expect(rowCount(subject, lake)).toBe(16);
    expect(withLake(options, true)).toEqual({ ...options, lake: true });
    expect(withLake(lake, false)).toEqual({ ...lake, lake: false });
  });

  test('uses column names instead of labels for Parquet and a lake', () => {
    const sample = (more: Partial<ExportOptions>): string => headerSample(grid, ['subject', 'test'], { ...options, ...more });
    expect(sample({})).toBe('Subject, Test');
    expect(sample({ format: 'parquet' })).toBe('subject, test');
    expect(sample({ lake: true, vocabulary: 'source' })).toBe('subject, test');
    expect(sample({ lake: true, vocabulary: 'sdtm' })).toBe('SUBJID, LBTEST');
  });

  test('states the number of subjects in the file name under a subject filter', () => {
    const narrowed = { ...subject, meant: { of: 3, all: 201 } };
    expect(suggestName(narrowed, options, at)).toBe('22-001-A_labs_filtered_3-of-201-subjects_20260514-0905.csv');
  });

  test('drops filters, search and ticks for all rows', () => {
    expect(partOf({ ...options, rows: 'all' }).selection).toEqual({
      dataset: 'labs',
      where: [],
      search: '',
      subjects: null,
      chosen: null,
    });
  });

  test('keeps the order of the shown columns, and leaves personal fields out of “all columns”', () => {
    expect(partOf(options).columns).toEqual(['test', 'subject']);
    const all = partOf({ ...options, columns: 'all' }).columns;
    const personal = datasets.labs.columns.filter((column) => column.personal === true).map((column) => column.name);
    expect(personal.length).toBeGreaterThan(0);
    expect(all.filter((name) => personal.includes(name))).toEqual([]);
    expect(all.length + personal.length).toBe(datasets.labs.columns.length);
  });

  test('suggests a file name with study, dataset, rows and time, without characters that are special in paths', () => {
    expect(suggestName(subject, options, at)).toBe('22-001-A_labs_filtered_20260514-0905.csv');
  });

  test('includes every mirrored dataset of a whole study without grid filters, in one workbook or a zip of files', () => {
    const whole = { ...options, scope: 'study' } as const;
    const { parts, zip } = requestOf(subject, whole);
    expect(parts.map(({ selection: { dataset, where, search }, columns }) => [dataset, where.length, search, columns])).toEqual([
      ['subjects', 0, '', ['subject']],
      ['labs', 0, '', ['test', 'subject']],
    ]);
    const narrowed = { ...subject, source: { ...subject.source, grid: { ...grid, selection: { ...selection, subjects: ['0012'] } } } };
    expect(requestOf(narrowed, whole).parts.map((part) => part.selection.subjects)).toEqual([null, null]);
    expect([zip, rowCount(subject, whole)]).toEqual([{ passphrase: null }, 13]);
    expect(suggestName(subject, whole, at)).toBe('22-001-A_study_20260514-0905.zip');
    expect(requestOf(subject, { ...whole, format: 'xlsx' }).zip).toBeNull();
    expect(suggestName(subject, { ...whole, format: 'xlsx' }, at)).toBe('22-001-A_study_20260514-0905.xlsx');
  });
});

test('a define.xml is requested only with a zip for SAS or CDISC tools', () => {
  const asked = (change: Partial<ExportOptions>) => requestOf(subject, { ...options, scope: 'study', define: true, ...change }).define;
  expect([asked({ format: 'xpt' }), asked({ format: 'dataset-json' })]).toEqual([true, true]);
  for (const change of [
    { format: 'csv' },
    { format: 'dataset-json-nd' },
    { format: 'xlsx' },
    { format: 'xpt', scope: 'grid' },
    { format: 'xpt', define: false },
  ] as const)
    expect(asked(change), JSON.stringify(change)).toBeUndefined();
});

describe('the initial options of the export dialog', () => {
  test('are a workbook of the ticked rows, or else of the filtered rows', () => {
    expect(initialOptions(subject.source, 'sdtm', {})).toMatchObject({
      scope: 'grid',
      rows: 'selected',
      format: 'xlsx',
      vocabulary: 'sdtm',
    });
    const unticked = { ...subject.source, grid: { ...grid, counts: { ...grid.counts, selected: 0 } } };
    expect(initialOptions(unticked, 'plain', {})).toMatchObject({ rows: 'filtered' });
  });

  test('are the last ones chosen for this dataset', () => {
    const last = {
      labs: { format: 'xpt', delimiter: ',', columns: 'all' },
      vitals: { format: 'csv', delimiter: ';', columns: 'all' },
    } as const;
    expect(initialOptions(subject.source, 'plain', last)).toMatchObject({ format: 'xpt', columns: 'all' });
    expect(initialOptions({ study: '22', subjects: null, grid: null }, 'plain', last)).toMatchObject({ scope: 'study', format: 'xlsx' });
  });
});

describe('a preset', () => {
  test('applies its format, columns and order, and leaves the filtered rows as they are', () => {
    const preset = presetOf('By date', {
      ...requestOf(subject, options),
      format: 'csv-excel',
      delimiter: ';',
      parts: [{ selection, sort: [{ column: 'collected', descending: true }], columns: ['subject', 'collected'] }],
    });
    expect(JSON.stringify(preset)).not.toContain('ALT');
    const request = requestOf(subject, withPreset({ ...options, rows: 'filtered' }, preset));
    expect(request).toMatchObject({ format: 'csv-excel', delimiter: ';' });
    expect(request.parts).toEqual([{ selection, sort: [{ column: 'collected', descending: true }], columns: ['subject', 'collected'] }]);
  });

  test('fits everywhere if it is for a whole study, and otherwise only its own dataset', () => {
    const labs = presetOf('Labs', requestOf(subject, options));
    const elsewhere = { study: '22', subjects: null, grid: null };
    expect([fitsPreset(subject.source, labs), fitsPreset(elsewhere, labs), fitsPreset(elsewhere, siteHandOver)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('for a hand-over exports all mirrored datasets to one workbook without personal fields', () => {
    const request = requestOf(subject, withPreset(options, siteHandOver));
    expect(request).toMatchObject({
      format: 'xlsx',
      zip: null,
      parts: [{ selection: { dataset: 'subjects' } }, { selection: { dataset: 'labs' } }],
    });
    expect(request.parts[1]?.columns).not.toContain('performer');
  });
});

describe('a protected export', () => {
  const protect = { ...protectedAtFirst, recipient: ' Acme ', anchor: { kind: 'baseline' as const } };
  const chosen: ExportOptions = { ...options, protect: { ...protect, passphrase: 'four quiet unrelated words' } };

  test('is a zip for the recipient, encrypted unless turned off, with “protected” in its name', () => {
    expect(requestOf(subject, chosen)).toMatchObject({
      format: 'csv',
      zip: { passphrase: 'four quiet unrelated words' },
      protection: { recipient: 'Acme', anchor: { kind: 'baseline' } },
    });
    expect(suggestName(subject, chosen, at)).toBe('22-001-A_labs_filtered_protected_20260514-0905.zip');
    expect(requestOf(subject, { ...chosen, protect: { ...protect, encrypted: false } }).zip).toEqual({ passphrase: null });
  });

  test('is not ready while the passphrase of an encrypted zip is missing', () => {
    expect([null, protect, { ...protect, encrypted: false }, chosen.protect].map(isProtectReady)).toEqual([true, false, true, true]);
  });

  test('is for the default recipient if none is named', () => {
    expect(requestOf(subject, { ...options, protect: { ...protect, recipient: '  ' } }).protection?.recipient).toBe('default');
  });

  test('is not sorted by columns that it leaves out', () => {
    const sorted = { ...grid, sort: ['performer', 'subject', 'reference_range', 'result'].map((column) => ({ column, descending: true })) };
    const [part] = requestOf({ ...subject, source: { ...subject.source, grid: sorted } }, chosen).parts;
    expect(part?.sort.map(({ column }) => column)).toEqual(['subject', 'result']);
    expect(leavingNames('labs', ['subject', 'performer', 'no such column', 'result'])).toEqual(['subject', 'result']);
  });

  test('is stored in a preset and restored from it, except for the passphrase', () => {
    const preset = presetOf('For Acme', requestOf(subject, chosen));
    expect(JSON.stringify(preset)).not.toContain('quiet');
    expect(withPreset(options, preset).protect).toEqual({ ...protectedAtFirst, recipient: 'Acme', anchor: { kind: 'baseline' } });
    expect(withPreset(chosen, siteHandOver).protect).toBeNull();
  });
});

test.each([
  ['a.csv', 'mine.xlsx', 'mine.csv'],
  ['a.zip', 'mine.CSV', 'mine.zip'],
  ['a.ndjson', 'mine.json', 'mine.ndjson'],
  ['a.csv', 'mine', 'mine'],
  ['a.csv', 'mine.2', 'mine.2'],
])('with %s suggested, a file named %s becomes %s', (suggested, typed, name) => {
  expect(withEndingOf(suggested, typed)).toBe(name);
});
