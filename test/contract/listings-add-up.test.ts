import type { Selection } from '../../src/shared/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Output } from '../../src/shared/contract.ts';
import { listingNames } from '../../src/shared/listings.ts';
import type { ListingRequest } from '../../src/shared/listing-schema.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import type { PublicStudy } from '../campaign/public-data/studies.ts';
import { labRecordOf, type Planted } from './planted-records.ts';
import { medications, planted, plantedLabs, plantedReports, plantedStudy as study, plantedVitals } from './planted-study.ts';
import { syncStudy, type SyncedStudy } from './synced-study.ts';

/** The one study of the service in its current state. */
const served: { study: PublicStudy } = { study: planted };
const late: Planted = { ...plantedLabs[0], value: '26' } as Planted;
let labs: readonly Planted[] = plantedLabs;

let service: PublicService;
let synced: SyncedStudy;
beforeAll(async () => {
  service = await startPublicService([
    {
      number: study,
      subjects: planted.subjects,
      get records() {
        return served.study.records;
      },
    },
  ]);
  synced = await syncStudy(service, study);
});
afterAll(async () => {
  synced.remove();
  await service.close();
});

type Cells = Readonly<Record<string, Output<'listing.read'>['rows'][number][number]>>;

async function read(request: Pick<ListingRequest, 'name'> & Partial<ListingRequest>) {
  const { columns, rows, of, says, generation } = await synced.reader['listing.read']({
    study,
    listing: { subjects: null, ...request },
    limit: 100_000,
  });
  expect(rows).toHaveLength(of);
  return { says, generation, rows: rows.map((row): Cells => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null]))) };
}

/** The sum of a column. */
function sum(rows: readonly Cells[], column: string): number {
  return rows.reduce((total, row) => total + Number(row[column] ?? 0), 0);
}

/** The number in front of some words of a sentence. */
function reported(says: string, words: string): number {
  const [, number = 'NaN'] = new RegExp(`([\\d,]+) ${words}`).exec(says) ?? [];
  return Number(number.replaceAll(',', ''));
}

const named = (records: readonly { readonly subject: string | null }[]): number => records.filter(({ subject }) => subject !== null).length;
const isPoint = ({ value, text }: Planted): boolean => value !== undefined || /^[<>]=?\d/.test(text ?? '');
const hasDate = ({ at }: Planted): boolean => /^20[0-2]\d-\d\d-\d\d/.test(at ?? '');

/** Checks the sums of each listing against the records currently served. */
async function expectToAddUp(): Promise<void> {
  const subjects = await read({ name: 'subjects' });
  const overview = await synced.reader['overview.read']({ study, subjects: null });
  expect(subjects.rows).toHaveLength(overview.subjects);
  expect([sum(subjects.rows, 'labs'), sum(subjects.rows, 'vitals')]).toEqual([named(labs), named(plantedVitals)]);
  expect([sum(subjects.rows, 'medications'), sum(subjects.rows, 'responses')]).toEqual([medications.length - 1, named(plantedReports)]);

  const coverage = await read({ name: 'coverage' });
  expect(sum(coverage.rows, 'records') + reported(coverage.says, 'records? without a visit or a subject')).toBe(
    labs.length + plantedVitals.length,
  );

  const outside = await read({ name: 'out-of-range' });
  const where = [{ column: 'range_flag', op: 'in' as const, values: ['LOW', 'HIGH'] }];
  const counted = await synced.reader['rows.count']({
    study,
    selection: { dataset: 'labs', where, search: '', subjects: null, chosen: null },
  });
  expect([outside.rows.length, reported(outside.says, 'lab results')]).toEqual([counted.rows, labs.length]);

  const shifts = await read({ name: 'shifts' });
  const due = labs.filter((one) => one.subject !== null && isPoint(one) && hasDate(one));
  const anchored = new Set(shifts.rows.map(({ subject }) => subject));
  const rowsDue = new Set(
    due.filter(({ subject }) => anchored.has(subject)).map(({ test: name, subject }) => `${name}\n${String(subject)}`),
  );
  expect(new Set(shifts.rows.map((row) => `${String(row.test)}\n${String(row.subject)}`))).toEqual(rowsDue);
  expect(reported(shifts.says, 'results? without a number')).toBe(labs.filter((one) => one.subject !== null && !isPoint(one)).length);
  expect(reported(shifts.says, 'results? without a subject')).toBe(labs.filter((one) => one.subject === null).length);

  const graded = await read({ name: 'worst-grade' });
  const keys = new Set([...(await gradedKeys('ctcae_grade_low')), ...(await gradedKeys('ctcae_grade_high'))]);
  const ofGraded = labs.flatMap((one, place) =>
    keys.has(`L${String(place)}`) && hasDate(one) && one.subject !== null ? [one.subject] : [],
  );
  expect(new Set(graded.rows.map(({ subject }) => subject))).toEqual(new Set(ofGraded.filter((subject) => anchored.has(subject))));
  expect(reported(graded.says, 'results? without a subject')).toBeGreaterThan(0);

  const liver = await read({ name: 'liver' });
  const screened = labs.filter((one) => /ALT|Bilirubin/.test(one.test));
  const points = screened.filter((one) => one.subject !== null && isPoint(one));
  expect(liver.rows.map(({ subject }) => subject)).toEqual([...new Set(points.map(({ subject }) => subject))].sort());
  const parts = ['results?, of which', 'results? without a number', 'results? without a subject'].map((words) =>
    reported(liver.says, words),
  );
  expect(parts.reduce((total, part) => total + part, 0)).toBe(screened.length);

  const responses = await read({ name: 'response' });
  expect(sum(responses.rows, 'assessments') + reported(responses.says, 'assessments? that names?')).toBe(plantedReports.length);
  expect((await read({ name: 'reconciliation' })).rows).toHaveLength(plantedReports.length);

  const { checks } = await synced.reader['checks.summary']({ study, subjects: null });
  expect((await read({ name: 'checks' })).rows).toHaveLength(checks.reduce((total, { records }) => total + records, 0));

  const visits = { a: 'C1D1', b: 'C2D1' };
  const compared = await read({ name: 'compare-visits', visits });
  const there = labs.filter(({ visit }) => visit === visits.a || visit === visits.b);
  expect(sum(compared.rows, 'results_a') + sum(compared.rows, 'results_b') + reported(compared.says, 'results? without a subject')).toBe(
    there.length,
  );
}

test('every listing accounts for each record that was sent', async () => {
  await expectToAddUp();
  const sent = labs.length + plantedVitals.length + plantedReports.length + medications.length + planted.subjects;
  expect((await read({ name: 'changes' })).rows).toHaveLength(sent);
});

test('listings still add up after a sync with a new, a changed and a vanished record, and changes lists all three', async () => {
  const [, second] = plantedLabs;
  if (second === undefined) throw new Error('Nothing is planted.');
  labs = [late, { ...second, value: '181' }, ...plantedLabs.slice(2, -1)];
  const records = labs.map((one, place) => labRecordOf(study, one, place === 0 ? 9000 : place));
  // The first record reappears under another id, so its earlier one has vanished, like the last of all.
  served.study = { ...planted, records: { ...planted.records, labs: records } };
  const { generation: since } = await read({ name: 'changes' });
  await synced.sync();
  await expectToAddUp();
  const changes = await read({ name: 'changes', since });
  expect(new Set(changes.rows.map(({ record_id: key, kind }) => `${String(kind)} ${String(key)}`))).toEqual(
    new Set(['changed L1', 'new L9000', 'vanished L0', `vanished L${String(plantedLabs.length - 1)}`]),
  );
});

async function gradedKeys(column: string): Promise<readonly string[]> {
  const selection: Selection = {
    dataset: 'labs',
    where: [{ column, op: 'present', values: [] }],
    search: '',
    subjects: null,
    chosen: null,
  };
  const { rows } = await synced.reader['rows.page']({ study, query: { selection, sort: [], offset: 0, limit: 1000 } });
  return rows.map(({ key }) => key);
}

test('every listing is known to this test', () => {
  const checked = [
    'subjects',
    'coverage',
    'out-of-range',
    'shifts',
    'worst-grade',
    'endpoints',
    'liver',
    'response',
    'reconciliation',
    'checks',
    'site-looks',
    'compare-visits',
    'changes',
  ];
  expect([...listingNames].sort()).toEqual(checked.toSorted());
});
