import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Omission } from '../../src/renderer/record/figures/figure.ts';
import { liverOmissions, shiftOmissions, trendOmissions } from '../../src/renderer/places/charts/results/result-omissions.ts';
import { together, type LeftOutRecords } from '../../src/shared/derive/left-out.ts';
import { reconcile } from '../../src/shared/derive/reconciliation.ts';
import { spiderOf, swimmerOf, waterfallOf } from '../../src/shared/derive/response-charts.ts';
import { coursesBySubject } from '../../src/shared/derive/subject-courses.ts';
import type { DatasetName } from '../../src/shared/datasets/datasets.ts';
import type { Selection } from '../../src/shared/query.ts';
import { startPublicService, type PublicService } from '../campaign/public-data/service.ts';
import { medications, members, planted, plantedLabs, plantedReports, plantedStudy as study, plantedVitals } from './planted-study.ts';
import type { Planted } from './planted-records.ts';
import { expectUsualAnchorDays, syncStudy, type SyncedStudy } from './synced-study.ts';

let service: PublicService;
let synced: SyncedStudy;
beforeAll(async () => {
  service = await startPublicService([planted]);
  synced = await syncStudy(service, study);
});
afterAll(async () => {
  synced.remove();
  await service.close();
});

const results = { labs: plantedLabs, vitals: plantedVitals } as const;
const datasets = ['labs', 'vitals'] as const;
const isNumberOrBound = ({ value, text }: Planted): boolean => value !== undefined || /^[<>]=?\d/.test(text ?? '');
const subjectsOf = (records: readonly { readonly subject: string | null }[]): string[] =>
  [...new Set(records.flatMap(({ subject }) => (subject === null ? [] : [subject])))].sort();

function everything(dataset: DatasetName): Selection {
  return { dataset, where: [], search: '', subjects: null, chosen: null };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, one) => total + one, 0);
}

function keysIn({ keys }: LeftOutRecords): Omission['where'] {
  return [{ column: 'record_id', op: 'in', values: [...keys] }];
}

/** Expects each number of omitted records to be the number of rows that a click on it opens. */
async function expectOpens(dataset: DatasetName, omissions: readonly Omission[]): Promise<void> {
  for (const { words, where } of omissions) {
    if (where === null) throw new Error(`"${words}" does not open.`);
    const { rows } = await synced.reader['rows.count']({ study, selection: { ...everything(dataset), where: [...where] } });
    expect(rows, words).toBe(Number.parseInt(words, 10));
  }
}

test('default anchor days are the same for grades, which use the file alone', async () => {
  await expectUsualAnchorDays(synced, study);
});

test('rows and their counts cover all records that were sent', async () => {
  const sent = {
    labs: plantedLabs.length,
    vitals: plantedVitals.length,
    medications: medications.length,
    responses: plantedReports.length,
  };
  for (const [dataset, count] of Object.entries(sent) as [DatasetName, number][]) {
    const selection = everything(dataset);
    expect(await synced.reader['rows.count']({ study, selection }), dataset).toMatchObject({ rows: count, of: count });
    const page = await synced.reader['rows.page']({ study, query: { selection, sort: [], offset: 0, limit: 1000 } });
    expect(page.rows, dataset).toHaveLength(count);
  }
});

test('the overview counts every record, and every subject that the Group or a record names', async () => {
  const overview = await synced.reader['overview.read']({ study, subjects: null });
  const records = Object.fromEntries(overview.datasets.map((one) => [one.dataset, one.records]));
  expect(records).toMatchObject({
    labs: plantedLabs.length,
    vitals: plantedVitals.length,
    medications: medications.length,
    responses: plantedReports.length,
  });
  expect(overview.subjects).toBe(new Set([...members, ...subjectsOf(plantedLabs), 'S-99']).size);
});

test.each([[['labs']], [['vitals']], [['labs', 'vitals']]] as const)(
  'the coverage of %s accounts for every record in a cell, or as without a visit or subject',
  async (names) => {
    const coverage = await synced.reader['coverage.read']({ study, datasets: [...names], subjects: null });
    const shown = sum(coverage.cells.map(({ records }) => records));
    expect(shown + coverage.unscheduled).toBe(sum(names.map((name) => results[name].length)));
  },
);

describe.each(datasets)('%s by test', (dataset) => {
  const tests = [...new Set(results[dataset].map((one) => one.test))];

  test('the list of tests counts every record', async () => {
    const listed = await synced.reader['tests.list']({ study, dataset, subjects: null });
    expect(sum(listed.tests.map(({ records }) => records))).toBe(results[dataset].length);
    expect(listed.tests.map((one) => one.test).sort()).toEqual(tests.toSorted());
  });

  test('the results of all tests cover every record', async () => {
    const answer = await synced.reader['tests.results']({ study, dataset, tests: null, subjects: null, limit: 1000 });
    expect([answer.of, answer.results.length]).toEqual([results[dataset].length, results[dataset].length]);
  });

  test('the table by visit has each result in exactly one cell', async () => {
    const question = { study, selection: everything(dataset), tests, sort: [], offset: 0, limit: 1000 };
    const table = await synced.reader['pivot.read'](question);
    const cells = table.rows.flatMap((row) => row.cells.filter((cell) => cell !== null));
    expect(table.rows).toHaveLength(table.of);
    expect(sum(cells.map((cell) => cell.results))).toBe(results[dataset].length);
    expect(table.results).toBe(results[dataset].length);
    const keys = cells.flatMap(({ key, all }) => (all.length === 0 ? [key] : all.map((one) => one.key)));
    expect(new Set(keys).size).toBe(results[dataset].length);
  });

  test.each(tests.map((name) => [name]))('trends of "%s" account for every result as a point or as left out', async (name) => {
    const { anchor } = await synced.reader['anchors.default']({ study });
    const { trends } = await synced.reader['results.trends']({ study, dataset, tests: [name], subjects: null, anchor });
    const [trend] = trends.trends;
    if (trend === undefined) throw new Error('There is no trend.');
    const { of, nameless, texts, carriedForward } = trend;
    await expectOpens(dataset, trendOmissions(trends));
    const points = sum(of.series.map((series) => series.points.length));
    expect(points + (trends.late?.results ?? 0)).toBe(of.results);
    const others = of.otherUnits.map((other) => other.results);
    const left = together([of.undated, nameless, texts, carriedForward, of.ofUnanchored, ...others]);
    expect(new Set(left.keys).size).toBe(left.count);
    expect(of.results + left.count).toBe(results[dataset].filter((one) => one.test === name).length);
  });
});

test.each([...new Set(plantedLabs.map((one) => one.test))].map((name) => [name]))(
  'shifts of "%s" contain each subject with a dated number or bound, or count its results as left out',
  async (name) => {
    const { anchor } = await synced.reader['anchors.default']({ study });
    const { shifts } = await synced.reader['results.shifts']({ study, test: name, subjects: null, anchor });
    const dated = plantedLabs.filter((one) => one.test === name && isNumberOrBound(one) && /^20[0-2]\d-\d\d-\d\d/.test(one.at ?? ''));
    const reported = [...shifts.subjects.map(({ subject }) => subject), ...shifts.unanchored];
    expect(dated.filter(({ subject }) => subject !== null && !reported.includes(subject))).toEqual([]);
    await expectOpens('labs', shiftOmissions(shifts));
    if (shifts.otherUnits.count > 0)
      await expectOpens('labs', [{ words: String(shifts.otherUnits.count), where: keysIn(shifts.otherUnits) }]);
  },
);

test('the liver screen names every subject with a number or bound in its tests', async () => {
  const { tests, screening } = await synced.reader['results.liver']({
    study,
    subjects: null,
    window: { withinDays: 30, direction: 'either' },
  });
  const of = plantedLabs.filter((one) => tests.some((screened) => screened.test === one.test) && isNumberOrBound(one));
  expect(screening.subjects.map(({ subject }) => subject).sort()).toEqual(subjectsOf(of));
  const { withoutLimit, otherCode, leftOut, results: points } = screening;
  const screened = plantedLabs.filter((one) => tests.some(({ test: name }) => name === one.test));
  expect(points + otherCode.count + leftOut.nameless.count + leftOut.texts.count).toBe(screened.length);
  expect(withoutLimit.count).toBeGreaterThan(0);
  await expectOpens(
    'labs',
    liverOmissions(screening).filter(({ words }) => /^\d/.test(words)),
  );
});

describe('responses', () => {
  const named = subjectsOf(plantedReports);
  const assessed = async () => (await synced.reader['responses.assessments']({ study, subjects: null })).assessments;

  test('every assessment is listed and is one line of the reconciliation', async () => {
    const assessments = await assessed();
    expect(assessments).toHaveLength(plantedReports.length);
    const { lines, outcomes, notCompared } = reconcile(coursesBySubject(assessments));
    expect(lines.map(({ course }) => course.assessment.key).sort()).toEqual(assessments.map(({ key }) => key).sort());
    expect(sum(Object.values(outcomes)) + notCompared).toBe(lines.length);
  });

  test('each subject has a bar, a line and a lane, or is named as left out', async () => {
    const courses = coursesBySubject(await assessed());
    const figures = {
      waterfall: [waterfallOf(courses, 'all').bars, waterfallOf(courses, 'all').omitted],
      spider: [spiderOf(courses).lines, spiderOf(courses).omitted],
      swimmer: [swimmerOf(courses).lanes, swimmerOf(courses).omitted],
    };
    for (const [name, [shown = [], omitted = []]] of Object.entries(figures)) {
      const reported = [...shown, ...omitted].map(({ subject }) => subject);
      expect([...new Set(reported)].sort(), name).toEqual(named);
    }
  });

  test('subjects without an assessment are waiting', async () => {
    const { subjects } = await synced.reader['overview.waiting']({ study, subjects: null });
    const without = subjectsOf([...plantedLabs, ...plantedVitals]).filter((subject) => !named.includes(subject));
    expect(without.filter((subject) => !subjects.some((one) => one.subject === subject))).toEqual([]);
  });
});

test('the subject pages have every medication that names a subject', async () => {
  const own = await Promise.all(
    [...members, 'S-99'].map(async (subject) => (await synced.reader['subject.medications']({ study, subject })).medications.length),
  );
  const { rows } = await synced.reader['rows.count']({
    study,
    selection: { ...everything('medications'), where: [{ column: 'subject', op: 'missing', values: [] }] },
  });
  expect(sum(own) + rows).toBe(medications.length);
});

test('every check runs, and each line of the summary opens as many records as it counts', async () => {
  const { checks } = await synced.reader['checks.summary']({ study, subjects: null });
  for (const { check, dataset, records } of checks) {
    const found = await synced.reader['checks.records']({ study, check, dataset, subjects: null, limit: 1000 });
    expect([found.of, found.records.length], check).toEqual([records, records]);
  }
});

test('each issue opens as many records as it counts', async () => {
  for (const { dataset, rule, path, count } of await synced.reader['issues.summary']({ study })) {
    const records = await synced.reader['issues.records']({ study, dataset, rule, path, offset: 0, limit: 1000 });
    expect(records, `${dataset} ${rule} ${path}`).toMatchObject({ length: count });
  }
});
