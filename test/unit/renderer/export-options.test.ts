import { describe, expect, test } from 'vitest';
import {
  fitsPreset,
  headerSample,
  initialOptions,
  requestOf,
  rowCount,
  suggestName,
  withLake,
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
    { dataset: 'subjects', rows: 4, shown: ['subject'] },
    { dataset: 'labs', rows: 9, shown: ['test', 'subject'] },
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

describe('what the export dialog asks for', () => {
  test('filtered rows leave the ticks aside; selected rows keep the filters', () => {
    expect(partOf(options).selection).toEqual(selection);
    expect(partOf({ ...options, rows: 'selected' }).selection).toEqual({ ...selection, chosen: grid.chosen });
  });

  test('a lake is of the whole study and of all its subjects, whatever was chosen of files', () => {
    const whole: ExportSubject = { ...subject, source: { ...subject.source, grid: null } };
    const lake: ExportOptions = { ...options, scope: 'study', rows: 'all', delimiter: ';', lake: true };
    const { study } = subject.source;
    expect(requestOf(whole, lake)).toEqual({
      ...{ study, parts: [], vocabulary: 'plain', format: 'parquet', delimiter: ',', zip: null, protection: null, lake: true },
    });
    expect(requestOf(subject, lake).parts).toEqual([]);
    expect(requestOf(subject, { ...lake, scope: 'grid' }).lake).toBeUndefined();
    expect(requestOf({ ...whole, source: { ...whole.source, subjects: ['S-01'] } }, lake).lake).toBeUndefined();
  });

  test('a lake is of all datasets after a preset of some as well', () => {
    const labs = presetOf('Labs', requestOf(subject, options));
    const lake = withLake({ ...withPreset(options, { ...labs, parts: [...labs.parts, ...labs.parts] }), scope: 'study' }, true);
    expect(lake).toMatchObject({ lake: true, preset: null, columns: 'all' });
    expect(rowCount(subject, lake)).toBe(13);
    expect(withLake(options, true)).toEqual({ ...options, lake: true });
    expect(withLake(lake, false)).toEqual({ ...lake, lake: false });
  });

  test('Parquet and a lake have the names of the columns where others have words', () => {
    const sample = (more: Partial<ExportOptions>): string => headerSample(grid, ['subject', 'test'], { ...options, ...more });
    expect(sample({})).toBe('Subject, Test');
    expect(sample({ format: 'parquet' })).toBe('subject, test');
    expect(sample({ lake: true, vocabulary: 'source' })).toBe('subject, test');
    expect(sample({ lake: true, vocabulary: 'sdtm' })).toBe('SUBJID, LBTEST');
  });

  test('a file under a subject filter says in its name of how many subjects it is', () => {
    const narrowed = { ...subject, meant: { of: 3, all: 201 } };
    expect(suggestName(narrowed, options, at)).toBe('22-001-A_labs_filtered_3-of-201-subjects_20260514-0905.csv');
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
    expect(suggestName(subject, options, at)).toBe('22-001-A_labs_filtered_20260514-0905.csv');
  });

  test('a whole study is every mirrored dataset without the filters of the grid: one workbook, or a zip of files', () => {
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

test('a define.xml is asked for with a zip for SAS or CDISC tools alone', () => {
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

describe('what the export dialog begins with', () => {
  test('is a workbook of what is ticked, or of what is filtered', () => {
    expect(initialOptions(subject.source, 'sdtm', {})).toMatchObject({
      scope: 'grid',
      rows: 'selected',
      format: 'xlsx',
      vocabulary: 'sdtm',
    });
    const unticked = { ...subject.source, grid: { ...grid, counts: { ...grid.counts, selected: 0 } } };
    expect(initialOptions(unticked, 'plain', {})).toMatchObject({ rows: 'filtered' });
  });

  test('is what was chosen last for this dataset', () => {
    const last = {
      labs: { format: 'xpt', delimiter: ',', columns: 'all' },
      vitals: { format: 'csv', delimiter: ';', columns: 'all' },
    } as const;
    expect(initialOptions(subject.source, 'plain', last)).toMatchObject({ format: 'xpt', columns: 'all' });
    expect(initialOptions({ study: '22', subjects: null, grid: null }, 'plain', last)).toMatchObject({ scope: 'study', format: 'xlsx' });
  });
});

describe('a preset', () => {
  test('brings its form, columns and order, and leaves the rows as they are filtered', () => {
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

  test('of a whole study fits everywhere, of one dataset only that one', () => {
    const labs = presetOf('Labs', requestOf(subject, options));
    const elsewhere = { study: '22', subjects: null, grid: null };
    expect([fitsPreset(subject.source, labs), fitsPreset(elsewhere, labs), fitsPreset(elsewhere, siteHandOver)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('for a hand-over is the whole study in one workbook, as far as it is mirrored, without personal fields', () => {
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

  test('is a zip under its passphrase for the recipient, and its name says so', () => {
    expect(requestOf(subject, chosen)).toMatchObject({
      format: 'csv',
      zip: { passphrase: 'four quiet unrelated words' },
      protection: { recipient: 'Acme', anchor: { kind: 'baseline' } },
    });
    expect(suggestName(subject, chosen, at)).toBe('22-001-A_labs_filtered_protected_20260514-0905.zip');
    expect(requestOf(subject, { ...chosen, protect: { ...protect, encrypted: false } }).zip).toEqual({ passphrase: null });
  });

  test('waits for the passphrase of a zip that is to be encrypted', () => {
    expect([null, protect, { ...protect, encrypted: false }, chosen.protect].map(isProtectReady)).toEqual([true, false, true, true]);
  });

  test('without a name is for the usual recipient', () => {
    expect(requestOf(subject, { ...options, protect: { ...protect, recipient: '  ' } }).protection?.recipient).toBe('default');
  });

  test('is not sorted by what does not leave', () => {
    const sorted = { ...grid, sort: ['performer', 'subject', 'reference_range', 'result'].map((column) => ({ column, descending: true })) };
    const [part] = requestOf({ ...subject, source: { ...subject.source, grid: sorted } }, chosen).parts;
    expect(part?.sort.map(({ column }) => column)).toEqual(['subject', 'result']);
    expect(leavingNames('labs', ['subject', 'performer', 'no such column', 'result'])).toEqual(['subject', 'result']);
  });

  test('comes and goes with a preset, but for the passphrase', () => {
    const preset = presetOf('For Acme', requestOf(subject, chosen));
    expect(JSON.stringify(preset)).not.toContain('quiet');
    expect(withPreset(options, preset).protect).toEqual({ ...protectedAtFirst, recipient: 'Acme', anchor: { kind: 'baseline' } });
    expect(withPreset(chosen, siteHandOver).protect).toBeNull();
  });
});
