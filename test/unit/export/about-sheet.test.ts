import { describe, expect, test } from 'vitest';
import type { DatasetEvidence, Evidence } from '../../../src/core/export/evidence.ts';
import { aboutSheet } from '../../../src/core/export/xlsx/about-sheet.ts';
import { exportNoteWords, noNotes } from '../../../src/shared/export-notes.ts';
import { mirrored } from '../renderer/sample-status.ts';
import { made } from './plan.ts';

const evidence: Evidence = {
  made,
  study: '22-001',
  format: 'xlsx',
  headers: 'plain',
  protection: null,
  terms: { version: 0, digest: 'ab', system: 'SI', ctcae: '5.0' },
  dataCutOff: null,
  subjects: null,
  datasets: [],
};

/** What the sheet says under a label. */
function valuesOf(label: string, differing: Partial<Evidence>): readonly unknown[] {
  const { rows } = aboutSheet({ ...evidence, ...differing }, () => ({ notes: noNotes(), digests: ['cd'] }));
  return [...rows].filter(([what]) => what === label).map(([, value]) => value);
}

test('a data cut-off is stated with the records that it leaves out, and none are said to be none', () => {
  const leftOut = [
    { dataset: 'labs' as const, records: 12 },
    { dataset: 'vitals' as const, records: 3 },
  ];
  expect(valuesOf('Data cut-off', { dataCutOff: { date: '2026-03-31', leftOut } })).toEqual(['2026-03-31; left out: 12 labs, 3 vitals']);
  expect(valuesOf('Data cut-off', { dataCutOff: { date: '2026-03-31', leftOut: [] } })).toEqual(['2026-03-31; left out: nothing']);
  expect(valuesOf('Data cut-off', {})).toEqual([]);
});

test('the decisions on tests and units are stated with their digest, unless the file is protected', () => {
  const says = 'Version 0 of the decisions, standard units in SI, grades by CTCAE 5.0';
  expect(valuesOf('Tests and units', {})).toEqual([`${says}, SHA-256 ab`]);
  expect(valuesOf('Tests and units', { terms: { ...evidence.terms, digest: null } })).toEqual([says]);
});

test('it has as many rows as it announces, whatever was written', () => {
  const sheet = aboutSheet(evidence, () => ({ notes: noNotes(), digests: [] }));
  expect([...sheet.rows]).toHaveLength(sheet.of);
  expect(sheet).toMatchObject({ name: 'About this export', table: null, skip: 0 });
});

test('only synthetic data is called synthetic', () => {
  expect(valuesOf('Demo data', { made: { ...made, demo: true } })).toEqual(['All data is synthetic.']);
  expect(valuesOf('Demo data', { made: { ...made, demo: false } })).toEqual([]);
});

const { proof } = mirrored('labs', '2026-11-22T12:00:00Z');
const labs: DatasetEvidence = {
  ...{ dataset: 'labs', rows: 7, of: 9, columns: [], leftOut: [], filters: [] },
  query: { where: [], search: null, sort: [], subjects: null, chosen: null },
  ...{ generation: 0, asOf: '2026-11-22T12:00:00Z', proof },
};

/** The lines of one dataset that differs from labs, those before and behind it left out. */
function linesOf(differing: Partial<DatasetEvidence>): readonly (readonly unknown[])[] {
  const { rows } = aboutSheet({ ...evidence, datasets: [{ ...labs, ...differing }] }, () => ({ notes: noNotes(), digests: ['cd'] }));
  const all = [...rows];
  const from = all.findIndex(([what]) => what === 'Dataset');
  return all.slice(from, all.length - exportNoteWords.length);
}

describe('a dataset is described', () => {
  test('by its rows, its filters, its pass and the digest of its rows', () => {
    expect(linesOf({ proof: null })).toEqual([
      ['Dataset', 'labs'],
      ['Rows', 7],
      ['Rows mirrored', 9],
      ['Columns', 0],
      ['Filter', 'none'],
      ['Query', JSON.stringify(labs.query)],
      ['Complete as of', '2026-11-22T12:00:00Z'],
      ['Generation', 0],
      ['Digest of the rows', 'SHA-256 cd'],
    ]);
  });

  test('as without generation and time if it was never mirrored', () => {
    const lines = linesOf({ generation: null, asOf: null, proof: null });
    expect(lines).toContainEqual(['Generation', 'none']);
    expect(lines).toContainEqual(['Complete as of', 'not known']);
  });

  test('with each filter, and what leaves out', () => {
    const lines = linesOf({ filters: ['Subject is 0012', 'Visit is C1D1'], leftOut: ['Performer', 'Range as sent'] });
    expect(lines.filter(([what]) => what === 'Filter')).toEqual([
      ['Filter', 'Subject is 0012'],
      ['Filter', 'Visit is C1D1'],
    ]);
    expect(lines).toContainEqual(['Columns left out', 'Performer, Range as sent']);
    expect(linesOf({ leftOut: ['Performer'] })).toContainEqual(['Columns left out', 'Performer']);
    expect(linesOf({}).some(([what]) => what === 'Columns left out')).toBe(false);
  });

  test('with the derivation of each derived column', () => {
    const column = { name: 'a', heading: 'A', kind: 'text', source: [], derivation: null, help: '' } as const;
    const lines = linesOf({ columns: [column, { ...column, heading: 'B', derivation: 'of A' }] });
    expect(lines.filter(([what]) => what === 'Derived column')).toEqual([['Derived column', 'B: of A']]);
    expect(lines).toContainEqual(['Columns', 2]);
  });

  test('with its proof: what was counted, whether it was confirmed, and the digest of its pages if it may be told', () => {
    if (proof === null) throw new Error('The sample has no proof.');
    const counts = { pages: 1, entries: 2, distinct: 1000, totalAtStart: 1 };
    const of = (differing: Partial<typeof proof>) =>
      linesOf({ proof: { ...proof, ...counts, ...differing } }).flatMap(([what, says]) => (what === 'Proof' ? [says] : []));
    expect(of({ confirmed: true, confirmedAt: '2026-11-22T11:00:00Z', digest: 'ef' })).toEqual([
      '1 page with 2 entries read, containing 1,000 distinct records; the service announced 1 record.',
      'Confirmed: every page was found unchanged by a request sent after the last answer with new content (2026-11-22T11:00:00Z).',
      'SHA-256 over all pages ef',
    ]);
    expect(of({ totalAtStart: null, confirmed: false, confirmedAt: null })[0]).toMatch(/; the service announced no total\.$/);
    expect(of({ confirmed: false })[1]).toMatch(/^Counted, not confirmed: /);
    const { digest: _, ...withoutDigest } = { ...proof, confirmed: true, confirmedAt: null };
    expect(linesOf({ proof: withoutDigest }).filter(([what]) => what === 'Proof')).toHaveLength(2);
  });
});

describe('a listing is described', () => {
  const listing: NonNullable<Evidence['listing']> = {
    ...{ name: 'liver', title: 'Liver screen', row: 'One row per subject.', rows: 3, columns: [], filters: [] },
    ...{ says: 'Three subjects.', anchor: null, query: { name: 'liver', subjects: null } },
    madeOf: [
      { dataset: 'labs', records: 9, generation: 2, asOf: '2026-11-22T12:00:00Z', proof },
      { dataset: 'medications', records: 0, generation: null, asOf: null, proof: null },
    ],
  };

  test('with the passes of its datasets, those never mirrored too', () => {
    expect(valuesOf('Made of', { listing })).toEqual([
      'labs, complete as of 2026-11-22T12:00:00Z, generation 2',
      'medications, complete as of not known, generation none',
    ]);
    const proofs = valuesOf('Proof', { listing });
    expect(proofs.length).toBeGreaterThan(1);
    expect(proofs.every((says) => String(says).startsWith('labs: '))).toBe(true);
  });

  test('with what it says and what it counts from, if they may be told', () => {
    expect([valuesOf('What it says', { listing }), valuesOf('Counted from', { listing })]).toEqual([['Three subjects.'], []]);
    const withoutWords = { ...listing, says: null, anchor: 'the baseline assessment' };
    expect([valuesOf('What it says', { listing: withoutWords }), valuesOf('Counted from', { listing: withoutWords })]).toEqual([
      [],
      ['the baseline assessment'],
    ]);
  });

  test('with its filters and derived columns', () => {
    const column = { name: 'a', heading: 'A', kind: 'text', source: [], help: '' } as const;
    const columns = [
      { ...column, derivation: 'of ALT' },
      { ...column, derivation: null },
    ];
    expect(valuesOf('Derived column', { listing: { ...listing, columns } })).toEqual(['A: of ALT']);
    expect(valuesOf('Columns', { listing: { ...listing, columns } })).toEqual([2]);
    expect(valuesOf('Filter', { listing })).toEqual(['none']);
    expect(valuesOf('Filter', { listing: { ...listing, filters: ['After generation 0'] } })).toEqual(['After generation 0']);
    expect(valuesOf('Rows', { listing })).toEqual([3]);
    expect(valuesOf('Digest of the rows', { listing })).toEqual(['SHA-256 cd']);
  });
});

test('the subject filter is stated, except of notes, which have their own number', () => {
  expect(valuesOf('Subject filter', {})).toEqual(['none']);
  expect(valuesOf('Subject filter', { subjects: { of: 1, all: 2, says: '1 of 2 subjects' } })).toEqual(['1 of 2 subjects']);
  expect(valuesOf('Subject filter', { notedRows: 0 })).toEqual([]);
  expect(valuesOf('Notes', { notedRows: 0 })).toEqual(['0, written on this computer, not sent by the service']);
  expect(valuesOf('Notes', {})).toEqual([]);
});

test('a protected file names its recipient, its anchor and how many texts a person released', () => {
  const protection = { recipient: 'Acme', daysFrom: 'the baseline assessment', allowedTexts: 3 };
  const labels = ['Pseudonyms for', 'Days are counted from', 'Texts released by a person'];
  expect(labels.flatMap((label) => valuesOf(label, { protection }))).toEqual(['Acme', 'the baseline assessment', 3]);
  expect(labels.flatMap((label) => valuesOf(label, {}))).toEqual([]);
});
