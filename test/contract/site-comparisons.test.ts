import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordText } from '../../src/sandbox/data/dataset.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { groupOf, vitalOf, type Planted } from './planted-records.ts';
import { syncStudy, type SyncedStudy } from './synced-study.ts';

const study = 'SITES-1';
const sites = ['701', '702', '703'] as const;
const subjects = sites.flatMap((site) => Array.from({ length: 12 }, (_, at) => `01-${site}-${String(1001 + at)}`));

/** Eight visits of each subject; pressures of site 702 end in 0, and two thirds of its records were changed later. */
function pressures(change: number): readonly Planted[] {
  return subjects.flatMap((subject, place) =>
    Array.from({ length: 8 }, (_, visit): Planted => {
      const exact = 101 + ((place * 37 + visit * 53 + place * visit * 11) % 59);
      const isAsked = subject.startsWith('01-702');
      const value = (isAsked ? 10 * Math.round(exact / 10) : exact) + (isAsked && visit % 3 > 0 ? 10 * change : 0);
      const at = new Date(Date.UTC(2025, 0, 6 + 7 * visit)).toISOString().slice(0, 10);
      return {
        test: 'Systolic Blood Pressure',
        subject,
        visit: `WEEK ${String(visit)}`,
        at,
        value: String(value),
        unit: 'mmHg',
        range: null,
      };
    }),
  );
}

const records: RecordText[] = [];
let service: PublicService;
let synced: SyncedStudy;
const serve = (change: number): void => {
  records.splice(0, records.length, ...pressures(change).map((one, place) => vitalOf(study, one, place)));
};

beforeAll(async () => {
  serve(0);
  const group = [groupOf(study, subjects)];
  service = await startPublicService([
    { number: study, records: { subjects: group, labs: [], vitals: records, medications: [], responses: [] }, subjects: subjects.length },
  ]);
  synced = await syncStudy(service, study);
});
afterAll(async () => {
  synced.remove();
  await service.close();
});

async function compared(of: readonly string[] | null = null) {
  return synced.reader['results.sites']({ study, subjects: of === null ? null : [...of] });
}

test('asks about the digits of a site, and ignores late changes after a first load', async () => {
  const found = await compared();
  expect(found).toMatchObject({
    from: { kind: 'part', part: 2, of: 3 },
    sites: 3,
    example: '701',
    subjects: 36,
    without: 0,
    isLedgerKnown: false,
  });
  const asked = found.looks.filter(({ isAsked }) => isAsked);
  expect(new Set(asked.map(({ site }) => site))).toEqual(new Set(['702']));
  const digits = asked.find(({ kind }) => kind === 'digits');
  expect(digits).toMatchObject({ group: 'pressure', unit: null, records: 96, share: 1, digits: [0] });
  expect(digits?.opens).toMatchObject({ dataset: 'vitals', codes: ['SYSBP', 'DIABP'] });
  expect(found.looks.some(({ kind }) => kind === 'late')).toBe(false);
});

test('asks about a site with late changes once records have changed, and names those records', async () => {
  serve(1);
  await synced.sync();
  const found = await compared();
  expect(found.isLedgerKnown).toBe(true);
  const late = found.looks.find(({ kind, site }) => kind === 'late' && site === '702');
  expect(late).toMatchObject({ isAsked: true, others: 0, records: 96 });
  expect(late?.share).toBeCloseTo(60 / 96, 9);
  expect(late?.opens.records.count).toBe(60);
});

test('counts only the subjects of a filter, and the listing shows the same table', async () => {
  const of = subjects.filter((subject) => !subject.startsWith('01-703'));
  expect(await compared(of)).toMatchObject({ sites: 2, subjects: 24 });
  expect(await compared(of.slice(0, 12))).toMatchObject({ sites: 1, looks: [] });
  const listing = await synced.reader['listing.read']({ study, listing: { name: 'site-looks', subjects: null }, limit: 1000 });
  expect(listing.of).toBe((await compared()).looks.length);
  expect(listing.says).toMatch(/^Sites are part 2 of the 3 parts of the subject numbers, such as 701: 3 sites of 36 subjects/);
});
