import { afterEach, beforeEach, expect, test } from 'vitest';
import { coverageOf } from '../../../src/core/views/coverage.ts';
import type { TestDataset } from '../../../src/core/views/result-tally.ts';
import { tallyResults } from '../../../src/core/views/tally-results.ts';
import { visitChoices } from '../../../src/core/views/visit-choices.ts';
import { makeStudy, type StudyFixture } from '../query/study-fixture.ts';

let fixture: StudyFixture;
beforeEach(() => {
  fixture = makeStudy();
  const lab = (
    record_id: string,
    subject: string | null,
    visit: string | null,
    collected: string | null,
    range_flag: string | null = null,
  ) => ({
    ...{ record_id, subject, visit, collected, range_flag },
  });
  fixture.add('labs', [
    lab('1', '0012', 'C1D1', '2025-02-01T08:00:00', 'HIGH'),
    lab('2', '0012', 'C1D1', '2025-02-01T08:00:00', 'NORMAL'),
    lab('3', '0012', 'Screening', '2025-01-10T08:00:00', 'LOW'),
    lab('4', '003', 'Screening', '2026-12-31T08:00:00'),
    lab('5', '004', 'Screening', '2025-01-12T08:00:00'),
    lab('6', '003', 'C1D1', '2025-02-03T08:00:00'),
    lab('7', '0012', null, '2025-02-05T08:00:00'),
    lab('8', '0012', '', '2025-02-05T08:00:00'),
    lab('9', '003', 'No date', null),
  ]);
  fixture.add('vitals', [{ record_id: 'v', subject: '0012', visit: 'C1D1', collected: '2025-01-31T08:00:00' }]);
});
afterEach(() => {
  fixture.remove();
});

const members = ['0012', '003', '004', '005'];

function asked(names: readonly TestDataset[], subjects: readonly string[] | null, decided: readonly string[] = []) {
  return { names, subjects, members, decided };
}

test('counts records by subject and visit, and those without a visit separately', async () => {
  const { visits, subjects, cells, unscheduled } = coverageOf(await tallyResults(fixture.study), asked(['labs'], null));
  expect(unscheduled).toBe(2);
  expect(subjects).toEqual(['0012', '003', '004']);
  const named = cells.map(({ subject, visit, records, outside }) => [subjects[subject], visits[visit]?.visit, records, outside]);
  expect(named).toEqual(
    expect.arrayContaining([
      ['0012', 'C1D1', 2, 1],
      ['0012', 'Screening', 1, 1],
      ['003', 'No date', 1, 0],
    ]),
  );
  expect(named).toHaveLength(6);
});

test('counts labs and vital signs of a cell apart and together', async () => {
  const { visits, subjects, cells } = coverageOf(await tallyResults(fixture.study), asked(['labs', 'vitals'], ['0012']));
  expect(
    cells.map(({ subject, visit, labs, vitals, records }) => [subjects[subject], visits[visit]?.visit, labs, vitals, records]),
  ).toEqual(
    expect.arrayContaining([
      ['0012', 'C1D1', 2, 1, 3],
      ['0012', 'Screening', 1, 0, 1],
    ]),
  );
});

test('orders visits as most subjects have them, despite different starts or one wrong date; undated visits come last', async () => {
  const { visits } = coverageOf(await tallyResults(fixture.study), asked(['labs'], null));
  expect(visits.map(({ visit, subjects }) => [visit, subjects])).toEqual([
    ['Screening', 3],
    ['C1D1', 2],
    ['No date', 1],
  ]);
});

test('counts datasets together, for the requested subjects', async () => {
  const { visits, subjects, cells } = coverageOf(await tallyResults(fixture.study), asked(['labs', 'vitals'], ['0012']));
  expect(subjects).toEqual(['0012']);
  const at = visits.findIndex(({ visit }) => visit === 'C1D1');
  expect(cells.find(({ visit }) => visit === at)).toMatchObject({
    ...{ records: 3, labs: 2, vitals: 1, outside: 1 },
    ...{ first: Date.UTC(2025, 0, 31, 8), last: Date.UTC(2025, 1, 1, 8) },
  });
});

test('puts a visit last that everyone has after the others, even if some have it early', async () => {
  const lab = (subject: string, visit: string, day: string) => ({ record_id: `${subject} ${visit}`, subject, visit, collected: day });
  fixture.add('labs', [
    ...['2025-01-01', '2025-01-22', '2025-02-12', '2025-03-05'].map((day, at) => lab('long', `C${String(at + 1)}D1`, day)),
    lab('long', 'End', '2025-03-26'),
    ...['a', 'b', 'c'].flatMap((subject) => [lab(subject, 'C1D1', '2025-01-01'), lab(subject, 'End', '2025-01-10')]),
  ]);
  const { visits } = coverageOf(await tallyResults(fixture.study), asked(['labs'], ['long', 'a', 'b', 'c']));
  expect(visits.map(({ visit }) => visit)).toEqual(['C1D1', 'C2D1', 'C3D1', 'C4D1', 'End']);
});

test('orders more visits than a protocol has by their days only', async () => {
  const lab = (subject: string, visit: string, day: number) => ({
    ...{ record_id: `${subject} ${visit}`, subject, visit, collected: new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10) },
  });
  const labels = Array.from({ length: 250 }, (_, at) => `U${String(at).padStart(3, '0')}`);
  fixture.add('labs', [
    ...labels.map((label, at) => lab('long', label, at + 1)),
    lab('long', 'End', 300),
    ...['a', 'b', 'c'].flatMap((subject) => [lab(subject, 'U000', 1), lab(subject, 'End', 10)]),
  ]);
  const coverage = coverageOf(await tallyResults(fixture.study), asked(['labs'], ['long', 'a', 'b', 'c']));
  const visits = coverage.visits.filter(({ subjects }) => subjects > 0);
  expect(visits).toHaveLength(251);
  expect(visits.map(({ day }) => day)).toEqual(visits.map(({ day }) => day).toSorted((left, right) => (left ?? 0) - (right ?? 0)));
});

test('lists the requested subjects without any counted records', async () => {
  const tally = await tallyResults(fixture.study);
  expect(coverageOf(tally, asked(['labs'], null))).toMatchObject({ members: 4, without: ['005'] });
  expect(coverageOf(tally, asked(['vitals'], null)).without).toEqual(['003', '004', '005']);
  expect(coverageOf(tally, asked(['vitals'], ['0012', '003']))).toMatchObject({ members: 2, without: ['003'] });
});

test('counts records without a place in the matrix by dataset', async () => {
  fixture.add('vitals', [{ record_id: 'n', subject: null, visit: 'C1D1', collected: '2025-01-31T08:00:00' }]);
  const tally = await tallyResults(fixture.study);
  expect(coverageOf(tally, asked(['labs', 'vitals'], null))).toMatchObject({
    unscheduled: 3,
    withoutVisit: { labs: 2, vitals: 0 },
    nameless: { labs: 0, vitals: 1 },
  });
  expect(coverageOf(tally, asked(['labs', 'vitals'], ['003']))).toMatchObject({ unscheduled: 0 });
});

test('orders visits as decided, and inserts a newer one after the visit that it follows by its days', async () => {
  const { visits, cells } = coverageOf(await tallyResults(fixture.study), asked(['labs'], null, ['C1D1', 'gone', 'Screening']));
  expect(visits.map(({ visit }) => visit)).toEqual(['C1D1', 'No date', 'Screening']);
  const at = visits.findIndex(({ visit }) => visit === 'Screening');
  expect(cells.filter(({ visit }) => visit === at)).toHaveLength(3);
});

test('finds the same gaps under any subject filter, since all subjects determine which visits are usual', async () => {
  const lab = (subject: string, visit: string, day: string) => ({ record_id: `${subject} ${visit}`, subject, visit, collected: day });
  fixture.add('labs', [
    ...['a', 'b', 'c'].flatMap((subject) => [lab(subject, 'W2', '2025-03-01'), lab(subject, 'W4', '2025-03-15')]),
    lab('late', 'W4', '2025-03-15'),
  ]);
  const tally = await tallyResults(fixture.study);
  const gaps = (subjects: readonly string[] | null) => {
    const coverage = coverageOf(tally, asked(['labs'], subjects));
    return coverage.gaps.map(({ subject, visit }) => `${coverage.subjects[subject] ?? ''} ${coverage.visits[visit]?.visit ?? ''}`);
  };
  expect(gaps(null)).toContain('late W2');
  expect(gaps(['late'])).toEqual(['late W2']);
});

test('lists visits for menus in the decided order, unscheduled ones last, with the number of subjects at each', async () => {
  const lab = (subject: string, visit: string) => ({ record_id: `${subject} ${visit}`, subject, visit, collected: '2025-01-20' });
  fixture.add('labs', [lab('0012', 'Unscheduled 1.1'), lab('003', 'UNSCHEDULED 1.2')]);
  const tally = await tallyResults(fixture.study);
  const names = (decided: readonly string[]) => visitChoices(tally, decided).map(({ visit }) => visit);
  expect(names([])).toEqual(['Screening', 'C1D1', 'No date', 'Unscheduled 1.1', 'UNSCHEDULED 1.2']);
  expect(names(['Unscheduled 1.1', 'C1D1', 'Screening'])).toEqual(['C1D1', 'No date', 'Screening', 'Unscheduled 1.1', 'UNSCHEDULED 1.2']);
  expect(visitChoices(tally, [])[1]).toEqual({ visit: 'C1D1', labs: 2, vitals: 1 });
});
