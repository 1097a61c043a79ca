import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportFile } from '../../../src/core/export/export-file.ts';
import type { ExportPlan } from '../../../src/core/export/export-plan.ts';
import { readEvidence } from '../../../src/core/export/evidence-file.ts';
import { listingSource, openListing } from '../../../src/core/listings/open-listing.ts';
import { exportFormats, type ExportFormat } from '../../../src/shared/export-formats.ts';
import type { ListingRequest } from '../../../src/shared/listing-schema.ts';
import { listingNames } from '../../../src/shared/listings.ts';
import { everything, makeStudy, type StudyFixture } from '../../unit/query/study-fixture.ts';
import { made, planOf } from '../../unit/export/plan.ts';
import { readWorkbook } from '../../unit/export/read-workbook.ts';
import { readCsv } from '../../unit/export/rfc4180.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  fixture.add('subjects', [{ subject: '0012' }]);
  fixture.add('labs', [
    { record_id: 'a', subject: '0012', visit: 'C1D1', test: 'ALT', result: '62', unit: 'U/L', collected: '2025-01-02', range_flag: 'HIGH' },
    {
      record_id: 'b',
      subject: '=1+1',
      visit: 'C1D1',
      test: 'ALT',
      result: '20',
      unit: 'U/L',
      collected: '2025-01-02',
      range_flag: 'NORMAL',
    },
  ]);
});
afterEach(() => {
  fixture.remove();
});

function asked(name: ListingRequest['name'], format: ExportFormat = 'csv', more: Partial<ListingRequest> = {}): ExportPlan {
  return { ...planOf({ selection: everything('labs'), format }), parts: [], listing: { name, subjects: null, ...more } };
}

const tableFormats = exportFormats.filter((format) => format !== 'ndjson');

async function write(plan: ExportPlan): Promise<{ readonly path: string; readonly rows: number }> {
  const path = join(fixture.folder, `listing.${plan.format}`);
  const { rows } = await exportFile(fixture.study, plan, { path, replace: true, made });
  return { path, rows };
}

describe('an export of a listing', () => {
  test.each(listingNames.flatMap((name) => tableFormats.map((format) => [name, format] as const)))(
    '%s as %s has as many rows as its view, and is readable by its owner only',
    async (name, format) => {
      const { path, rows } = await write(asked(name, format));
      const view = await openListing(listingSource(fixture.study), { name, subjects: null });
      expect(rows).toBe(view.rows.length);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      if (format === 'csv') expect(readCsv(readFileSync(path, 'utf8'))).toHaveLength(rows + 1);
    },
  );

  test('with a passphrase names no test and no visit in the evidence beside the file', async () => {
    fixture.add('labs', [{ record_id: 'c', subject: '0012', visit: 'C2D1', test: 'ALT', result: '20', collected: '2025-02-02' }]);
    for (const name of listingNames) {
      const path = join(fixture.folder, 'listing.zip');
      await exportFile(fixture.study, { ...asked(name), zip: { passphrase: 'a phrase of six words' } }, { path, replace: true, made });
      expect(readFileSync(`${path}.carrel.json`, 'utf8'), name).not.toMatch(/C1D1|C2D1|"ALT|\(ALT\)/);
    }
  });

  test('states its counts, subjects and sources in its evidence', async () => {
    const { path } = await write(asked('subjects', 'csv', { subjects: ['0012'] }));
    const text = readFileSync(`${path}.carrel.json`, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      datasets: [],
      listing: {
        name: 'subjects',
        rows: 1,
        says: expect.stringContaining('1 subject'),
        filters: ['Subject is one of 1 named'],
        query: { subjects: 1 },
        madeOf: expect.arrayContaining([expect.objectContaining({ dataset: 'labs', generation: 1 })]),
      },
    });
    expect(readEvidence(text)?.listing?.madeOf).toHaveLength(5);
  });

  test('is guarded for spreadsheets, and a workbook says what it shows', async () => {
    expect(readFileSync((await write(asked('subjects', 'csv-excel'))).path, 'utf8')).toContain("'=1+1");
    const book = JSON.stringify(readWorkbook((await write(asked('out-of-range', 'xlsx'))).path));
    expect(book).toContain('1 of 2 lab results lies outside');
    expect(book).toContain('Labs out of range');
  });

  test.each([
    ['as ndjson', asked('subjects', 'ndjson')],
    [
      'under protection',
      { ...asked('subjects'), protection: { recipient: 'Acme', anchor: { kind: 'first-record' }, salt: new Uint8Array(32) } },
    ],
    ['together with records', { ...asked('subjects'), parts: planOf({ selection: everything('labs') }).parts }],
    ['with an option that it does not support', asked('coverage', 'csv', { since: 3 })],
  ] as [string, ExportPlan][])('%s is a USAGE error', async (_what, plan) => {
    await expect(write(plan)).rejects.toMatchObject({ code: 'USAGE' });
  });
});
