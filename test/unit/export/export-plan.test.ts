import { describe, expect, test } from 'vitest';
import { checkPlan, exportColumns, type ExportPart } from '../../../src/core/export/export-plan.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import { everything } from '../query/study-fixture.ts';

type Plan = Parameters<typeof checkPlan>[0];

const labs: ExportPart = { selection: everything('labs'), sort: [], columns: [] };
const subjects: ExportPart = { ...labs, selection: everything('subjects') };
const pivot: ExportPart = { ...labs, pivot: { tests: ['ALT'] } };
const protection: Plan['protection'] = { recipient: 'Acme', anchor: { kind: 'first-record' } };
const notes = { noted: { subjects: null, followUp: null } } as unknown as Pick<Plan, 'noted'>;
const listing: Pick<Plan, 'listing'> = { listing: { name: 'liver', subjects: null } };

function refusal(differing: Partial<Plan>): string | null {
  try {
    checkPlan({ parts: [labs], format: 'csv', zip: null, protection: null, ...differing });
    return null;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'USAGE') throw error;
    return (error as Error).message;
  }
}

const oneOfThem = 'An export contains datasets, notes or a listing: name one of them.';
const define =
  'A define.xml goes into a zip of datasets as xpt or dataset-json. Choose one of these formats, and a name that ends in .zip.';
const several = 'Several datasets become one file only as a workbook (xlsx) or in a zip.';
const notesForm = 'Notes are exported as xlsx, csv or csv-excel. Choose one of these.';
const zip = { passphrase: null };

describe('an export is refused', () => {
  test.each<readonly [string, Partial<Plan>, string]>([
    ['of nothing', { parts: [] }, oneOfThem],
    ['of datasets and notes', notes, oneOfThem],
    ['of datasets and a listing', listing, oneOfThem],
    ['of notes and a listing', { parts: [], ...notes, ...listing }, oneOfThem],
    ['with a define.xml but no zip', { define: true, format: 'xpt' }, define],
    ['with a define.xml of a table by visit', { parts: [pivot], define: true, zip, format: 'xpt' }, define],
    ['with a define.xml of notes', { parts: [], ...notes, define: true, zip, format: 'xpt' }, define],
    ['with a define.xml beside CSV', { define: true, zip, format: 'csv' }, define],
    ['of several datasets as one CSV file', { parts: [labs, subjects] }, several],
    ['of notes as Parquet', { parts: [], ...notes, format: 'parquet' }, notesForm],
    ['of notes as NDJSON', { parts: [], ...notes, format: 'ndjson' }, notesForm],
    ['of notes for a recipient', { parts: [], ...notes, protection }, 'Notes may name anybody, so they cannot be a protected export.'],
    [
      'of a listing as NDJSON',
      { parts: [], ...listing, format: 'ndjson' },
      'ndjson is each resource as the service sent it; a listing has none. Choose another format.',
    ],
    [
      'of a listing for a recipient',
      { parts: [], ...listing, protection },
      'A listing names subjects and dates, so it cannot be a protected export. Export the datasets it is based on.',
    ],
    [
      'of a table by visit as NDJSON',
      { parts: [pivot], format: 'ndjson' },
      'ndjson is each resource as the service sent it; a table by visit has none. Choose another format.',
    ],
    [
      'of a table by visit for a recipient',
      { parts: [pivot], protection },
      'A table by visit cannot be a protected export. Export the underlying rows.',
    ],
    [
      'of resources for a recipient',
      { format: 'ndjson', protection },
      'ndjson is each resource exactly as the service sent it, so it cannot be pseudonymised. Choose another format.',
    ],
    [
      'for a recipient without a column that leaves',
      { parts: [{ ...labs, columns: ['performer'] }], protection },
      'None of the named columns of the labs dataset is included in a protected export. Name others.',
    ],
  ])('%s', (_what, plan, message) => {
    expect(refusal(plan)).toBe(message);
  });

  test('with an option that its listing does not take', () => {
    expect(refusal({ parts: [], listing: { name: 'liver', subjects: null, tests: ['ALT'] } })).toMatch(/takes no tests/);
  });

  test.each<readonly [string, Partial<ExportPart>]>([
    ['a condition', { selection: { ...labs.selection, where: [{ column: 'nosuch', op: 'missing', values: [] }] } }],
    ['an order', { sort: [{ column: 'nosuch', descending: false }] }],
    ['a column', { columns: ['nosuch'] }],
    ['a column of the table by visit', { ...pivot, columns: ['nosuch'] }],
  ])('with %s that the dataset does not have', (_what, differing) => {
    expect(refusal({ parts: [{ ...labs, ...differing }] })).toContain('nosuch');
  });
});

describe('an export is accepted', () => {
  test.each<readonly [string, Partial<Plan>]>([
    ['of one dataset', {}],
    ['of notes as CSV', { parts: [], ...notes }],
    ['of notes as CSV for Excel', { parts: [], ...notes, format: 'csv-excel' }],
    ['of notes as a workbook', { parts: [], ...notes, format: 'xlsx' }],
    ['of a listing', { parts: [], ...listing }],
    ['of a table by visit', { parts: [pivot] }],
    ['of several datasets as a workbook', { parts: [labs, subjects], format: 'xlsx' }],
    ['of several datasets in a zip', { parts: [labs, subjects], zip }],
    ['with a define.xml beside transport files', { define: true, zip, format: 'xpt' }],
    ['with a define.xml beside Dataset-JSON', { define: true, zip, format: 'dataset-json' }],
    ['without a define.xml, in any format', { define: false, format: 'csv' }],
    ['for a recipient', { protection }],
  ])('%s', (_what, plan) => {
    expect(refusal(plan)).toBeNull();
  });
});

describe('the Group as it was sent', () => {
  const { selection } = subjects;
  test.each<readonly [string, Partial<ExportPart['selection']>, boolean]>([
    ['whole', {}, true],
    ['without the exclusion of any record', { chosen: { mode: 'except', keys: [] } }, true],
    ['without a record', { chosen: { mode: 'except', keys: ['a'] } }, false],
    ['with none but chosen records', { chosen: { mode: 'only', keys: [] } }, false],
    ['of a search', { search: 'x' }, false],
    ['of some subjects', { subjects: ['0012'] }, false],
    ['of a condition', { where: [{ column: 'subject', op: '=', values: ['0012'] }] }, false],
  ])('%s: %o leaves as NDJSON %s', (_what, differing, leaves) => {
    const parts = [{ ...subjects, selection: { ...selection, ...differing } }];
    expect(refusal({ parts, format: 'ndjson' })?.startsWith('ndjson of subjects is the Group') ?? false).toBe(!leaves);
    // No other dataset is one resource.
    expect(refusal({ parts: [{ ...labs, selection: { ...labs.selection, ...differing } }], format: 'ndjson' })).toBeNull();
  });
});

test('people at the sites leave only if their columns are named', () => {
  const personal = datasets.labs.columns.filter((column) => column.personal === true).map(({ name }) => name);
  expect(personal).toContain('performer');
  expect(exportColumns(datasets.labs, []).filter(({ name }) => personal.includes(name))).toEqual([]);
  expect(exportColumns(datasets.labs, [])).toHaveLength(datasets.labs.columns.length - personal.length);
  expect(exportColumns(datasets.labs, ['performer', 'subject']).map(({ name }) => name)).toEqual(['performer', 'subject']);
});
