import { describe, expect, test } from 'vitest';
import { evidenceOf } from '../../../src/core/export/evidence.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import type { ExportTable } from '../../../src/core/export/export-table.ts';
import type { Listing } from '../../../src/core/listings/listing.ts';
import { findColumn } from '../../../src/core/query/columns.ts';
import { datasets } from '../../../src/shared/datasets/datasets.ts';
import type { DatasetStatus } from '../../../src/shared/status.ts';
import type { SubjectsMeant } from '../../../src/shared/subjects-meant.ts';
import { defaultTerms } from '../../../src/shared/terms/study-terms.ts';
import { mirrored } from '../renderer/sample-status.ts';
import { everything } from '../query/study-fixture.ts';
import { made, planOf, type Asked } from './plan.ts';

const labs = mirrored('labs', '2026-11-22T12:00:00Z');

interface Differing {
  readonly asked?: Partial<Asked>;
  readonly columns?: readonly string[];
  readonly leftOut?: readonly string[];
  readonly statuses?: readonly DatasetStatus[];
  readonly plan?: Partial<ExportPlan>;
  readonly tables?: readonly ExportTable[];
  readonly listed?: Listing;
  readonly subjects?: SubjectsMeant;
}

function tableOf(columns: readonly string[], leftOut: readonly string[] = []): ExportTable {
  const named = (names: readonly string[]) => names.map((name) => findColumn(datasets.labs, name));
  return { dataset: datasets.labs, columns: named(columns), leftOut: named(leftOut), of: 7, pages: () => [], stored: null, cached: null };
}

function evidence(
  { asked, columns = ['subject'], leftOut, statuses = [labs], plan, tables, listed, subjects }: Differing,
  tellsValues = true,
) {
  const wanted = { ...planOf({ selection: everything('labs'), ...asked }), ...plan };
  return evidenceOf(
    { study: '22-001', datasets: [...statuses] },
    wanted,
    {
      tables: tables ?? [tableOf(columns, leftOut)],
      listed: listed ?? null,
      terms: defaultTerms,
      dataCutOff: null,
      subjects: subjects ?? null,
    },
    made,
    tellsValues,
  );
}

const datasetOf = (differing: Differing, tellsValues = true) => evidence(differing, tellsValues).datasets[0];

describe('the evidence of a dataset', () => {
  test('has its rows, the mirrored records, the generation, and what leaves out', () => {
    expect(datasetOf({ leftOut: ['performer'] })).toMatchObject({
      ...{ dataset: 'labs', rows: 7, of: labs.records, generation: labs.generation, asOf: labs.asOf },
      leftOut: ['Performer'],
      proof: labs.proof,
    });
  });

  test('has neither a generation nor a proof if it was never mirrored, and its own rows as all', () => {
    expect(datasetOf({ statuses: [mirrored('vitals', '2026-11-22T12:00:00Z')] })).toMatchObject({
      ...{ rows: 7, of: 7, generation: null, asOf: null, proof: null },
    });
  });

  test('has no rows without a table', () => {
    expect(datasetOf({ tables: [], statuses: [] })).toMatchObject({ rows: 0, of: 0, columns: [], leftOut: [] });
  });

  test('says how each column came about', () => {
    const [sent, derived] = datasetOf({ columns: ['subject', 'range_flag'] })?.columns ?? [];
    expect(sent).toMatchObject({ name: 'subject', heading: 'Subject', source: ['subject.reference'], derivation: null });
    expect(derived).toMatchObject({ name: 'range_flag', source: [], derivation: expect.stringMatching(/\S/) as string });
    expect(sent).not.toHaveProperty('variable');
  });
});

describe('the filters of a dataset are stated', () => {
  const selection = {
    ...everything('labs'),
    where: [{ column: 'subject', op: '=' as const, values: ['0012'] }],
    ...{ search: 'alt  ast', subjects: ['0012', '0013'], chosen: { mode: 'only' as const, keys: ['a'] } },
  };

  test('with their values, each as it was asked', () => {
    expect(datasetOf({ asked: { selection } })).toMatchObject({
      filters: ['Subject is 0012', 'Texts of the record contain “alt” and “ast”', 'Subject is one of 2 named', 'Record is one of 1 ticked'],
      query: { where: selection.where, search: 'alt  ast', subjects: 2, chosen: { mode: 'only', records: 1 } },
    });
  });

  test('without their values where nothing may confirm a guess', () => {
    const told = datasetOf({ asked: { selection } }, false);
    expect(told?.filters).toEqual([
      'Subject = …',
      'Texts of the record contain …',
      'Subject is one of 2 named',
      'Record is one of 1 ticked',
    ]);
    expect(told?.query.where).toEqual([{ column: 'subject', op: '=' }]);
    expect(told?.query.search).toBeNull();
    expect(told?.proof).not.toHaveProperty('digest');
    expect(evidence({}, false).terms.digest).toBeNull();
    expect(evidence({}).terms.digest).toMatch(/^[\da-f]{64}$/);
  });

  test('with a single word of a search', () => {
    expect(datasetOf({ asked: { selection: { ...everything('labs'), search: 'alt' } } })?.filters).toEqual([
      'Texts of the record contain “alt”',
    ]);
  });

  test('as none if there are none; an empty search names no value', () => {
    for (const tells of [true, false])
      expect(datasetOf({}, tells)).toMatchObject({ filters: [], query: { where: [], search: '', subjects: null, chosen: null } });
    expect(datasetOf({})?.query).not.toHaveProperty('pivot');
  });

  test('with the records that are left out one by one', () => {
    const except = { ...everything('labs'), chosen: { mode: 'except' as const, keys: ['a', 'b'] } };
    expect(datasetOf({ asked: { selection: except } })?.filters).toEqual(['Record is none of 2 ticked']);
  });

  test('with the tests of a table by visit, or only their number', () => {
    const parts = [{ selection: everything('labs'), sort: [], columns: [], pivot: { tests: ['ALT', 'AST'] } }];
    const says = 'One row per subject, visit and day, with the results of';
    expect(datasetOf({ plan: { parts } })).toMatchObject({
      filters: [`${says} “ALT”, “AST”`],
      query: { pivot: { tests: ['ALT', 'AST'] } },
    });
    expect(datasetOf({ plan: { parts } }, false)).toMatchObject({ filters: [`${says} 2 tests`], query: { pivot: { tests: 2 } } });
  });
});

describe('variables are named', () => {
  const variables = (plan: Partial<ExportPlan>) =>
    datasetOf({ columns: ['subject', 'collected'], plan })?.columns.map(({ variable = null, dates = null }) => [variable, dates]);

  test.each(['plain', 'sdtm'] as const)('in a transport file with the %s headings, with two more for each date', (vocabulary) => {
    expect(variables({ format: 'xpt', vocabulary })).toEqual([
      ['SUBJID', null],
      ['LBDTC', ['LBDT', 'LBDTM']],
    ]);
  });

  test.each(['dataset-json', 'dataset-json-nd', 'parquet'] as const)('in %s with the headings of SDTM only, without dates', (format) => {
    expect(variables({ format, vocabulary: 'sdtm' })?.every(([variable, dates]) => variable !== null && dates === null)).toBe(true);
    expect(variables({ format, vocabulary: 'plain' })?.every(([variable]) => variable === null)).toBe(true);
  });

  test.each(['csv', 'csv-excel', 'xlsx'] as const)('never in %s', (format) => {
    expect(variables({ format, vocabulary: 'sdtm' })?.every(([variable]) => variable === null)).toBe(true);
  });
});

test('a protected export counts all texts that a person released', () => {
  const allowed = [
    { dataset: 'labs', column: 'visit', texts: ['a', 'b'] },
    { dataset: 'labs', column: 'test', texts: ['c'] },
  ] as const;
  const protection = { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: Buffer.alloc(32) } as const;
  const plan = { protection, allowed: allowed.map((one) => ({ ...one, texts: [...one.texts] })) };
  expect(evidence({ plan }).protection).toEqual({ recipient: 'Acme', daysFrom: "the subject's first date in the study", allowedTexts: 3 });
  expect(evidence({ plan: { protection } }).protection?.allowedTexts).toBe(0);
  expect(evidence({}).protection).toBeNull();
});

test('an export of notes has their number, and a listing its own evidence', () => {
  const notes = { parts: [], noted: {} } as unknown as Partial<ExportPlan>;
  expect(evidence({ plan: notes })).toMatchObject({ notedRows: 7, datasets: [] });
  expect(evidence({ plan: notes, tables: [] })).toMatchObject({ notedRows: 0 });
  expect(Object.keys(evidence({}))).not.toContain('notedRows');
  expect(Object.keys(evidence({}))).not.toContain('listing');
  const listed = { columns: [], rows: [], says: 'Nobody.', anchor: null };
  const plan: Partial<ExportPlan> = { parts: [], listing: { name: 'liver', subjects: null } };
  expect(evidence({ plan, listed }).listing).toMatchObject({ name: 'liver', rows: 0, says: 'Nobody.' });
  expect(Object.keys(evidence({ plan }))).not.toContain('listing');
});

test('a subject filter is stated in numbers and in words', () => {
  expect(evidence({ subjects: { of: 1, all: 2 } }).subjects).toEqual({ of: 1, all: 2, says: '1 of 2 subjects' });
  expect(evidence({}).subjects).toBeNull();
});
