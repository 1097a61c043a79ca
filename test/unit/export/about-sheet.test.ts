import { expect, test } from 'vitest';
import type { Evidence } from '../../../src/core/export/evidence.ts';
import { aboutSheet } from '../../../src/core/export/xlsx/about-sheet.ts';
import { noNotes } from '../../../src/shared/export-notes.ts';
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
  const { rows } = aboutSheet({ ...evidence, ...differing }, () => ({ notes: noNotes(), digests: [] }));
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
});

test('only synthetic data is called synthetic', () => {
  expect(valuesOf('Demo data', { made: { ...made, demo: true } })).toEqual(['All data is synthetic.']);
  expect(valuesOf('Demo data', { made: { ...made, demo: false } })).toEqual([]);
});
